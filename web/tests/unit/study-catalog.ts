// A few lines of the engine's catalog, enough to choose from.
import type { AlgorithmEntry, HeuristicEntry, Kind } from "../../src/engine/engine";
import type { Ground, Offered } from "../../src/study/offers";

const ALL: Kind[] = ["tiles", "hanoi", "graph", "blocks", "sokoban"];

function algorithm(name: string, part: Partial<AlgorithmEntry> = {}): AlgorithmEntry {
  return {
    name,
    aliases: [],
    summary: `${name} in a sentence`,
    source: "",
    memory: "",
    optimal: true,
    uses_heuristic: true,
    needs_goals: false,
    parallel: false,
    tells_tree: true,
    parameters: [],
    puzzles: ALL,
    metrics: [],
    ...part,
  };
}

function heuristic(
  name: string,
  puzzles: Kind[],
  metrics: string[],
  part: Partial<HeuristicEntry> = {},
): HeuristicEntry {
  return {
    name,
    aliases: [],
    summary: "",
    source: "",
    puzzles,
    metrics,
    admissible: true,
    consistent: true,
    ...part,
  } as HeuristicEntry;
}

export const OFFERED: Offered = {
  algorithms: [
    algorithm("BFS", { uses_heuristic: false, aliases: ["breadth-first"] }),
    algorithm("greedy", { optimal: false, parameters: ["tie-break"] }),
    algorithm("A*", { aliases: ["astar"], parameters: ["tie-break", "threads"] }),
    algorithm("WA*", { optimal: false, parameters: ["weight", "tie-break"] }),
    algorithm("HDA*", { parallel: true, parameters: ["threads", "tie-break"] }),
    algorithm("exhaustive", { parallel: true, uses_heuristic: false, puzzles: ["blocks"], parameters: ["threads"] }),
    algorithm("IDA*", { aliases: ["ida"], parameters: ["order", "table", "threads"] }),
    algorithm("SAT", {
      uses_heuristic: false,
      puzzles: ["tiles"],
      metrics: ["stm"],
      parameters: ["sat-solver", "encoding"],
    }),
  ],
  heuristics: [
    heuristic("none", ALL, ["stm", "mtm", "moves"]),
    heuristic("misplaced", ["tiles", "graph"], ["stm", "mtm", "moves"]),
    heuristic("manhattan", ["tiles"], ["stm", "mtm"]),
    heuristic("linear-conflict", ["tiles"], ["stm", "mtm"]),
    heuristic("alternating", ["tiles"], ["mtm"]),
    heuristic("pdb", ["tiles"], ["stm", "mtm"]),
    heuristic("discs-away", ["hanoi"], ["moves"]),
  ],
  sat_solvers: ["batsat"],
};

export const TILES: Ground = { kind: "tiles", metric: "stm", threads: 1 };
