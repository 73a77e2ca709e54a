// A level of Sokoban while it is drawn, in the characters of XSB. Whether it is a level is for the engine to say.

export interface Level {
  title: string;
  width: number;
  height: number;
  /** One of `# .$*@+` for each square, row by row. */
  squares: readonly string[];
}
export const TOOLS = ["wall", "floor", "goal", "box", "player"] as const;
export type Tool = (typeof TOOLS)[number];

/** Sides of levels that the engine takes. */
export const MAX_SIDE = 64;

interface Parts {
  wall: boolean;
  goal: boolean;
  on: "box" | "player" | undefined;
}
const parts = (square: string): Parts => ({
  wall: square === "#",
  goal: ".*+".includes(square),
  on: "$*".includes(square) ? "box" : "@+".includes(square) ? "player" : undefined,
});
const square = ({ wall, goal, on }: Parts): string =>
  wall ? "#" : on === "box" ? (goal ? "*" : "$") : on === "player" ? (goal ? "+" : "@") : goal ? "." : " ";

/** An empty room. */
export function room(width: number, height: number): Level {
  const squares = Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    return x === 0 || y === 0 || x === width - 1 || y === height - 1 ? "#" : " ";
  });
  return { title: "", width, height, squares };
}

/** What a text says, as far as it is one level; nothing where it holds what is no square. */
export function read(text: string): Level | undefined {
  let title = "";
  const rows: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith(";")) title = line.slice(1).trim();
    else if (line.trim() !== "") rows.push(...line.split("|"));
  }
  const plain = rows.map((row) =>
    row.replace(/(\d+)(\D)/g, (_, times: string, c: string) => c.repeat(Math.min(Number(times), MAX_SIDE + 1))),
  );
  const width = Math.max(0, ...plain.map((row) => row.trimEnd().length));
  if (width === 0 || width > MAX_SIDE || plain.length > MAX_SIDE) return undefined;
  if (plain.some((row) => /[^# .$*@+_-]/.test(row))) return undefined;
  const squares = plain.flatMap((row) => [...row.replace(/[_-]/g, " ").slice(0, width).padEnd(width)]);
  return { title, width, height: plain.length, squares };
}

export function written({ title, width, height, squares }: Level): string {
  const rows = Array.from({ length: height }, (_, y) =>
    squares
      .slice(y * width, (y + 1) * width)
      .join("")
      .trimEnd(),
  );
  // An empty line would end the level; a floor that is written keeps it together.
  return [...(title ? [`; ${title}`] : []), ...rows.map((row) => row || "-")].join("\n");
}

/** Whether a square has what a tool puts there. */
export function has(level: Level, i: number, tool: Tool): boolean {
  const { wall, goal, on } = parts(level.squares[i] ?? " ");
  if (tool === "wall") return wall;
  if (tool === "goal") return goal;
  if (tool === "floor") return !wall && !goal && !on;
  return on === tool;
}

/** The level with what a tool puts on a square, or takes from it. */
export function painted(level: Level, i: number, tool: Tool, put: boolean): Level {
  const here = parts(level.squares[i] ?? " ");
  const floor: Parts = { wall: false, goal: here.goal, on: here.on };
  const made: Parts =
    tool === "floor"
      ? { wall: false, goal: false, on: undefined }
      : tool === "wall"
        ? { wall: put, goal: false, on: undefined }
        : tool === "goal"
          ? { ...floor, goal: put }
          : { ...floor, on: put ? tool : undefined };
  const squares = level.squares.map((at) => {
    // There is one player.
    const of = parts(at);
    return tool === "player" && put && of.on === "player" ? square({ ...of, on: undefined }) : at;
  });
  return { ...level, squares: squares.with(i, square(made)) };
}

export function resized(level: Level, width: number, height: number): Level {
  const squares = Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    return x < level.width && y < level.height ? (level.squares[y * level.width + x] ?? " ") : " ";
  });
  return { ...level, width, height, squares };
}
