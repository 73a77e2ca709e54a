// A small engine of tiles for tests of the page's own logic: real rules, a search that is good enough for a few moves.
import { Cancelled, EngineFault } from "../../src/engine/engine";
import type {
  Answer,
  Engine,
  FieldInfo,
  LegalMove,
  Puzzle,
  Query,
  ReplyTo,
  Request,
  Solving,
  View,
} from "../../src/engine/engine";

const WAYS: Record<string, [number, number]> = { U: [0, -1], D: [0, 1], L: [-1, 0], R: [1, 0] };

type Rows = number[][];

export class FakeEngine implements Engine {
  /** Queries as they came. */
  readonly asked: Query[] = [];
  /** Set to hold back answers of searches until it is called. */
  hold = false;

  async query<Q extends Query>(query: Q): Promise<ReplyTo<Q>> {
    this.asked.push(query);
    await Promise.resolve();
    return this.#reply(query) as ReplyTo<Q>;
  }

  solve({ puzzle }: Request): Solving {
    let cancel = () => {};
    const answer = new Promise<Answer>((resolve, reject) => {
      cancel = () => reject(new Cancelled());
      if (!this.hold) setTimeout(() => resolve(solved(puzzle)), 0);
    });
    return { answer, cancel: () => cancel() };
  }

  #reply(query: Query): unknown {
    switch (query.query) {
      case "view":
        return { reply: "view", ...view(query.puzzle, query.moves ?? "") };
      case "check":
        return {
          reply: "check",
          puzzle: "tiles",
          faults: [],
          solvable: true,
          position: start(query.puzzle),
          lower_bounds: [],
        };
      case "random": {
        const { request } = query;
        if (request.puzzle.kind !== "tiles") throw new EngineFault("only tiles here");
        const { size = "4x4" } = request.puzzle;
        const [w, h] = size.split("x").map(Number);
        if (!w || !h) throw new EngineFault(`the size ${size} is none`);
        const puzzle: Puzzle = { kind: "tiles", position: shuffled(w, h, request.shuffle ?? 80, request.seed) };
        return { reply: "random", puzzles: [puzzle] };
      }
      case "library":
        return { reply: "library", entries: [] };
      case "catalog":
        return { reply: "catalog", ...CATALOG };
      default:
        throw new EngineFault(`the fake does not answer ${query.query}`);
    }
  }
}

function field(name: string, part: Partial<FieldInfo> = {}): FieldInfo {
  return {
    name,
    about: "",
    value: "",
    is_number: false,
    is_required: false,
    default: null,
    tells_kind: false,
    may_be_file: false,
    ...part,
  };
}

const GOAL = field("goal", { default: "blank-last" });
const DISCS = field("discs", { is_number: true });
const PEGS = field("pegs", { is_number: true });

export const CATALOG = {
  version: 1,
  kinds: [
    {
      kind: "tiles" as const,
      title: "Sliding tiles",
      about: "Numbered tiles and a blank.",
      metrics: [
        { name: "stm", about: "one tile, one cell", noun: "move" },
        { name: "mtm", about: "any number of tiles in one line", noun: "move" },
      ],
      fields: [field("position", { is_required: true }), field("size"), GOAL],
      random_fields: [field("size"), GOAL],
      example: { kind: "tiles" as const, position: "1 2 3/4 5 6/0 7 8" },
    },
    {
      kind: "hanoi" as const,
      title: "Towers of Hanoi",
      about: "Discs.",
      metrics: [{ name: "moves", about: "one disc", noun: "move" }],
      fields: [field("position"), DISCS, PEGS, field("goal", { default: "last" })],
      random_fields: [{ ...DISCS, is_required: true }, { ...PEGS, default: "3" }, field("goal", { default: "last" })],
      example: { kind: "hanoi" as const, discs: 3, pegs: 3 },
    },
  ],
  algorithms: [],
  heuristics: [],
  sat_solvers: [],
};

const written = (rows: Rows) => rows.map((row) => row.join(" ")).join("/");

function start(puzzle: Puzzle): string {
  if (puzzle.kind !== "tiles") throw new EngineFault("only tiles here");
  return puzzle.position;
}

function parse(puzzle: Puzzle): Rows {
  const rows = start(puzzle)
    .split("/")
    .map((row) => row.split(" ").map(Number));
  if (rows.flat().some(Number.isNaN)) throw new EngineFault("a cell is no number");
  return rows;
}

function blank(rows: Rows): [number, number] {
  const y = rows.findIndex((row) => row.includes(0));
  return [rows[y]?.indexOf(0) ?? 0, y];
}

function step(rows: Rows, way: string): Rows | undefined {
  const [dx, dy] = WAYS[way] ?? [0, 0];
  const [x, y] = blank(rows);
  const tile = rows[y - dy]?.[x - dx];
  if (tile === undefined) return undefined;
  return rows.map((row) => row.map((cell) => (cell === 0 ? tile : cell === tile ? 0 : cell)));
}

function goal(rows: Rows): string {
  const width = rows[0]?.length ?? 0;
  const cells = width * rows.length;
  return written(rows.map((row, y) => row.map((_, x) => (y * width + x + 1) % cells)));
}

function view(puzzle: Puzzle, moves: string): View {
  let rows = parse(puzzle);
  const made: string[] = [];
  const steps: string[] = [];
  let illegal: View["illegal"];
  for (const [i, move] of moves.split(" ").filter(Boolean).entries()) {
    const after = Array.from({ length: Number(move.slice(1) || 1) }).reduce<Rows | undefined>(
      (at) => at && step(at, move[0] ?? ""),
      rows,
    );
    if (!after) {
      illegal = { number: i + 1, reason: "there is no tile to move" };
      break;
    }
    rows = after;
    made.push(move);
    steps.push(...(move[0] ?? "").repeat(Number(move.slice(1) || 1)));
  }
  const [width, height] = [rows[0]?.length ?? 0, rows.length];
  const here = { ...puzzle, position: written(rows) } as Puzzle;
  const [bx, by] = blank(rows);
  const legal: LegalMove[] = Object.entries(WAYS).flatMap(([way, [dx, dy]]) => {
    const found: LegalMove[] = [];
    const pieces: number[] = [];
    for (let far = 1; ; far++) {
      const tile = rows[by - far * dy]?.[bx - far * dx];
      if (tile === undefined) return found;
      pieces.push(tile);
      found.push({ text: far === 1 ? way : `${way}${far}`, pieces: [...pieces], by: [dx, dy] });
    }
  });
  return {
    kind: "tiles",
    what: `${width}×${height} board`,
    start: start(puzzle),
    goal: goal(rows),
    here,
    board: {
      shape: "grid",
      width,
      height,
      ground: Array.from({ length: width * height }, () => "floor" as const),
      marks: [],
      pieces: rows
        .flatMap((row, y) => row.map((tile, x) => ({ tile, x, y })))
        .filter(({ tile }) => tile !== 0)
        .sort((a, b) => a.tile - b.tile)
        .map(({ tile, x, y }) => {
          const home: [number, number] = [(tile - 1) % width, Math.floor((tile - 1) / width)];
          return {
            id: tile,
            label: String(tile),
            role: "tile" as const,
            cells: [[x, y]],
            colour: "accent" as const,
            home: [home],
            at_home: home[0] === x && home[1] === y,
          };
        }),
    },
    moves: legal,
    made,
    ...(illegal && { illegal }),
    lengths: { stm: steps.length, mtm: steps.filter((way, i) => way !== steps[i - 1]).length },
    solved: written(rows) === goal(rows),
  };
}

function shuffled(width: number, height: number, moves: number, seed: number): string {
  let rows: Rows = Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => (y * width + x + 1) % (width * height)),
  );
  let state = seed;
  for (let made = 0; made < moves;) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    const after = step(rows, Object.keys(WAYS)[Math.floor(state / 65_536) % 4] ?? "U");
    if (after) {
      rows = after;
      made++;
    }
  }
  return written(rows);
}

/** Iterative deepening: for positions a few moves from the goal. */
function solved(puzzle: Puzzle): Answer {
  const rows = parse(puzzle);
  const wanted = goal(rows);
  const dive = (at: Rows, left: number, path: string[]): string[] | undefined => {
    if (written(at) === wanted) return path;
    if (left === 0) return undefined;
    for (const way of Object.keys(WAYS)) {
      const after = step(at, way);
      const found = after && dive(after, left - 1, [...path, way]);
      if (found) return found;
    }
    return undefined;
  };
  let path: string[] | undefined;
  let depth = 0;
  while (!path && depth < 12) path = dive(rows, depth++, []);
  const length = path?.length ?? null;
  return {
    version: 1,
    puzzle: "tiles",
    position: written(rows),
    goal: wanted,
    metric: "stm",
    outcome: path ? "solved" : "limit",
    length,
    proof: path ? "optimal" : "none",
    lower_bound: length ?? depth,
    proven_factor: path ? 1 : null,
    moves: path?.join(" ") ?? null,
    notation: "tile",
    reason: path ? null : "too deep for the fake",
    algorithm: "iddfs",
    heuristic: "none",
    chosen_because: "it is all there is",
    expanded: 1,
    generated: 1,
    reopened: 0,
    iterations: depth,
    seconds: 0,
    setup_seconds: 0,
    peak_memory_bytes: 0,
    expanded_by_depth: [],
  };
}
