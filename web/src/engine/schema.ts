export type Kind = "tiles" | "hanoi" | "graph" | "blocks" | "sokoban";
export type Puzzle =
  | { kind: "tiles"; position: string; goal?: string; size?: string | null; metric?: "stm" | "mtm" }
  | { kind: "hanoi"; position?: string | null; discs?: number | null; pegs?: number | null; goal?: string }
  | { kind: "graph"; edges: string; position: string; goal?: string }
  | { kind: "blocks"; position: string; format?: string | null; metric?: "step" | "slide" | "move" | "group" }
  | { kind: "sokoban"; position: string; metric?: "push" | "move" };
export type RandomPuzzle =
  | { kind: "tiles"; size: string; goal: string }
  | { kind: "hanoi"; discs: number; pegs: number; goal: string }
  | { kind: "graph"; edges: string; goal: string }
  | { kind: "blocks"; position: string; format?: string | null }
  | { kind: "sokoban"; width: number; height: number; boxes: number };
export interface RandomRequest { puzzle: RandomPuzzle; shuffle?: number | null; seed: number }
export interface Options {
  tie_break?: "fifo" | "lifo" | null; weight?: number | null; depth?: number | null; nodes?: number | null; threads?: number | null;
  order?: "natural" | "by-f" | null; table_bytes?: number | null; spill?: string | null; sat_solver?: string | null; encoding?: string | null;
  pdb?: string | null; pdb_kind?: "additive" | "additive-blank" | "full" | "lines" | null; pdb_encoding?: string | null; pdb_mirrors?: boolean | null;
}
export interface Limits { seconds?: number | null; expansions?: number | null; memory_bytes?: number | null }
export interface Request {
  version?: number; puzzle: Puzzle; algorithm?: string; heuristic?: string; options?: Options; limits?: Limits;
  notation?: "tile" | "blank"; trace_depths?: boolean; trace_tree?: number | null;
}
export interface TreeNode { id: number; parent?: number | null; g: number; h?: number | null; move?: string | null; position: string }
export type Event =
  | { event: "chosen"; algorithm: string; heuristic: string; because: string }
  | { event: "building"; table: string; number: number; tables: number; level: number; known: number; entries: number; seconds: number }
  | { event: "iteration"; bound: number; expanded: number; generated: number }
  | { event: "progress"; lower_bound: number; expanded: number; generated: number; memory_bytes: number; seconds: number }
  | { event: "improved"; length: number; lower_bound: number }
  | { event: "depths"; depths: number[] }
  | { event: "nodes"; nodes: TreeNode[] };
export interface Answer {
  version: number; puzzle: Kind; position: string; goal: string; edges?: string | null; metric: string;
  outcome: "solved" | "unsolvable" | "limit"; length?: number | null; proof: "optimal" | "bounded" | "none";
  lower_bound?: number | null; proven_factor?: number | null; moves?: string | null; notation: "tile" | "blank"; reason?: string | null;
  algorithm: string; heuristic: string; pdb?: string | null; chosen_because: string; expanded: number; generated: number; reopened: number;
  iterations: number; seconds: number; setup_seconds: number; peak_memory_bytes: number; expanded_by_depth: number[]; notices?: string[];
}
export interface MetricInfo { name: string; about: string }
export interface KindInfo { kind: Kind; title: string; about: string; metrics: MetricInfo[]; example: Puzzle }
export interface AlgorithmInfo {
  name: string; aliases: string[]; summary: string; optimal: boolean; uses_heuristic: boolean; needs_goals: boolean; parallel: boolean;
  parameters: string[]; puzzles: Kind[]; metrics: string[];
}
export interface HeuristicInfo { name: string; aliases: string[]; summary: string; puzzles: Kind[]; metrics: string[]; admissible: boolean; consistent: boolean; source: string }
export interface LibraryEntry { name: string; title: string; about?: string | null; size: string; optimum: { [metric: string]: number }; puzzle: Puzzle }
export interface Bound { heuristic: string; metric: string; moves: number }
export interface Check {
  puzzle: Kind; what?: string | null; position?: string | null; goal?: string | null; edges?: string | null; faults: string[]; size?: [number, number] | null;
  solvable?: boolean | null; reason?: string | null; positions?: number | null; permutation_is_odd?: boolean | null; blank_distance?: number | null;
  lower_bounds: Bound[]; upper_bound?: number | null; swap?: [number, number] | null;
}
export type Colour = "accent" | "grey" | { hue: number };
export interface Mark { kind: "goal" | "gate" | "exit"; cells: [number, number][]; colour: Colour; side?: "up" | "left" | "right" | "down" | null }
export interface Piece {
  id: number; label: string; role: "tile" | "block" | "box" | "player"; cells: [number, number][]; colour: Colour;
  home?: [number, number][] | null; at_home: boolean;
}
export type Board =
  | { shape: "grid"; width: number; height: number; ground: ("floor" | "wall" | "outside")[]; marks: Mark[]; pieces: Piece[] }
  | { shape: "pegs"; pegs: number[][]; goal: number[][]; discs: number }
  | { shape: "graph"; places: [number, number][]; edges: [number, number][]; tiles: number[]; goal: number[] };
export interface LegalMove { text: string; pieces: number[]; by: [number, number]; to?: [number, number] | null; peg?: [number, number] | null; vertex?: number | null }
export interface Illegal { number: number; reason: string }
export interface View {
  kind: Kind; what: string; title?: string | null; start: string; goal: string; here: Puzzle; board: Board; moves: LegalMove[]; made: string[];
  illegal?: Illegal | null; lengths: { [metric: string]: number }; solved: boolean;
}
export interface Verification { position: string; goal: string; moves: string; illegal?: [number, string] | null; end: string; solves: boolean; lengths: { [metric: string]: number } }
export type Part =
  | { part: "vector"; tile: number; from: [number, number]; to: [number, number]; distance: number }
  | { part: "conflict"; tiles: number[]; axis: "row" | "column"; line: number; adds: number }
  | { part: "pattern"; tiles: number[]; value: number; name?: string | null }
  | { part: "share"; name: string; value: number };
export interface Explanation { heuristic: string; metric: string; value?: number | null; parts: Part[] }
export type Query =
  | { query: "catalog" }
  | { query: "library"; kind: Kind }
  | { query: "check"; puzzle: Puzzle }
  | { query: "view"; puzzle: Puzzle; moves?: string }
  | { query: "verify"; puzzle: Puzzle; moves: string; notation?: "tile" | "blank" }
  | { query: "random"; request: RandomRequest; count: number }
  | { query: "explain"; puzzle: Puzzle; heuristic: string; options?: Options };
export type Reply =
  | { reply: "catalog"; version: number; kinds: KindInfo[]; algorithms: AlgorithmInfo[]; heuristics: HeuristicInfo[]; sat_solvers: string[] }
  | { reply: "library"; entries: LibraryEntry[] }
  | ({ reply: "check" } & Check)
  | ({ reply: "view" } & View)
  | ({ reply: "verify" } & Verification)
  | { reply: "random"; puzzles: Puzzle[] }
  | ({ reply: "explain" } & Explanation);
