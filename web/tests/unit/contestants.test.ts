import { describe, expect, test } from "vitest";
import {
  competing,
  distinct,
  readContestants,
  usualContestants,
  withEveryHeuristic,
  writeContestants,
} from "../../src/study/contestants";
import type { Choice } from "../../src/study/offers";
import { fromQuery, toQuery } from "../../src/state/url";
import { OFFERED, TILES } from "./study-catalog";

const three: Choice[] = [
  { algorithm: "A*", heuristic: "manhattan", options: {} },
  { algorithm: "WA*", heuristic: "linear-conflict", options: { weight: 1.5, tie_break: "fifo" } },
  { algorithm: "BFS", heuristic: "auto", options: {} },
];

describe("contestants in an address", () => {
  test("are readable", () => {
    expect(writeContestants(three)).toBe("A*~manhattan;WA*~linear-conflict~weight:1.5~tie-break:fifo;BFS");
  });

  test("come back", () => {
    const query = toQuery({ contestants: writeContestants(three) });
    expect(readContestants(fromQuery(query)["contestants"] ?? "")).toEqual(three);
  });

  test("with tables, whose names have commas, slashes and pluses, come back", () => {
    const tables: Choice[] = [
      { algorithm: "A*+IDA*", heuristic: "pdb", options: { pdb: "1,2,5,6/3,4,7,8+2x2", pdb_kind: "full" } },
    ];
    const query = toQuery({ contestants: writeContestants(tables) });
    expect(readContestants(fromQuery(query)["contestants"] ?? "")).toEqual(tables);
  });

  test("that cannot be read are none", () => {
    for (const text of [
      "",
      ";",
      "A*~",
      "A*~weight:2",
      "A*~manhattan~weight",
      "A*~manhattan~weight:x",
      "A*~manhattan~colour:red",
    ])
      expect([text, readContestants(text)]).toEqual([text, undefined]);
    expect(readContestants(Array(13).fill("A*").join(";"))).toBeUndefined();
  });
});

describe("those who compete", () => {
  test("are the usual ones where nobody is named, or nobody who can", () => {
    const usual = usualContestants(OFFERED, TILES);
    expect(usual.map(({ algorithm, heuristic }) => `${algorithm} ${heuristic}`)).toEqual([
      "BFS auto",
      "A* misplaced",
      "A* manhattan",
      "A* linear-conflict",
      "IDA* linear-conflict",
      "WA* linear-conflict",
      "greedy linear-conflict",
    ]);
    expect(competing(OFFERED, TILES, undefined)).toEqual(usual);
    expect(competing(OFFERED, TILES, [{ algorithm: "A*", heuristic: "discs-away", options: {} }])).toEqual(usual);
    expect(competing(OFFERED, TILES, [])).toEqual([]);
  });

  test("of a kind with one estimate are still different", () => {
    const hanoi = usualContestants(OFFERED, { kind: "hanoi", metric: "moves", threads: 1 });
    expect(distinct(hanoi)).toEqual(hanoi);
    expect(hanoi.map(({ algorithm, heuristic }) => `${algorithm} ${heuristic}`)).toEqual([
      "BFS auto",
      "A* discs-away",
      "IDA* discs-away",
      "WA* discs-away",
      "greedy discs-away",
    ]);
  });

  test("can be one algorithm with every quick heuristic", () => {
    const all = withEveryHeuristic(OFFERED, TILES, { algorithm: "A*", heuristic: "auto", options: {} });
    expect(all.map(({ heuristic }) => heuristic)).toEqual(["none", "misplaced", "manhattan", "linear-conflict"]);
  });
});
