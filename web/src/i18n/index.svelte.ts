// Words. Every text that the page itself says has a key; English has all of them, which the compiler checks, and a test
// checks the others. English and German are apart by who speaks: the page, the boards, the editors, the studies of
// searches. Any other language is one file beside this one, named for its code. Each but English is loaded when it is spoken.
// A file holds: its keys, the catalog's sentences as `catalog.about.NAME`, and under `said` what the engine composes. What a
// language lacks is said in English.
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
/** The code of a language. */
export type Language = string;
export type Words = Record<string, string | number>;

/** What a language says. */
export interface Book {
  /** Texts by their keys, and sentences of the engine's catalog as `catalog.about.NAME`. */
  texts: Readonly<Record<string, string>>;
  /** Sentences that the engine composes, by their templates. */
  said: Readonly<Record<string, string>>;
}

const ENGLISH = "en";
const files = import.meta.glob<Record<string, string | Record<string, string>>>("./*.json", { import: "default" });
const fileOf = (code: string) => `./${code}.json`;

const books = $state.raw<Record<Language, Book>>({
  [ENGLISH]: { texts: en, said: {} },
});

/** Languages with their own names. */
export const languages: readonly { code: Language; name: string }[] = [
  { code: ENGLISH, name: "English" },
  { code: "de", name: "Deutsch" },
  ...Object.keys(files).map((file) => {
    const code = file.replace(/^\.\/|\.json$/g, "");
    return { code, name: nameOf(code) };
  }),
];

/** What a language is called by those who speak it. */
function nameOf(code: string): string {
  const name = new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}

const current = $state({ language: ENGLISH });

export function language(): Language {
  return current.language;
}

/** Speaks a language, as soon as its file is there. */
export async function setLanguage(language: Language): Promise<void> {
  wanted = language;
  const book = books[language] ?? (await bookOf(language));
  if (!book) return;
  books[language] = book;
  // Another may have been chosen while the file came.
  if (wanted === language) current.language = language;
}
let wanted: Language = ENGLISH;

/** What a language says, from its files; nothing where they do not come. */
async function bookOf(language: Language): Promise<Book | undefined> {
  if (language === "de") {
    return import("./de").then(
      ({ german }) => german,
      () => undefined,
    );
  }
  const file = await files[fileOf(language)]?.().catch(() => undefined);
  if (!file) return undefined;
  const texts = Object.entries(file).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  const { said } = file;
  return { texts: Object.fromEntries(texts), said: typeof said === "object" ? said : {} };
}

/** The first language of the visitor that the page speaks. */
export function preferredLanguage(wanted: readonly string[]): Language {
  const known = wanted.map((tag) => tag.slice(0, 2).toLowerCase());
  return known.find((tag) => languages.some(({ code }) => code === tag)) ?? ENGLISH;
}

/** The text of a key; `{name}` stands for a word that is given. */
export function t(key: Key, words: Words = {}): string {
  return fill(books[current.language]?.texts[key] ?? en[key], words);
}

/** The text of a key for a count, which is its word `{count}`. */
export function count(key: CountKey, count: number | bigint, words: Words = {}): string {
  const form = new Intl.PluralRules(current.language).select(Number(count)) === "one" ? "one" : "other";
  return t(`${key}.${form}` as Key, { ...words, count: number(count) });
}

/** The page's own word for a name of the engine's catalog, or what the engine says. */
export function named(name: string, otherwise: string = name): string {
  const key = `catalog.${name}`;
  return key in en ? t(key as Key) : otherwise;
}

/** What the engine's sentences are in the current language, by their templates; nothing in the engine's own. */
export function phrases(): Readonly<Record<string, string>> {
  return books[current.language]?.said ?? {};
}

/** What the catalog says of a name, in the page's language where it can be; `lang` where that is another one. */
export function told(name: string, sentence: string): { text: string; lang?: Language } {
  if (current.language === ENGLISH) return { text: sentence };
  const own = books[current.language]?.texts[`catalog.about.${name}`];
  return own === undefined ? { text: sentence, lang: ENGLISH } : { text: own };
}

export function number(value: number | bigint, options?: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(current.language, options).format(value);
}

function fill(text: string, words: Words): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const word = words[name];
    return word === undefined ? whole : typeof word === "number" ? number(word) : word;
  });
}
