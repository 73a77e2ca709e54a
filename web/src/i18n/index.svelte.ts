// Words. Every text that the page itself says has a key; both languages must have all keys, which the compiler checks
// by their types. Files are apart by who speaks: the page, the boards, the editors, the studies of searches. The sentences
// of the engine's catalog are English already, so there is only a German file of them.
import deApp from "./de/app.json";
import deBoards from "./de/boards.json";
import deCatalog from "./de/catalog.json";
import deEdit from "./de/edit.json";
import dePlay from "./de/play.json";
import deStudy from "./de/study.json";
import enApp from "./en/app.json";
import enBoards from "./en/boards.json";
import enEdit from "./en/edit.json";
import enPlay from "./en/play.json";
import enStudy from "./en/study.json";

const en = { ...enApp, ...enBoards, ...enEdit, ...enPlay, ...enStudy };

export type Key = keyof typeof en;
/** Keys that have a form for one and a form for all other numbers. */
export type CountKey = {
  [K in Key]: K extends `${infer Base}.one` ? (`${Base}.other` extends Key ? Base : never) : never;
}[Key];
export type Language = "en" | "de";
export type Words = Record<string, string | number>;

const de: Record<Key, string> = { ...deApp, ...deBoards, ...deEdit, ...dePlay, ...deStudy };
/** Sentences of the catalog in other languages than the engine's. */
const sentences: Partial<Record<Language, Record<string, string>>> = { de: deCatalog };
const messages: Record<Language, Record<Key, string>> = { en, de };

export const languages: readonly { code: Language; name: string }[] = [
  { code: "en", name: "English" },
  { code: "de", name: "Deutsch" },
];

const current = $state({ language: "en" as Language });

export function language(): Language {
  return current.language;
}

export function setLanguage(language: Language): void {
  current.language = language;
}

/** The first language of the visitor that the page speaks. */
export function preferredLanguage(wanted: readonly string[]): Language {
  const known = wanted.map((tag) => tag.slice(0, 2).toLowerCase());
  return known.find((tag): tag is Language => tag in messages) ?? "en";
}

/** The text of a key; `{name}` stands for a word that is given. */
export function t(key: Key, words: Words = {}): string {
  return fill(messages[current.language][key], words);
}

/** The text of a key for a count, which is its word `{count}`. */
export function count(key: CountKey, count: number, words: Words = {}): string {
  const form = new Intl.PluralRules(current.language).select(count) === "one" ? "one" : "other";
  return t(`${key}.${form}` as Key, { ...words, count: number(count) });
}

/** The page's own word for a name of the engine's catalog, or what the engine says. */
export function named(name: string, otherwise: string = name): string {
  const key = `catalog.${name}`;
  return key in en ? t(key as Key) : otherwise;
}

/** What the catalog says of a name, in the page's language where it can be; `lang` where that is another one. */
export function told(name: string, sentence: string): { text: string; lang?: Language } {
  if (current.language === "en") return { text: sentence };
  const own = sentences[current.language]?.[`catalog.about.${name}`];
  return own === undefined ? { text: sentence, lang: "en" } : { text: own };
}

export function number(value: number, options?: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(current.language, options).format(value);
}

function fill(text: string, words: Words): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const word = words[name];
    return word === undefined ? whole : typeof word === "number" ? number(word) : word;
  });
}
