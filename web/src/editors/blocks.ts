// A puzzle of blocks while it is drawn: all that the native text of docs/blocks-formats.md can say, and nothing judged.
// Whether it is a puzzle is for the engine to say, which reads what is written here.

export type Ground = "floor" | "wall" | "outside";
export const LOCKS = ["free", "horizontal", "vertical", "fixed"] as const;
export type Lock = (typeof LOCKS)[number];
export const WAYS = ["up", "left", "right", "down"] as const;
export type Way = (typeof WAYS)[number];

/** One text for each square, row by row: the label of a piece, a mark, or nothing. */
export type Grid = readonly string[];
export const MARK = "+";

export interface Gate {
  pieces: readonly string[];
  cells: Grid;
}
export interface Exit {
  name: string;
  way: Way;
  /** For whom it is; for all where there is none. */
  pieces: readonly string[];
  cells: Grid;
}
export interface Goal {
  /** Where pieces should lie. */
  on: Grid;
  leaves: readonly { piece: string; exit: string }[];
  within: readonly { piece: string; cells: Grid }[];
  /** Squares that must be empty; none is asked for where nothing is marked. */
  empty: Grid;
}
export interface Blocks {
  title: string;
  width: number;
  height: number;
  ground: readonly Ground[];
  pieces: Grid;
  locks: Readonly<Record<string, Lock>>;
  names: Readonly<Record<string, string>>;
  alike: readonly (readonly string[])[];
  gates: readonly Gate[];
  exits: readonly Exit[];
  goals: readonly Goal[];
}

/** Sides of boards that the engine takes. */
export const MAX_SIDE = 16;

const grid = (size: number): string[] => Array.from({ length: size }, () => "");
export const emptyGoal = (size: number): Goal => ({ on: grid(size), leaves: [], within: [], empty: grid(size) });

export function blank(width: number, height: number): Blocks {
  const size = width * height;
  return {
    title: "",
    width,
    height,
    ground: Array.from({ length: size }, () => "floor"),
    pieces: grid(size),
    locks: {},
    names: {},
    alike: [],
    gates: [],
    exits: [],
    goals: [emptyGoal(size)],
  };
}

// Writing.

export function written(draft: Blocks): string {
  const lines: string[] = [];
  const put = (cells: Grid) => {
    for (let y = 0; y < draft.height; y++) {
      let row = "";
      for (let x = 0; x < draft.width; x++) {
        const i = y * draft.width + x;
        const ground = draft.ground[i];
        row += ground === "wall" ? "#" : ground === "outside" ? " " : cells[i] || ".";
      }
      // A row that is all outside would end the grid.
      lines.push(row.trimEnd() || "#");
    }
  };
  if (draft.title) lines.push(`title: ${draft.title}`);
  for (const lock of LOCKS) {
    const locked = Object.keys(draft.locks).filter((label) => draft.locks[label] === lock);
    if (lock !== "free" && locked.length > 0) lines.push(`lock ${lock}: ${locked.join(" ")}`);
  }
  for (const group of draft.alike) lines.push(`alike: ${group.join(" ")}`);
  for (const [label, name] of Object.entries(draft.names)) if (name) lines.push(`name ${label}: ${name}`);
  for (const { pieces, cells } of draft.gates) {
    lines.push(`gate ${pieces.join(" ")}:`.replace(" :", ":"));
    put(cells);
  }
  for (const { name, way, pieces, cells } of draft.exits) {
    lines.push(`exit ${[name, way, ...pieces].join(" ")}:`);
    put(cells);
  }
  lines.push("start:");
  put(draft.pieces);
  for (const { on, leaves, within, empty } of draft.goals) {
    lines.push("goal:");
    put(on);
    for (const { piece, exit } of leaves) lines.push(`leaves ${piece}: ${exit}`);
    for (const { piece, cells } of within) {
      lines.push(`within ${piece}:`);
      put(cells);
    }
    if (empty.some(Boolean)) {
      lines.push("empty:");
      put(empty);
    }
  }
  return `${lines.join("\n")}\n`;
}

// Reading.

type Section = { rows: (rows: string[]) => void };
const isLabel = (c: string) => c !== "." && c !== "#" && c.trim() !== "";
const labels = (text: string) => [...text].filter((c) => c.trim() !== "" && c !== ",");

/**
 * What a text in native form with a line `start:` says; nothing where it is in another form, or holds what is no option.
 * Without that line the engine alone can tell the form.
 */
export function read(text: string): Blocks | undefined {
  if (!/^\s*start:\s*$/m.test(text)) return undefined;
  const draft = {
    ...blank(0, 0),
    goals: [] as Goal[],
    gates: [] as Gate[],
    exits: [] as Exit[],
    alike: [] as string[][],
  };
  const locks: Record<string, Lock> = {};
  const names: Record<string, string> = {};
  let rail = false;
  let started = false;
  // Grids are laid out when the size of the board is known.
  const later: (() => void)[] = [];
  const lay = (rows: readonly string[], keep: (c: string) => string): Grid => {
    const cells = grid(draft.width * draft.height);
    rows.slice(0, draft.height).forEach((row, y) =>
      [...row].slice(0, draft.width).forEach((c, x) => {
        if (isLabel(c)) cells[y * draft.width + x] = keep(c);
      }),
    );
    return cells;
  };
  const marks = (rows: readonly string[]) => lay(rows, () => MARK);

  const start: Section = {
    rows(rows) {
      started = true;
      draft.height = rows.length;
      draft.width = Math.max(0, ...rows.map((row) => [...row].length));
      draft.ground = rows.flatMap((row) => {
        const cells = [...row];
        return Array.from({ length: draft.width }, (_, x): Ground => {
          const c = cells[x] ?? " ";
          return c === "#" ? "wall" : c.trim() === "" ? "outside" : "floor";
        });
      });
      draft.pieces = lay(rows, (c) => c);
    },
  };
  const goal = (): Section => {
    const made = emptyGoal(0);
    draft.goals.push(made);
    return { rows: (rows) => later.push(() => (made.on = lay(rows, (c) => c))) };
  };
  const lastGoal = () => draft.goals.at(-1);

  /** Reads an option; the section whose grid follows, if one does; undefined where it is no option. */
  function option(line: string): Section | "none" | undefined {
    const colon = line.indexOf(":");
    const [word = "", ...rest] = line.slice(0, colon).trim().split(/\s+/);
    const value = line.slice(colon + 1).trim();
    const [first = ""] = rest;
    switch (word.toLowerCase()) {
      case "title":
        draft.title = value;
        return "none";
      case "rail":
        rail = true;
        return "none";
      case "lock":
        if (!(LOCKS as readonly string[]).includes(first)) return undefined;
        for (const label of labels(value)) locks[label] = first as Lock;
        return "none";
      case "alike":
        draft.alike.push(labels(value));
        return "none";
      case "name":
        names[first] = value;
        return "none";
      case "start":
        return started ? undefined : start;
      case "goal":
        return goal();
      case "leaves": {
        const of = lastGoal();
        if (of) of.leaves = [...of.leaves, { piece: first, exit: value }];
        return of && "none";
      }
      case "within": {
        const of = lastGoal();
        return (
          of && {
            rows: (rows) => later.push(() => (of.within = [...of.within, { piece: first, cells: marks(rows) }])),
          }
        );
      }
      case "empty": {
        const of = lastGoal();
        return (
          of && {
            rows: (rows) => later.push(() => (of.empty = marks(rows).map((mark, i) => mark || (of.empty[i] ?? "")))),
          }
        );
      }
      case "gate":
        return {
          rows: (rows) => later.push(() => draft.gates.push({ pieces: labels(rest.join("")), cells: marks(rows) })),
        };
      case "exit": {
        const [name = "", way = "", ...pieces] = rest;
        if (!(WAYS as readonly string[]).includes(way)) return undefined;
        return {
          rows: (rows) =>
            later.push(() =>
              draft.exits.push({ name, way: way as Way, pieces: labels(pieces.join("")), cells: marks(rows) }),
            ),
        };
      }
      default:
        return undefined;
    }
  }

  let section: Section | undefined;
  let rows: string[] | undefined;
  const end = () => {
    if (!rows && !section) return true;
    const into = section ?? (started ? (draft.goals.length === 0 ? goal() : undefined) : start);
    into?.rows(rows ?? []);
    section = rows = undefined;
    return into !== undefined;
  };
  for (const raw of text.split(/\r?\n/)) {
    const line = raw.trimEnd();
    if (line.trimStart().startsWith(";")) continue;
    if (line.startsWith("#") && !section && !rows && !started) continue;
    if (line === "") {
      if (rows && !end()) return undefined;
    } else if (line.includes(":")) {
      if (!end()) return undefined;
      const found = option(line);
      if (!found) return undefined;
      section = found === "none" ? undefined : found;
    } else {
      (rows ??= []).push(line);
    }
  }
  if (!end() || !started || draft.width > MAX_SIDE || draft.height > MAX_SIDE) return undefined;
  for (const goal of draft.goals) goal.on = goal.empty = grid(draft.width * draft.height);
  for (const task of later) task();
  if (rail) {
    for (const label of labelsOf(draft)) {
      const { width, height } = extent(draft, label);
      if (width !== height) locks[label] ??= width > height ? "horizontal" : "vertical";
    }
  }
  return { ...draft, locks, names };
}

// Drawing.

/** Squares of a piece. */
export function cellsOf({ pieces, width }: Blocks, label: string): [number, number][] {
  return cellsIn(pieces, width, label);
}

export function cellsIn(cells: Grid, width: number, label: string): [number, number][] {
  return cells.flatMap((at, i): [number, number][] => (at === label ? [[i % width, Math.floor(i / width)]] : []));
}

function extent(draft: Blocks, label: string): { width: number; height: number } {
  const cells = cellsOf(draft, label);
  const span = (values: number[]) => Math.max(...values) - Math.min(...values) + 1;
  return { width: span(cells.map(([x]) => x)), height: span(cells.map(([, y]) => y)) };
}

/** Pieces on the board, in order of appearance. */
export function labelsOf({ pieces }: Pick<Blocks, "pieces">): string[] {
  return [...new Set(pieces.filter(Boolean))];
}

/** Pieces on the board, and those that only something else names. */
export function mentioned(draft: Blocks): string[] {
  return [
    ...new Set([
      ...labelsOf(draft),
      ...Object.keys(draft.locks),
      ...Object.keys(draft.names),
      ...draft.alike.flat(),
      ...draft.gates.flatMap(({ pieces }) => pieces),
      ...draft.exits.flatMap(({ pieces }) => pieces),
      ...draft.goals.flatMap(({ on, leaves, within }) => [
        ...on.filter(Boolean),
        ...leaves.map(({ piece }) => piece),
        ...within.map(({ piece }) => piece),
      ]),
    ]),
  ];
}

/** A label that nothing has yet. */
export function freshLabel(draft: Blocks): string | undefined {
  const used = new Set(mentioned(draft));
  return [..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"].find((label) => !used.has(label));
}

const put = <T>(cells: readonly T[], i: number, value: T): T[] => cells.with(i, value);

/** The board with a piece on one more square, or with none where the label is empty. */
export function painted(draft: Blocks, i: number, label: string): Blocks {
  return { ...draft, ground: put(draft.ground, i, "floor"), pieces: put(draft.pieces, i, label) };
}

/** The board with another ground on a square; where there is no floor there is nothing else. */
export function grounded(draft: Blocks, i: number, ground: Ground): Blocks {
  const made = { ...draft, ground: put(draft.ground, i, ground) };
  return ground === "floor" ? made : everyGrid(made, (cells) => put(cells, i, ""));
}

function everyGrid(draft: Blocks, change: (cells: Grid) => Grid): Blocks {
  return {
    ...draft,
    pieces: change(draft.pieces),
    gates: draft.gates.map((gate) => ({ ...gate, cells: change(gate.cells) })),
    exits: draft.exits.map((exit) => ({ ...exit, cells: change(exit.cells) })),
    goals: draft.goals.map((goal) => ({
      ...goal,
      on: change(goal.on),
      within: goal.within.map((within) => ({ ...within, cells: change(within.cells) })),
      empty: change(goal.empty),
    })),
  };
}

/** The board with other sides; what does not fit is cut off. */
export function resized(draft: Blocks, width: number, height: number): Blocks {
  const moved = <T>(cells: readonly T[], otherwise: T): T[] =>
    Array.from({ length: width * height }, (_, i) => {
      const [x, y] = [i % width, Math.floor(i / width)];
      return x < draft.width && y < draft.height ? (cells[y * draft.width + x] ?? otherwise) : otherwise;
    });
  return { ...everyGrid(draft, (cells) => moved(cells, "")), ground: moved(draft.ground, "floor"), width, height };
}

/** Some squares moved; nothing where one would leave the board or its floor. */
function shifted(draft: Blocks, cells: readonly (readonly [number, number])[], dx: number, dy: number) {
  const moved = cells.map(([x, y]) => [x + dx, y + dy] as const);
  const fits = moved.every(
    ([x, y]) =>
      x >= 0 && y >= 0 && x < draft.width && y < draft.height && draft.ground[y * draft.width + x] === "floor",
  );
  return fits ? moved.map(([x, y]) => y * draft.width + x) : undefined;
}

/** The board with a piece elsewhere; as it was where that is no place for it. */
export function moved(draft: Blocks, label: string, dx: number, dy: number): Blocks {
  const to = shifted(draft, cellsOf(draft, label), dx, dy);
  if (!to || to.some((i) => draft.pieces[i] !== "" && draft.pieces[i] !== label)) return draft;
  const pieces = draft.pieces.map((at) => (at === label ? "" : at));
  for (const i of to) pieces[i] = label;
  return { ...draft, pieces };
}

/**
 * The board with a goal that has a whole piece with its first square on this one; where it lay there already, without.
 */
export function wanted(draft: Blocks, goal: number, label: string, i: number): Blocks {
  const cells = cellsOf(draft, label);
  const [first] = cells;
  if (!first) return draft;
  const [x, y] = [i % draft.width, Math.floor(i / draft.width)];
  const to = shifted(draft, cells, x - first[0], y - first[1]);
  if (!to) return draft;
  return withGoal(draft, goal, ({ on, ...rest }) => {
    const lay = to.every((i) => on[i] === label);
    const others: string[] = on.map((at) => (at === label ? "" : at));
    // A piece that is partly covered is wanted nowhere: a goal shows pieces whole.
    const covered = new Set(lay ? [] : to.map((i) => others[i]).filter(Boolean));
    const cleared = others.map((at) => (covered.has(at) ? "" : at));
    if (!lay) for (const i of to) cleared[i] = label;
    return { ...rest, on: cleared };
  });
}

export function withGoal(draft: Blocks, goal: number, change: (goal: Goal) => Goal): Blocks {
  return { ...draft, goals: draft.goals.map((at, i) => (i === goal ? change(at) : at)) };
}

/** The board without a piece and all that is said of it. */
export function without(draft: Blocks, label: string): Blocks {
  const others = (pieces: readonly string[]) => pieces.filter((piece) => piece !== label);
  const { [label]: _lock, ...locks } = draft.locks;
  const { [label]: _name, ...names } = draft.names;
  const cleared = everyGrid(draft, (cells) => cells.map((at) => (at === label ? "" : at)));
  return {
    ...cleared,
    locks,
    names,
    alike: draft.alike.map(others).filter((group) => group.length > 1),
    gates: cleared.gates.map((gate) => ({ ...gate, pieces: others(gate.pieces) })),
    exits: cleared.exits.map((exit) => ({ ...exit, pieces: others(exit.pieces) })),
    goals: cleared.goals.map((goal) => ({
      ...goal,
      leaves: goal.leaves.filter(({ piece }) => piece !== label),
      within: goal.within.filter(({ piece }) => piece !== label),
    })),
  };
}
