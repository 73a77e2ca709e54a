// What the engine says, in the visitor's language. The engine composes its sentences of templates with parameters, such as
// `tile {} appears {} times`; here a template is a code, and each language words it in its file `said.json`. A test finds
// every template in the engine's sources and requires that each language words it.
import { language, phrases, type Language } from "./index.svelte";

export interface Said {
  text: string;
  /** The language, where it is not the visitor's. */
  lang?: Language;
}

interface Phrase {
  pattern: RegExp;
  wording: string;
}

const books = new Map<Language, readonly Phrase[]>();

/** Templates with their wordings, those with the most words of their own first. */
function book(): readonly Phrase[] {
  const known = books.get(language());
  if (known) return known;
  const own = (template: string) => template.replaceAll("{}", "").length;
  const entries = Object.entries(phrases()).sort(([a], [b]) => own(b) - own(a));
  const made = entries.map(([template, wording]) => ({ pattern: pattern(template), wording }));
  if (made.length > 0) books.set(language(), made);
  return made;
}

/** What matches the sentences of a template. */
export function pattern(template: string): RegExp {
  const parts = template.split("{}").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join("(.+?)")}$`, "su");
}

/** A sentence of the engine in the visitor's language; as it is where no template fits. */
export function said(sentence: string): Said {
  if (language() === "en" || sentence === "") return { text: sentence };
  const text = worded(sentence);
  return text === undefined ? { text: sentence, lang: "en" } : { text };
}

/** Several sentences that the engine joined, each on its own. */
const JOINTS = ["; ", "\n"];

function worded(sentence: string, depth = 0): string | undefined {
  for (const joint of JOINTS) {
    const parts = sentence.split(joint);
    if (parts.length === 1) continue;
    const all = parts.map((part) => worded(part, depth + 1));
    if (all.every((part) => part !== undefined)) return all.join(joint);
  }
  for (const { pattern, wording } of book()) {
    const found = pattern.exec(sentence);
    if (!found) continue;
    // A parameter may be a sentence, or a word, that has a template itself.
    const words = found.slice(1).map((word) => (depth < 3 ? worded(word, depth + 1) : undefined) ?? word);
    return wording.replace(/\{(\d)\}/g, (_, place: string) => words[Number(place) - 1] ?? "");
  }
  return undefined;
}
