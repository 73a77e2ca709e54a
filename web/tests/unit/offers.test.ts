import { describe, expect, test } from "vitest";
import {
  algorithmsFor,
  called,
  heuristicsFor,
  parametersOf,
  settled,
  takesHeuristic,
  type Choice,
} from "../../src/study/offers";
import { OFFERED, TILES } from "./study-catalog";

const names = (all: { name: string }[]) => all.map(({ name }) => name);
const choice = (algorithm: string, heuristic = "auto", options: Choice["options"] = {}): Choice => ({
  algorithm,
  heuristic,
  options,
});

describe("what is offered", () => {
  test("serves the kind, the metric and the threads there are", () => {
    expect(names(algorithmsFor(OFFERED, TILES))).toEqual(["BFS", "greedy", "A*", "WA*", "IDA*", "SAT"]);
    expect(names(algorithmsFor(OFFERED, { ...TILES, metric: "mtm" }))).not.toContain("SAT");
    expect(names(algorithmsFor(OFFERED, { ...TILES, threads: 4 }))).toContain("HDA*");
    expect(names(algorithmsFor(OFFERED, { kind: "blocks", metric: "move", threads: 1 }))).toContain("exhaustive");
    expect(names(heuristicsFor(OFFERED, TILES))).not.toContain("alternating");
    expect(names(heuristicsFor(OFFERED, { kind: "hanoi", metric: "moves", threads: 1 }))).toEqual([
      "none",
      "discs-away",
    ]);
  });

  test("has only the parameters that the algorithm takes, and those of tables only for tables", () => {
    expect(names(parametersOf(OFFERED, TILES, choice("WA*", "manhattan")))).toEqual(["weight", "tie-break"]);
    expect(names(parametersOf(OFFERED, TILES, choice("A*")))).toEqual(["tie-break"]);
    expect(names(parametersOf(OFFERED, { ...TILES, threads: 2 }, choice("A*")))).toEqual(["tie-break", "threads"]);
    expect(names(parametersOf(OFFERED, TILES, choice("A*", "pdb")))).toEqual(["tie-break", "pdb", "pdb-kind"]);
    expect(names(parametersOf(OFFERED, TILES, choice("auto")))).toEqual([]);
    const [solver] = parametersOf(OFFERED, TILES, choice("SAT"));
    expect(solver?.form).toEqual({ type: "choice", values: ["batsat"] });
  });
});

describe("a choice", () => {
  test("is called as the catalog calls it", () => {
    expect(settled(OFFERED, TILES, choice("astar", "Manhattan")).choice).toEqual(choice("A*", "manhattan"));
  });

  test("loses options that would have no effect", () => {
    const { choice: found } = settled(OFFERED, TILES, choice("A*", "manhattan", { weight: 2, tie_break: "fifo" }));
    expect(found.options).toEqual({ tie_break: "fifo" });
  });

  test("of what does not serve is left to the engine, which is told", () => {
    const { choice: found, dropped } = settled(OFFERED, { ...TILES, metric: "mtm" }, choice("SAT"));
    expect([found.algorithm, dropped]).toEqual(["auto", ["SAT"]]);
  });

  test("of an algorithm without heuristic has none", () => {
    expect(settled(OFFERED, TILES, choice("BFS", "manhattan")).choice.heuristic).toBe("auto");
    expect(takesHeuristic(OFFERED, "BFS")).toBe(false);
    expect(called(choice("BFS"), OFFERED)).toBe("BFS");
    expect(called(choice("WA*", "manhattan", { weight: 1.5 }), OFFERED)).toBe("WA* · manhattan · weight 1.5");
  });
});
