// What a visitor prefers, on this device.
import { languages, preferredLanguage, setLanguage, type Language } from "../i18n/index.svelte";
import { remember, remembered } from "./store";

export const themes = ["auto", "light", "dark"] as const;
export type Theme = (typeof themes)[number];
/** What the colours of tiles follow. */
export const colourings = ["row", "column", "ring", "place", "none"] as const;
export type Colouring = (typeof colourings)[number];
/** The most moves a second of a film. */
export const FASTEST = 200;

export class Settings {
  #language = $state<Language>("en");
  #theme = $state<Theme>("auto");
  #badges = $state(true);
  #speed = $state(4);
  #colours = $state<Colouring>("row");
  #hover = $state(false);
  #inverted = $state(false);

  /** Comes when the page speaks the language that is chosen. */
  spoken: Promise<void> = Promise.resolve();

  constructor() {
    const language = languages.find(({ code }) => code === remembered("language"))?.code;
    this.#language = language ?? preferredLanguage(navigator.languages);
    this.#theme = themes.find((theme) => theme === remembered("theme")) ?? "auto";
    this.#badges = remembered("badges") !== "no";
    this.#hover = remembered("hover") === "yes";
    this.#inverted = remembered("inverted") === "yes";
    const speed = Number(remembered("speed"));
    if (speed >= 1 && speed <= FASTEST) this.#speed = speed;
    this.#colours = colourings.find((name) => name === remembered("colours")) ?? "row";
    this.#show();
  }

  /** What the colours of tiles follow. */
  get colours(): Colouring {
    return this.#colours;
  }
  set colours(colours: Colouring) {
    this.#colours = colours;
    remember("colours", colours === "row" ? undefined : colours);
    this.#show();
  }

  get language(): Language {
    return this.#language;
  }
  set language(language: Language) {
    this.#language = language;
    remember("language", language);
    this.#show();
  }

  get theme(): Theme {
    return this.#theme;
  }
  set theme(theme: Theme) {
    this.#theme = theme;
    remember("theme", theme === "auto" ? undefined : theme);
    this.#show();
  }

  /** Whether tiles with a picture show their numbers as well. */
  get badges(): boolean {
    return this.#badges;
  }
  set badges(badges: boolean) {
    this.#badges = badges;
    remember("badges", badges ? undefined : "no");
  }

  /** Moves a second when a solution plays. */
  get speed(): number {
    return this.#speed;
  }
  set speed(speed: number) {
    this.#speed = speed;
    remember("speed", String(speed));
  }

  /** Whether tiles slide when the mouse passes over them. */
  get hover(): boolean {
    return this.#hover;
  }
  set hover(hover: boolean) {
    this.#hover = hover;
    remember("hover", hover ? "yes" : undefined);
  }

  /** Whether arrow keys name the way of the blank in place of the tile's. */
  get inverted(): boolean {
    return this.#inverted;
  }
  set inverted(inverted: boolean) {
    this.#inverted = inverted;
    remember("inverted", inverted ? "yes" : undefined);
  }

  #show(): void {
    this.spoken = setLanguage(this.#language);
    document.documentElement.lang = this.#language;
    if (this.#colours === "row") delete document.documentElement.dataset["colours"];
    else document.documentElement.dataset["colours"] = this.#colours;
    if (this.#theme === "auto") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = this.#theme;
  }
}
