// The gap in the wall through which a block is freed, where its goal is a place at the edge: traffic jams and their like are
// told without an exit, but everyone looks for one.
import type { Board, Mark } from "../engine/engine";
import { box } from "./shape";

/** Where the block that a puzzle is about would leave; nothing where there is an exit already, or no telling. */
export function gapOf(
  board: Extract<Board, { shape: "grid" }>,
): { cells: Mark["cells"]; side: Mark["side"] } | undefined {
  if (board.marks.some(({ kind }) => kind === "exit")) return undefined;
  const [one, ...others] = board.pieces.filter(({ role, home }) => role === "block" && home);
  if (!one?.home || others.length > 0) return undefined;
  const { x, y, width, height } = box(one.home);
  const touched = [
    { side: "left" as const, touches: x === 0, long: width >= height },
    { side: "right" as const, touches: x + width === board.width, long: width >= height },
    { side: "up" as const, touches: y === 0, long: height >= width },
    { side: "down" as const, touches: y + height === board.height, long: height >= width },
  ].filter(({ touches, long }) => touches && long);
  const [at, ...more] = touched;
  // In a corner of its own, a square block could leave either way.
  if (!at || more.length > 0) return undefined;
  const edge = { left: x, right: x + width - 1, up: y, down: y + height - 1 }[at.side];
  const across = at.side === "left" || at.side === "right";
  return { side: at.side, cells: one.home.filter((cell) => cell[across ? 0 : 1] === edge) };
}
