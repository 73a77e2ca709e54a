// The page as it is painted before any script has run: `index.html` has it in the first language, and here it gets the
// visitor's language and theme.
import { remembered } from "./state/store";

export function dress(page: Document, kind: string): void {
  const root = page.documentElement;
  const theme = remembered("theme");
  if (theme === "light" || theme === "dark") root.dataset["theme"] = theme;
  root.dataset["kind"] = kind;
  if (new URLSearchParams(location.search).has("embed")) root.dataset["embed"] = "";
  const wanted = [remembered("language"), ...navigator.languages].map((tag) => tag?.slice(0, 2).toLowerCase());
  const words = page.querySelectorAll<HTMLElement>("#app [data-en]");
  const spoken = wanted.find((tag) => tag !== undefined && words[0]?.dataset[tag] !== undefined);
  if (spoken === undefined || spoken === "en") return;
  root.lang = spoken;
  for (const word of words) word.textContent = word.dataset[spoken] ?? word.textContent;
}
