import { describe, expect, test } from "vitest";
import type { Puzzle } from "../../src/engine/engine";
import { fromQuery, readPuzzle, toQuery, writePuzzle } from "../../src/state/url";
import { CATALOG } from "./fake-engine";

const { kinds } = CATALOG;
const fault = (name: string, value: string) => `${name}: ${value}`;
const read = (query: string) => readPuzzle(fromQuery(query), kinds, fault);

describe("an address", () => {
  test("of a position is readable and leaves defaults out", () => {
    const puzzle: Puzzle = { kind: "tiles", position: "5 3 8/0 2 4/1 7 6", goal: "blank-last", metric: "stm" };
    const query = toQuery(writePuzzle(puzzle, { from: "given" }, [], kinds));
    expect(query).toBe("?pos=5+3+8/0+2+4/1+7+6");
  });

  test("says what is not the default", () => {
    const puzzle: Puzzle = { kind: "tiles", position: "1 0/2 3", goal: "blank-first", metric: "mtm" };
    const query = toQuery(writePuzzle(puzzle, { from: "given" }, ["L", "U2"], kinds));
    expect(query).toBe("?pos=1+0/2+3&goal=blank-first&metric=mtm&moves=L+U2");
  });

  test("brings a position back", () => {
    const puzzle: Puzzle = { kind: "tiles", position: "1 0/2 3", goal: "blank-first", metric: "mtm" };
    const [asked, faults] = read(toQuery(writePuzzle(puzzle, { from: "given" }, ["L", "U"], kinds)));
    expect(faults).toEqual([]);
    expect(asked.puzzle).toEqual(puzzle);
    expect(asked.moves).toEqual(["L", "U"]);
  });

  test("of a random puzzle has its seed in place of its position", () => {
    const request = { puzzle: { kind: "tiles" as const, size: "3x3", goal: "blank-last" }, seed: 7, shuffle: 30 };
    const puzzle: Puzzle = { kind: "tiles", position: "1 2 3/4 5 6/0 7 8" };
    const query = toQuery(writePuzzle(puzzle, { from: "random", request }, [], kinds));
    expect(query).toBe("?size=3x3&seed=7&shuffle=30");
    expect(read(query)[0].random).toEqual(request);
  });

  test("of a random puzzle need not say what is usual", () => {
    const puzzle = { kind: "hanoi" as const, discs: 3, pegs: 3, goal: "last" };
    expect(read("?puzzle=hanoi&seed=7")[0].random).toEqual({ puzzle, seed: 7 });
    const query = toQuery(writePuzzle(puzzle, { from: "random", request: { puzzle, seed: 7 } }, [], kinds));
    expect(query).toBe("?puzzle=hanoi&discs=3&seed=7");
    expect(read("?seed=7")[0].random).toEqual({ puzzle: { kind: "tiles", size: "4x4", goal: "blank-last" }, seed: 7 });
  });

  test("that names a size alone asks for a random puzzle of that size", () => {
    const [asked, faults] = read("?size=3x3");
    expect(faults).toEqual([]);
    expect([asked.puzzle, asked.like]).toEqual([undefined, { kind: "tiles", size: "3x3", goal: "blank-last" }]);
    // A tower needs no more than its size.
    expect(read("?puzzle=hanoi&discs=5")[0].puzzle).toEqual({ kind: "hanoi", discs: 5 });
  });

  test("of the issue's form is understood", () => {
    const [asked, faults] = read("?puzzle=tiles&size=2x2&pos=1+2+0+3&algo=ida");
    expect(faults).toEqual([]);
    expect(asked.puzzle).toEqual({ kind: "tiles", position: "1 2 0 3", size: "2x2" });
  });

  test("of another kind names its fields", () => {
    const puzzle: Puzzle = { kind: "hanoi", discs: 5, pegs: 4, goal: "last" };
    const query = toQuery(writePuzzle(puzzle, { from: "given" }, ["A>B"], kinds));
    expect(query).toBe("?puzzle=hanoi&discs=5&pegs=4&moves=A%3EB");
    expect(read(query)[0].puzzle).toEqual({ kind: "hanoi", discs: 5, pegs: 4 });
  });

  test("with a plus sign, an ampersand and a line end survives", () => {
    const position = "a+b & c\n#1=2%";
    const puzzle: Puzzle = { kind: "tiles", position };
    const [asked] = read(toQuery(writePuzzle(puzzle, { from: "given" }, [], kinds)));
    expect(asked.puzzle).toEqual({ kind: "tiles", position });
  });

  test("that is malformed is explained", () => {
    expect(read("?puzzle=chess")[1]).toEqual(["puzzle: chess"]);
    expect(read("?seed=abc")[1]).toEqual(["seed: abc"]);
    expect(read("?puzzle=hanoi&discs=-3")[1]).toEqual(["discs: -3"]);
    expect(read("?seed=1&shuffle=1e9")[1]).toEqual(["shuffle: 1e9"]);
  });

  test("without a puzzle asks for a new one", () => {
    const [asked, faults] = read("");
    expect([asked, faults]).toEqual([{ kind: "tiles", moves: [] }, []]);
  });
});
