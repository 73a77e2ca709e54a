// Several searches of one position, one after the other or each in a worker of its own.
import type { Answer } from "../engine/engine";
import { t } from "../i18n/index.svelte";
import type { App } from "../state/app.svelte";
import { Job } from "../state/job.svelte";
import type { LinkPart } from "../state/url";
import { competing, MOST_CONTESTANTS, readContestants, writeContestants } from "./contestants";
import { called, isSame, type Choice } from "./offers";
import { beginning, groundOf, learned, type Beginning } from "./watch.svelte";

const DEFAULT_SECONDS = 10;
/** Enough for some millions of positions, and little enough to have several side by side. */
const DEFAULT_MEBIBYTES = 512;

/** A contestant at work, or done. */
export class Entry {
  readonly choice: Choice;
  readonly name: string;
  readonly job: Job;
  /** Waits for its turn. */
  waiting = $state(true);

  constructor(app: App, choice: Choice) {
    this.choice = choice;
    this.name = called(choice, app.catalog);
    this.job = new Job(app.engine);
  }

  get answer(): Answer | undefined {
    return this.job.answer;
  }

  get expanded(): number | undefined {
    return this.answer?.expanded ?? this.job.progress?.expanded;
  }

  get seconds(): number | undefined {
    return this.answer?.seconds ?? this.job.progress?.seconds;
  }

  get length(): number | undefined {
    return this.answer?.length ?? undefined;
  }

  get memory(): number | undefined {
    return this.answer?.peak_memory_bytes ?? this.job.progress?.memory_bytes;
  }
}

export class Compare {
  #app: App;
  #wanted = $state.raw<readonly Choice[]>();
  #run = 0;
  seconds = $state(DEFAULT_SECONDS);
  mebibytes = $state(DEFAULT_MEBIBYTES);
  sideBySide = $state(false);
  entries = $state.raw<readonly Entry[]>([]);
  from = $state.raw<Beginning>();
  running = $state(false);

  constructor(app: App) {
    this.#app = app;
  }

  get contestants(): readonly Choice[] {
    return competing(this.#app.catalog, groundOf(this.#app), this.#wanted);
  }

  get isUsual(): boolean {
    return this.#wanted === undefined;
  }

  get isFull(): boolean {
    return this.contestants.length >= MOST_CONTESTANTS;
  }

  add(choices: readonly Choice[]): void {
    const fresh = choices.filter((choice) => !this.contestants.some((other) => isSame(other, choice)));
    this.#wanted = [...this.contestants, ...fresh].slice(0, MOST_CONTESTANTS);
  }

  remove(choice: Choice): void {
    this.#wanted = this.contestants.filter((other) => !isSame(other, choice));
  }

  reset(): void {
    this.#wanted = undefined;
  }

  async start(): Promise<void> {
    const run = ++this.#run;
    const app = this.#app;
    const from = (this.from = beginning(app));
    const entries = (this.entries = this.contestants.map((choice) => new Entry(app, choice)));
    const limits = {
      ...(this.seconds > 0 && { seconds: this.seconds }),
      ...(this.mebibytes > 0 && { memory_bytes: this.mebibytes * 2 ** 20 }),
    };
    const compete = async (entry: Entry) => {
      if (run !== this.#run) return;
      entry.waiting = false;
      const { algorithm, heuristic, options } = entry.choice;
      const answer = await entry.job.run({ puzzle: from.puzzle, algorithm, heuristic, options, limits });
      if (answer) learned(app, from, answer);
    };
    this.running = true;
    if (this.sideBySide) await Promise.all(entries.map(compete));
    else for (const entry of entries) await compete(entry);
    if (run === this.#run) this.running = false;
  }

  /** Stops everyone; what is done stays. */
  cancel(): void {
    if (!this.running) return;
    this.#run++;
    this.running = false;
    for (const { job } of this.entries) job.cancel();
  }

  /** Forgets everything, as for another puzzle. */
  clear(): void {
    this.cancel();
    this.entries = [];
    this.from = undefined;
  }

  /** The length that is proven shortest by any of them. */
  get optimum(): number | undefined {
    return this.entries.find(({ answer }) => answer?.proof === "optimal")?.length;
  }

  link(): LinkPart {
    return {
      names: ["contestants", "each", "each-memory", "side-by-side"],
      write: () => ({
        contestants: this.#wanted && writeContestants(this.#wanted),
        each: this.seconds === DEFAULT_SECONDS ? undefined : String(this.seconds),
        "each-memory": this.mebibytes === DEFAULT_MEBIBYTES ? undefined : String(this.mebibytes),
        "side-by-side": this.sideBySide ? "yes" : undefined,
      }),
      read: (params) => {
        const faults: string[] = [];
        const text = params["contestants"];
        const wanted = text === undefined ? undefined : text === "" ? [] : readContestants(text);
        if (text !== undefined && wanted === undefined)
          faults.push(t("link.malformed", { name: "contestants", value: text }));
        this.#wanted = wanted;
        const whole = (name: string, otherwise: number) => {
          const value = params[name];
          if (value === undefined) return otherwise;
          if (/^\d{1,9}$/.test(value)) return Number(value);
          faults.push(t("link.malformed", { name, value }));
          return otherwise;
        };
        this.seconds = whole("each", DEFAULT_SECONDS);
        this.mebibytes = whole("each-memory", DEFAULT_MEBIBYTES);
        this.sideBySide = params["side-by-side"] === "yes";
        return faults;
      },
    };
  }
}
