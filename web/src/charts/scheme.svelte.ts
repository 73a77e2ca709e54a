// Which theme is on screen: canvases cannot take their colours from style sheets by themselves.
import { createSubscriber } from "svelte/reactivity";
import type { Scheme } from "./palette";

const dark = matchMedia("(prefers-color-scheme: dark)");
const subscribe = createSubscriber((update) => {
  const observer = new MutationObserver(update);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  dark.addEventListener("change", update);
  return () => {
    observer.disconnect();
    dark.removeEventListener("change", update);
  };
});

export function scheme(): Scheme {
  subscribe();
  const told = document.documentElement.dataset["theme"];
  return told === "light" || told === "dark" ? told : dark.matches ? "dark" : "light";
}

/** The colours of text and lines now. */
export function ink(): { ink: string; muted: string; line: string; surface: string; edge: string } {
  scheme();
  const style = getComputedStyle(document.documentElement);
  const of = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return { ink: of("ink"), muted: of("muted"), line: of("line"), surface: of("surface"), edge: of("line-strong") };
}
