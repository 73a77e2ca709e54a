/// <reference types="node" />
import { readdirSync, readFileSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import deApp from "../../src/i18n/de/app.json";
import deBoards from "../../src/i18n/de/boards.json";
import deEdit from "../../src/i18n/de/edit.json";
import dePlay from "../../src/i18n/de/play.json";
import deSaid from "../../src/i18n/de/said.json";
import deStudy from "../../src/i18n/de/study.json";
import enApp from "../../src/i18n/en/app.json";
import enBoards from "../../src/i18n/en/boards.json";
import enEdit from "../../src/i18n/en/edit.json";
import enPlay from "../../src/i18n/en/play.json";
import enStudy from "../../src/i18n/en/study.json";
import type { Answer } from "../../src/engine/engine";
import { count, languages, named, preferredLanguage, setLanguage, t } from "../../src/i18n/index.svelte";
import { pattern, said } from "../../src/i18n/said";
import { outcomeWords } from "../../src/words";

const pairs: [Record<string, string>, Record<string, string>][] = [
  [enApp, deApp],
  [enBoards, deBoards],
  [enEdit, deEdit],
  [enPlay, dePlay],
  [enStudy, deStudy],
];
const words = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([word]) => word).sort();
const en: Record<string, string> = Object.assign({}, ...pairs.map(([en]) => en)) as Record<string, string>;
const folder = new URL("../../src/i18n/", import.meta.url);
/** Languages of one file. */
const files = readdirSync(folder)
  .filter((name) => name.endsWith(".json"))
  .map((name) => {
    const text = readFileSync(new URL(name, folder), "utf8");
    return [name, JSON.parse(text) as Record<string, string | Record<string, string>>] as const;
  });

afterEach(() => setLanguage("en"));

describe("messages", () => {
  test.each(pairs)("of both languages have the same keys and words", (en, de) => {
    expect(Object.keys(de).sort()).toEqual(Object.keys(en).sort());
    for (const [key, text] of Object.entries(en)) expect([key, words(de[key] ?? "")]).toEqual([key, words(text)]);
  });

  test.each(files)("of %s are those of English with the same words", (_, file) => {
    const own = Object.keys(file).filter((key) => key !== "said" && !key.startsWith("catalog.about."));
    for (const key of own) expect([key, words(String(file[key]))]).toEqual([key, words(en[key] ?? "none")]);
    // What it lacks is said in English: that is no language yet where it is much.
    expect(own.length).toBeGreaterThan(0.75 * Object.keys(en).length);
  });

  test("address a visitor in one way", () => {
    const german = pairs.map(([, de]) => Object.values(de)).flat();
    expect(german.filter((text) => /\b(Ihr|Ihre[mnr]?|Ihnen)\b|[a-zäöüß]n Sie\b|Was Sie\b/.test(text))).toEqual([]);
    const french = files.flatMap(([, file]) => Object.values(file).filter((text) => typeof text === "string"));
    expect(french.filter((text) => /\b(vous|votre|vos)\b/i.test(text))).toEqual([]);
  });

  test("are filled in, by language and number", async () => {
    expect(t("film.at", { at: 3, steps: 1000 })).toBe("Step 3 of 1,000");
    expect(count("status.solved", 1)).toBe("Solved in 1 move.");
    expect(count("film.title", 2n ** 64n - 1n)).toBe("Solution: 18,446,744,073,709,551,615 moves");
    await setLanguage("de");
    expect(t("film.at", { at: 3, steps: 1000 })).toBe("Schritt 3 von 1.000");
    expect(count("status.solved", 2)).toBe("Gelöst in 2 Zügen.");
  });

  test("are in the visitor's first language that there is", () => {
    expect(preferredLanguage(["ja", "de-AT", "en"])).toBe("de");
    expect(preferredLanguage(["ja"])).toBe("en");
  });

  test("of a language of one file are spoken, and its name is its own", async () => {
    expect(languages.find(({ code }) => code === "fr")?.name).toBe("Français");
    await setLanguage("fr");
    expect(t("action.undo")).toBe("Annuler");
    expect(named("tiles")).toBe("Taquin");
    expect(said("tile 8 appears 2 times")).toEqual({ text: "le carreau 8 apparaît 2 fois" });
  });
});

/** What the engine composes where a visitor of the page may see it: faults of what is typed, and moves that are illegal. */
const SHOWN = /(?:fault|notation|position|size|rules|solvability|partition)\.rs$/;
const KINDS = ["tiles", "hanoi", "graph", "blocks", "sokoban", "pancake", "cube"];
/** Sentences that only programs can provoke. */
const NEVER = ["position and goal are not on the same graph", "{}"];

function templates(): string[] {
  const crates = new URL("../../../crates/", import.meta.url);
  return KINDS.flatMap((kind) => {
    const sources = new URL(`${kind}/src/`, crates);
    const names = readdirSync(sources, { recursive: true, encoding: "utf8" }).filter((name) => SHOWN.test(name));
    return names.flatMap((name) => {
      const text = readFileSync(new URL(name, sources), "utf8");
      return [...text.matchAll(/#\[error\(\s*"((?:[^"\\]|\\.|\\\n)*)"/g)].map(([, template = ""]) =>
        template
          .replace(/\\\n\s*/g, "")
          .replaceAll('\\"', '"')
          .replace(/\{[^{}]*\}/g, "{}"),
      );
    });
  }).filter((template) => !NEVER.includes(template));
}

describe("what the engine says", () => {
  test("is found in its sources", () => {
    expect(templates().length).toBeGreaterThan(100);
    expect(templates()).toContain("tile {} appears {} times");
  });

  const books: (readonly [string, Record<string, string>])[] = [
    ["de", deSaid],
    ...files.map(([name, file]) => [name, file["said"] as Record<string, string>] as const),
  ];
  test.each(books)("is worded in %s, every template of it", (_, book) => {
    expect(templates().filter((template) => book[template] === undefined)).toEqual([]);
    for (const [template, wording] of Object.entries(book)) {
      const places = template.split("{}").length - 1;
      const used = [...wording.matchAll(/\{(\d)\}/g)].map(([, place]) => Number(place));
      expect([template, used.every((place) => place >= 1 && place <= places)]).toEqual([template, true]);
      expect(template).toMatch(pattern(template));
    }
  });

  test("is said with its parameters, which may be sentences themselves", async () => {
    expect(said("tile 8 appears 2 times")).toEqual({ text: "tile 8 appears 2 times" });
    await setLanguage("de");
    expect(said("tile 8 appears 2 times")).toEqual({ text: "Stein 8 kommt 2-mal vor" });
    expect(said("row 2 has 3 cells, but 4 were expected").text).toBe("Zeile 2 hat 3 Felder, aber 4 wurden erwartet");
    expect(said("recursive, because 3 pegs need no search").text).toBe("recursive, denn 3 Stäbe brauchen keine Suche");
    expect(said("A*, because all positions fit into memory; no heuristic, because A* uses none").text).toBe(
      "A*, denn alle Stellungen passen in den Speicher; keine Heuristik, denn A* braucht keine",
    );
    expect(said("nobody ever says this")).toEqual({ text: "nobody ever says this", lang: "en" });
  });

  test("of the end of a search is whole sentences", async () => {
    const answer = { outcome: "limit", reason: "time limit", lower_bound: 12 } as Answer;
    expect(outcomeWords(answer)).toBe("The time limit ended the search. No solution has fewer than 12 moves.");
    const lost = { outcome: "unsolvable", reason: "every position that can be reached was examined" } as Answer;
    expect(outcomeWords(lost)).toBe(
      "There is no solution; that is proven: every position that can be reached was examined.",
    );
    await setLanguage("de");
    expect(outcomeWords(lost)).toContain("jede erreichbare Stellung wurde untersucht");
  });
});
