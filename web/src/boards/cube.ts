// A cube in space, as its board shows it: where stickers are and what turns do to them. The rules are the engine's; this is
// geometry. Axes go to the right, up and to the front; places are -1, 0 and 1 along each, of a 2×2×2 only -1 and 1.
import type { Board } from "../engine/engine";

export type Vector = readonly [number, number, number];

export interface Sticker {
  /** As the engine numbers stickers. */
  id: number;
  /** The face that it is on, in the order U R F D L B. */
  face: number;
  /** Its column and row there, as places from -1 to 1. */
  across: number;
  down: number;
  /** The place of its piece. */
  at: Vector;
  /** The face whose colour it shows. */
  colour: string;
}

/** Some layers of an axis, turned clockwise as seen from its positive end. */
export interface Turn {
  axis: number;
  layers: readonly number[];
  quarters: number;
}

/** Where faces lie in the net, in faces from the upper left. */
const NET: readonly (readonly [number, number])[] = [
  [1, 0],
  [2, 1],
  [1, 1],
  [1, 2],
  [0, 1],
  [3, 1],
];

/** Which way faces look. */
export const NORMALS: readonly Vector[] = [
  [0, 1, 0],
  [1, 0, 0],
  [0, 0, 1],
  [0, -1, 0],
  [-1, 0, 0],
  [0, 0, -1],
];

/** Which ways columns and rows of faces go. */
export const ACROSS: readonly Vector[] = [
  [1, 0, 0],
  [0, 0, -1],
  [1, 0, 0],
  [1, 0, 0],
  [0, 0, 1],
  [-1, 0, 0],
];
export const DOWN: readonly Vector[] = [
  [0, 0, 1],
  [0, -1, 0],
  [0, -1, 0],
  [0, 0, -1],
  [0, -1, 0],
  [0, -1, 0],
];

/** How each face is turned from the front, as a style. */
export const FACING = ["rotateX(90deg)", "rotateY(90deg)", "", "rotateX(-90deg)", "rotateY(-90deg)", "rotateY(180deg)"];

/** The layers that a letter turns, and whether clockwise as seen from the positive end of the axis. */
const LAYERS: Readonly<Record<string, readonly [number, readonly number[], 1 | -1]>> = {
  R: [0, [1], 1],
  L: [0, [-1], -1],
  M: [0, [0], -1],
  U: [1, [1], 1],
  D: [1, [-1], -1],
  E: [1, [0], -1],
  F: [2, [1], 1],
  B: [2, [-1], -1],
  S: [2, [0], 1],
  x: [0, [-1, 0, 1], 1],
  y: [1, [-1, 0, 1], 1],
  z: [2, [-1, 0, 1], 1],
};

/** The stickers of a net. */
export function stickersOf(board: Extract<Board, { shape: "grid" }>): Sticker[] {
  const side = board.width / 4;
  const place = (index: number) => (side === 1 ? 0 : (2 * index) / (side - 1) - 1);
  return board.pieces.map(({ id, label, cells }) => {
    const [x, y] = cells[0] ?? [0, 0];
    const [column, row] = [Math.floor(x / side), Math.floor(y / side)];
    const face = NET.findIndex(([c, r]) => c === column && r === row);
    const [across, down] = [place(x % side), place(y % side)];
    const along = (axis: number) =>
      (NORMALS[face]?.[axis] ?? 0) + across * (ACROSS[face]?.[axis] ?? 0) + down * (DOWN[face]?.[axis] ?? 0);
    return { id, face, across, down, at: [along(0), along(1), along(2)], colour: label };
  });
}

/** What a move turns. */
export function turnOf(move: string): Turn | undefined {
  const [, letter = "", wide, suffix] = /^([RLMUDEFBSxyz])(w?)(['2]?)$/.exec(move) ?? [];
  const known = LAYERS[letter];
  if (!known) return undefined;
  const [axis, layers, way] = known;
  const quarters = suffix === "2" ? 2 : suffix === "'" ? -way : way;
  return { axis, layers: wide ? [...layers, 0] : layers, quarters };
}

/** The move that takes another one back. */
export function takenBack(move: string): string {
  if (move.endsWith("2")) return move;
  return move.endsWith("'") ? move.slice(0, -1) : `${move}'`;
}

/** The single move that leads from some moves made to others, where there is one. */
export function stepBetween(before: readonly string[], after: readonly string[]): string | undefined {
  const [longer, shorter] = before.length < after.length ? [after, before] : [before, after];
  const last = longer.at(-1);
  if (longer.length !== shorter.length + 1 || last === undefined) return undefined;
  if (!shorter.every((move, i) => move === longer[i])) return undefined;
  return longer === after ? last : takenBack(last);
}

/** A direction as it is seen: to the right and down, with the cube turned about by degrees. */
export function projected([x, y, z]: Vector, yaw: number, tilt: number): readonly [number, number] {
  const [a, b] = [(yaw * Math.PI) / 180, (tilt * Math.PI) / 180];
  const [turnedX, turnedZ] = [x * Math.cos(a) + z * Math.sin(a), -x * Math.sin(a) + z * Math.cos(a)];
  return [turnedX, -y * Math.cos(b) - turnedZ * Math.sin(b)];
}

/** The move that draws a sticker the way of a drag, seen from here. */
export function drawn(
  sticker: Sticker,
  drag: readonly [number, number],
  yaw: number,
  tilt: number,
): string | undefined {
  const normal = NORMALS[sticker.face];
  const [across, down] = [ACROSS[sticker.face], DOWN[sticker.face]];
  if (!normal || !across || !down) return undefined;
  const negative = ([x, y, z]: Vector): Vector => [-x, -y, -z];
  const ways = [across, down, negative(across), negative(down)];
  const fit = (way: Vector) => {
    const [x, y] = projected(way, yaw, tilt);
    return (x * drag[0] + y * drag[1]) / (Math.hypot(x, y) || 1);
  };
  const way = ways.toSorted((a, b) => fit(b) - fit(a))[0] as Vector;
  // A turn about n × d moves what lies at n towards d.
  const about = [0, 1, 2].map((axis) => {
    const [i, j] = [(axis + 1) % 3, (axis + 2) % 3];
    return (normal[i] ?? 0) * (way[j] ?? 0) - (normal[j] ?? 0) * (way[i] ?? 0);
  });
  const axis = about.findIndex((part) => Math.abs(part) > 0.5);
  if (axis < 0) return undefined;
  const layer = Math.round(sticker.at[axis] ?? 0);
  const found = Object.entries(LAYERS).find(
    ([, [of, layers]]) => of === axis && layers.length === 1 && layers[0] === layer,
  );
  if (!found) return undefined;
  const [letter, [, , clockwise]] = found;
  // Against the clock about the positive end is clockwise about the negative one.
  return (about[axis] ?? 0) * clockwise > 0 ? `${letter}'` : letter;
}
