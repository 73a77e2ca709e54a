import { expect, test, vi } from "vitest";
import { hashOf, shelvedOn, today } from "../../src/play/daily";
import { levelOf, levels, rangeOf } from "../../src/play/levels";
import { entriesOf, readCollection, readRushHour, readXsb } from "../../src/play/collections";
import { averageOf, Records, summed, toCsv, type Solve } from "../../src/play/records.svelte";

test.each([5, 31, 66, 127])("levels cover every distance up to %i once", (farthest) => {
  let next = rangeOf("easy", farthest)[0];
  for (const level of levels) {
    const [least, most] = rangeOf(level, farthest);
    expect(least).toBe(next);
    for (let moves = least; moves <= most; moves++) expect([moves, levelOf(moves, farthest)]).toEqual([moves, level]);
    next = most + 1;
  }
  expect(next).toBe(farthest + 1);
});

test("levels of 3×3, whose farthest positions are 31 moves away", () => {
  expect(levels.map((level) => rangeOf(level, 31))).toEqual([
    [5, 10],
    [11, 17],
    [18, 24],
    [25, 31],
  ]);
});

test("what is nearer than easy is easy, and what is farther than extreme is extreme", () => {
  expect(levelOf(1, 66)).toBe("easy");
  expect(levelOf(80, 66)).toBe("extreme");
});

test("a day has one hash, and the date is that of the visitor", () => {
  // The published value of FNV-1a for "a", and for nothing.
  expect(hashOf("a")).toBe(0xe40c292c);
  expect(hashOf("")).toBe(0x811c9dc5);
  expect(today(new Date(2026, 0, 5, 23, 59))).toBe("2026-01-05");
});

test("the shelf of a day has a puzzle that can be solved", () => {
  const entry = (name: string, optimum: Record<string, number>) =>
    ({ name, title: name, size: "", optimum, puzzle: { kind: "blocks", position: name } }) as never;
  const shelf = [entry("a", {}), entry("b", { move: 3 }), entry("c", { move: 4 })];
  for (let day = 1; day < 20; day++) {
    const found = shelvedOn(`2026-11-${String(day).padStart(2, "0")}`, "blocks", shelf);
    expect(["b", "c"]).toContain(found?.name);
  }
});

test("averages leave out the best and the worst, and need enough times", () => {
  expect(averageOf(5, [1, 2, 3, 4])).toBeUndefined();
  expect(averageOf(5, [100, 1, 2, 3, 4, 5])).toBe(3);
  expect(averageOf(5, [1, 2, 3, 4, 500])).toBe(3);
});

const solve = (part: Partial<Solve>): Solve => ({
  at: 1,
  kind: "tiles",
  what: "3×3",
  puzzle: "p",
  ms: 1000,
  moves: 10,
  metric: "stm",
  session: 1,
  ...part,
});

test("what was solved with help counts, but is no time", () => {
  const { count, best, over, perfect } = summed([
    solve({ ms: 500, helped: true, optimum: 8 }),
    solve({ ms: 900, moves: 10, optimum: 8 }),
    solve({ ms: 1200, moves: 8, optimum: 8 }),
  ]);
  expect({ count, best, over, perfect }).toEqual({ count: 3, best: 900, over: 1, perfect: 1 });
});

test("records survive the page, and an optimum that comes later", () => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  });
  const records = new Records();
  records.add(solve({ daily: "2026-11-18" }));
  records.add(solve({ daily: "2026-11-19", ms: 800, moves: 9 }));
  records.learn("p", "stm", 8);
  records.learn("p", "mtm", 5);
  const again = new Records();
  expect(again.solves.map(({ optimum }) => optimum)).toEqual([8, 8]);
  expect(again.bestOf("p", "stm")).toEqual({ moves: 9, ms: 800 });
  expect(again.bestOf("p", "mtm")).toBeUndefined();
  expect(again.streak("tiles", "2026-11-19")).toBe(2);
  expect(again.streak("tiles", "2026-11-20")).toBe(2);
  expect(again.streak("tiles", "2026-11-21")).toBe(0);
  expect(toCsv(again.solves).trim().split("\n")).toHaveLength(3);
  kept.set("fewest.records", "{broken");
  expect(new Records().solves).toEqual([]);
  vi.unstubAllGlobals();
});

const XSB = `; First
#####
#@$.#
#####

####
#@.#
# $#
#  #
####
Title: Second
Author: nobody
`;

test("levels of XSB have their titles, before or behind them", () => {
  expect(readXsb(XSB)).toEqual([
    { title: "First", position: "#####\n#@$.#\n#####" },
    { title: "Second", position: "####\n#@.#\n# $#\n#  #\n####" },
  ]);
});

test("a list of Rush Hour has boards and their moves", () => {
  const board = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM";
  const [first, second] = readRushHour(`60 ${board} 2332\n${board.replaceAll("o", ".")}\nno board`);
  expect(first).toEqual({ title: "1", position: board, optimum: 60 });
  expect(second?.optimum).toBeUndefined();
  const found = readCollection(`60 ${board}`, "Fogleman")!;
  expect(entriesOf(found)[0]).toMatchObject({ optimum: { move: 60 }, puzzle: { kind: "blocks", format: "rush" } });
});

test("a text without a puzzle is no collection", () => {
  expect(readCollection("hello\nworld", "x")).toBeUndefined();
});
