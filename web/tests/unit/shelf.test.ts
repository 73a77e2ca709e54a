import { describe, expect, test } from "vitest";
import type { LibraryEntry } from "../../src/engine/engine";
import { complete, chorded, grid, wheel } from "../../src/makers/graphs";
import { shelf, sizes } from "../../src/panels/shelf";

const entry = (name: string, size: string, move?: number): LibraryEntry => ({
  name,
  title: name,
  size,
  optimum: move === undefined ? {} : { move },
  puzzle: { kind: "blocks", position: name },
});
const all = [entry("Klotski", "4×5", 81), entry("Rush 02", "6×6", 5), entry("Rush 01", "6×6", 4), entry("New", "6×6")];
const names = (wish: Partial<Parameters<typeof shelf>[1]>) =>
  shelf(all, { text: "", size: "", order: "library", metric: "move", ...wish }).map(({ name }) => name);

describe("a library", () => {
  test("is searched by words in any order, and by size", () => {
    expect(names({})).toHaveLength(4);
    expect(names({ text: "02 rush" })).toEqual(["Rush 02"]);
    expect(names({ size: "4×5" })).toEqual(["Klotski"]);
    expect(names({ text: "chess" })).toEqual([]);
  });
  test("is sorted by optimum, what is unknown last", () => {
    expect(names({ order: "easy" })).toEqual(["Rush 01", "Rush 02", "Klotski", "New"]);
    expect(names({ order: "hard" })).toEqual(["Klotski", "Rush 02", "Rush 01", "New"]);
  });
  test("offers sizes only where they tell puzzles apart", () => {
    expect(sizes(all)).toEqual(["4×5", "6×6"]);
    expect(sizes(all.slice(0, 2))).toEqual([]);
    expect(sizes(all.slice(1))).toEqual([]);
  });
});

describe("graphs to begin with", () => {
  const edges = (text: string) => text.split(" ").length;
  test("have the edges they should", () => {
    expect(grid(2, 2)).toBe("1-2 1-3 2-4 3-4");
    expect([edges(grid(3, 3)), edges(complete(5)), edges(chorded(8)), edges(wheel(8))]).toEqual([12, 10, 9, 16]);
    expect(wheel(3)).toBe("1-2 1-4 2-3 2-4 3-1 3-4");
  });
});
