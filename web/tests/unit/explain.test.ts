import { describe, expect, test } from "vitest";
import type { Explanation, Part } from "../../src/engine/engine";
import { pairs, sumOf, type Grid } from "../../src/study/explain";

const explanation = (value: number | null, parts: Explanation["parts"]): Explanation => ({
  heuristic: "any",
  metric: "stm",
  value,
  parts,
});
const vector = (tile: number, distance: number): Part => ({
  part: "vector",
  tile,
  from: [0, 0],
  to: [0, 1],
  distance,
});

describe("an estimate as a sum", () => {
  test("of ways and conflicts", () => {
    const conflict: Part = { part: "conflict", tiles: [3], axis: "row", line: 0, adds: 2 };
    expect(sumOf(explanation(14, [vector(1, 5), vector(2, 7), conflict]))).toBe("12 + 2·1 = 14");
    expect(sumOf(explanation(12, [vector(1, 5), vector(2, 7)]))).toBe("12");
  });

  test("of patterns and of shares", () => {
    const pattern = (value: number): Part => ({ part: "pattern", tiles: [1, 2], value });
    expect(sumOf(explanation(9, [pattern(4), pattern(5)]))).toBe("4 + 5 = 9");
    const share = (name: string, value: number): Part => ({ part: "share", name, value });
    expect(sumOf(explanation(21, [share("rows", 9), share("columns", 12)]))).toBe("9 + 12 = 21");
    const one = (tile: number): Part => ({ part: "pattern", tiles: [tile], value: 1 });
    expect(sumOf(explanation(4, [one(1), one(2), one(3), one(4)]))).toBe("4·1 = 4");
  });

  test("is not claimed where the parts are not the whole", () => {
    expect(sumOf(explanation(8, [vector(1, 5)]))).toBeUndefined();
    expect(sumOf(explanation(8, []))).toBeUndefined();
    expect(sumOf(explanation(null, []))).toBeUndefined();
  });
});

test("tiles in conflict are paired with those in their way", () => {
  const piece = (tile: number, at: [number, number], home: [number, number]) => ({
    id: tile,
    label: String(tile),
    role: "tile" as const,
    cells: [at],
    colour: "grey" as const,
    home: [home],
    at_home: false,
  });
  const board: Grid = {
    shape: "grid",
    width: 3,
    height: 3,
    ground: [],
    marks: [],
    pieces: [piece(3, [0, 0], [2, 0]), piece(2, [1, 0], [1, 0]), piece(1, [2, 0], [0, 0]), piece(5, [0, 1], [1, 1])],
  };
  const found = pairs({ part: "conflict", tiles: [3, 2], axis: "row", line: 0, adds: 4 }, board);
  expect(found.map(({ leaves, stays }) => [leaves, stays])).toEqual([
    [3, 2],
    [3, 1],
    [2, 1],
  ]);
});
