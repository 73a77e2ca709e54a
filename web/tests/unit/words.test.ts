import { describe, expect, test } from "vitest";
import deApp from "../../src/i18n/de/app.json";
import deBoards from "../../src/i18n/de/boards.json";
import deEdit from "../../src/i18n/de/edit.json";
import deStudy from "../../src/i18n/de/study.json";
import enApp from "../../src/i18n/en/app.json";
import enBoards from "../../src/i18n/en/boards.json";
import enEdit from "../../src/i18n/en/edit.json";
import enStudy from "../../src/i18n/en/study.json";
import { count, preferredLanguage, setLanguage, t } from "../../src/i18n/index.svelte";

const pairs: [Record<string, string>, Record<string, string>][] = [
  [enApp, deApp],
  [enBoards, deBoards],
  [enEdit, deEdit],
  [enStudy, deStudy],
];
const words = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([word]) => word).sort();

describe("messages", () => {
  test.each(pairs)("of both languages have the same keys and words", (en, de) => {
    expect(Object.keys(de).sort()).toEqual(Object.keys(en).sort());
    for (const [key, text] of Object.entries(en)) expect([key, words(de[key] ?? "")]).toEqual([key, words(text)]);
  });

  test("are filled in, by language and number", () => {
    setLanguage("en");
    expect(t("film.at", { at: 3, steps: 1000 })).toBe("Step 3 of 1,000");
    expect(count("status.solved", 1)).toBe("Solved in 1 move.");
    setLanguage("de");
    expect(t("film.at", { at: 3, steps: 1000 })).toBe("Schritt 3 von 1.000");
    expect(count("status.solved", 2)).toBe("Gelöst in 2 Zügen.");
    setLanguage("en");
  });

  test("are in the visitor's first language that there is", () => {
    expect(preferredLanguage(["fr-FR", "de-AT", "en"])).toBe("de");
    expect(preferredLanguage(["ja"])).toBe("en");
  });
});
