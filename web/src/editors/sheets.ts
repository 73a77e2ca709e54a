// The sheets on which a puzzle of blocks is drawn: the board, and what is said of its squares.
import { emptyGoal, withGoal, type Blocks, type Grid } from "./blocks";

export type Sheet =
  | { of: "start" }
  | { of: "goal"; goal: number }
  | { of: "within"; goal: number; at: number }
  | { of: "empty"; goal: number }
  | { of: "gate"; at: number }
  | { of: "exit"; at: number };

/** All sheets of a puzzle; that of empty squares where there are some. */
export function sheets(blocks: Blocks): Sheet[] {
  return [
    { of: "start" },
    ...blocks.goals.flatMap((goal, i): Sheet[] => [
      { of: "goal", goal: i },
      ...goal.within.map((_, at): Sheet => ({ of: "within", goal: i, at })),
      ...(goal.empty.some(Boolean) ? [{ of: "empty" as const, goal: i }] : []),
    ]),
    ...blocks.gates.map((_, at): Sheet => ({ of: "gate", at })),
    ...blocks.exits.map((_, at): Sheet => ({ of: "exit", at })),
  ];
}

export function isThere(blocks: Blocks, sheet: Sheet): boolean {
  switch (sheet.of) {
    case "start":
      return true;
    case "goal":
    case "empty":
      return sheet.goal < blocks.goals.length;
    case "within":
      return blocks.goals[sheet.goal]?.within[sheet.at] !== undefined;
    case "gate":
      return sheet.at < blocks.gates.length;
    case "exit":
      return sheet.at < blocks.exits.length;
  }
}

/** What is on the squares of a sheet. */
export function cellsOfSheet(blocks: Blocks, sheet: Sheet): Grid {
  switch (sheet.of) {
    case "start":
      return blocks.pieces;
    case "goal":
      return blocks.goals[sheet.goal]?.on ?? [];
    case "within":
      return blocks.goals[sheet.goal]?.within[sheet.at]?.cells ?? [];
    case "empty":
      return blocks.goals[sheet.goal]?.empty ?? [];
    case "gate":
      return blocks.gates[sheet.at]?.cells ?? [];
    case "exit":
      return blocks.exits[sheet.at]?.cells ?? [];
  }
}

const at = <T>(list: readonly T[], index: number, change: (item: T) => T): T[] =>
  list.map((item, i) => (i === index ? change(item) : item));

export function withCells(blocks: Blocks, sheet: Sheet, cells: Grid): Blocks {
  switch (sheet.of) {
    case "start":
      return { ...blocks, pieces: cells };
    case "goal":
      return withGoal(blocks, sheet.goal, (goal) => ({ ...goal, on: cells }));
    case "within":
      return withGoal(blocks, sheet.goal, (goal) => ({
        ...goal,
        within: at(goal.within, sheet.at, (within) => ({ ...within, cells })),
      }));
    case "empty":
      return withGoal(blocks, sheet.goal, (goal) => ({ ...goal, empty: cells }));
    case "gate":
      return { ...blocks, gates: at(blocks.gates, sheet.at, (gate) => ({ ...gate, cells })) };
    case "exit":
      return { ...blocks, exits: at(blocks.exits, sheet.at, (exit) => ({ ...exit, cells })) };
  }
}

/** The puzzle without a sheet and what is on it. */
export function withoutSheet(blocks: Blocks, sheet: Sheet): Blocks {
  const but = <T>(list: readonly T[], index: number) => list.filter((_, i) => i !== index);
  switch (sheet.of) {
    case "start":
      return blocks;
    case "goal":
      return { ...blocks, goals: but(blocks.goals, sheet.goal) };
    case "within":
      return withGoal(blocks, sheet.goal, (goal) => ({ ...goal, within: but(goal.within, sheet.at) }));
    case "empty":
      return withGoal(blocks, sheet.goal, (goal) => ({ ...goal, empty: goal.empty.map(() => "") }));
    case "gate":
      return { ...blocks, gates: but(blocks.gates, sheet.at) };
    case "exit": {
      const gone = blocks.exits[sheet.at]?.name;
      return {
        ...blocks,
        exits: but(blocks.exits, sheet.at),
        goals: blocks.goals.map((goal) => ({ ...goal, leaves: goal.leaves.filter(({ exit }) => exit !== gone) })),
      };
    }
  }
}

const squares = ({ width, height }: Blocks) => Array.from({ length: width * height }, () => "");

export function withNewGoal(blocks: Blocks): [Blocks, Sheet] {
  const goal = emptyGoal(blocks.width * blocks.height);
  return [
    { ...blocks, goals: [...blocks.goals, goal] },
    { of: "goal", goal: blocks.goals.length },
  ];
}

export function withNewGate(blocks: Blocks): [Blocks, Sheet] {
  return [
    { ...blocks, gates: [...blocks.gates, { pieces: [], cells: squares(blocks) }] },
    { of: "gate", at: blocks.gates.length },
  ];
}

export function withNewExit(blocks: Blocks): [Blocks, Sheet] {
  const used = new Set(blocks.exits.map(({ name }) => name));
  let number = 1;
  while (used.has(number === 1 ? "out" : `out${number}`)) number++;
  const name = number === 1 ? "out" : `out${number}`;
  return [
    { ...blocks, exits: [...blocks.exits, { name, way: "right", pieces: [], cells: squares(blocks) }] },
    { of: "exit", at: blocks.exits.length },
  ];
}

export function withNewWithin(blocks: Blocks, goal: number, piece: string): [Blocks, Sheet] {
  return [
    withGoal(blocks, goal, (of) => ({ ...of, within: [...of.within, { piece, cells: squares(blocks) }] })),
    { of: "within", goal, at: blocks.goals[goal]?.within.length ?? 0 },
  ];
}
