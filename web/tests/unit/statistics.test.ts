import { describe, expect, test } from "vitest";
import { share } from "../../src/charts/shares";
import type { Answer } from "../../src/engine/engine";
import { csv } from "../../src/study/csv";
import { barsOf, byBound, DepthCount } from "../../src/study/depths";
import { readNumbers, readSizes } from "../../src/study/lists";
import { sortedBy } from "../../src/study/sorting";
import { deviation, mean, summaries, type Run } from "../../src/study/statistics";

describe("comma-separated values", () => {
  test("quote what would be mistaken", () => {
    const text = csv(
      ["a", "b"],
      [
        ["1 2/3 0", "x,y"],
        ['say "no"', "two\nlines"],
        [null, undefined],
        [1.5, true],
        [" x", ""],
      ],
    );
    expect(text).toBe('a,b\r\n1 2/3 0,"x,y"\r\n"say ""no""","two\nlines"\r\n,\r\n1.5,true\r\n" x",\r\n');
  });
});

describe("means", () => {
  test("are what they are", () => {
    expect(mean([])).toBeUndefined();
    expect(mean([1, 2, 6])).toBe(3);
    expect(deviation([5])).toBeUndefined();
    expect(deviation([2, 4, 4, 4, 5, 5, 7, 9])).toBeCloseTo(2.13809, 5);
  });

  const answer = (part: Partial<Answer>) => ({ outcome: "solved", proof: "optimal", seconds: 0.5, ...part }) as Answer;
  const run = (name: string, board: number, part: Partial<Run>): Run => ({
    name,
    size: "3x3",
    shuffle: 10,
    board,
    position: "",
    ...part,
  });

  test("are of solved runs, and failures are counted", () => {
    const found = summaries([
      run("manhattan", 1, { answer: answer({ expanded: 10, length: 4 }) }),
      run("none", 1, { answer: answer({ expanded: 900, length: 4 }) }),
      run("manhattan", 2, { answer: answer({ expanded: 30, length: 8, proof: "bounded" }) }),
      run("none", 2, { answer: answer({ outcome: "limit", proof: "none", expanded: 5000, length: null }) }),
      run("none", 3, { fault: "refused" }),
      run("none", 1, { shuffle: 30, answer: answer({ outcome: "limit", expanded: 1, length: null }) }),
    ]);
    expect(found.map(({ name, shuffle, runs, solved, optimal }) => [name, shuffle, runs, solved, optimal])).toEqual([
      ["manhattan", 10, 2, 2, 1],
      ["none", 10, 3, 1, 1],
      ["none", 30, 1, 0, 0],
    ]);
    expect(found[0]?.mean).toEqual({ expanded: 20, length: 6, seconds: 0.5 });
    expect(found[1]?.mean.expanded).toBe(900);
    expect(found[2]?.mean).toEqual({ expanded: undefined, length: undefined, seconds: undefined });
  });
});

describe("depths", () => {
  test("are counted as they are told", () => {
    const count = new DepthCount();
    count.add([0, 1, 1, 3]);
    count.add([3, 3]);
    expect(count.counts).toEqual([1, 2, 0, 3]);
  });

  test("share bars where there are many", () => {
    expect(barsOf([1, 2, 3], 10)).toEqual({ from: [0, 1, 2], counts: [1, 2, 3], width: 1 });
    expect(barsOf([1, 2, 3, 4, 5], 2)).toEqual({ from: [0, 3], counts: [6, 9], width: 3 });
    expect(barsOf([], 2)).toEqual({ from: [], counts: [], width: 1 });
  });

  test("of rounds are differences of totals, bound by bound", () => {
    const told = [
      { bound: 20, expanded: 5 },
      { bound: 22, expanded: 25 },
      { bound: 22, expanded: 30 },
      { bound: 18, expanded: 2 },
    ];
    expect(byBound(told)).toEqual([
      { bound: 18, expanded: 2 },
      { bound: 20, expanded: 5 },
      { bound: 22, expanded: 25 },
    ]);
  });
});

describe("lists as people type them", () => {
  test("are numbers in order, each once", () => {
    expect(readNumbers("100, 10 30;10")).toEqual([10, 30, 100]);
    for (const text of ["", "ten", "10,-3", "1e3", "10000000"]) expect(readNumbers(text)).toBeUndefined();
  });
  test("are sizes from 2x2 to 10x10", () => {
    expect(readSizes("3x3, 10×2 3X3")).toEqual(["3x3", "10x2"]);
    for (const text of ["", "3", "1x3", "11x2", "3x3x3"]) expect(readSizes(text)).toBeUndefined();
  });
});

describe("rows", () => {
  test("without a value come last either way", () => {
    const rows = [{ v: 3 }, { v: undefined }, { v: 1 }, { v: 2 }];
    const values = (direction: "ascending" | "descending") => sortedBy(rows, ({ v }) => v, direction).map(({ v }) => v);
    expect(values("ascending")).toEqual([1, 2, 3, undefined]);
    expect(values("descending")).toEqual([3, 2, 1, undefined]);
  });
});

describe("bars", () => {
  test("are shares of the longest", () => {
    expect(share(5, [5, 10], false)).toBe(0.5);
    expect(share(0, [0, 0], true)).toBe(0);
    expect(share(10, [10, 1000], true)).toBeCloseTo(1 / 3);
    expect(share(1000, [10, 1000], true)).toBe(1);
    expect(share(7, [7], true)).toBe(1);
  });
});
