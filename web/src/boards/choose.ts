// Which of the legal moves a tap, a drag or a key means. Only what the engine lists can be meant.
import type { Board, LegalMove, View } from "../engine/engine";

export type Place = readonly [number, number];

/** Something that chooses a move of whatever the position is by the time it is asked. */
export type Choose = (view: View) => LegalMove | undefined;

/** Makes a move; steps of one gesture are one move. Says whether it was made. */
export type Play = (choose: Choose, gesture?: symbol) => Promise<boolean>;

export const same = (a: Place, b: Place): boolean => a[0] === b[0] && a[1] === b[1];

/** Whether a move goes one square. A walk to the next square is a step as well. */
const isStep = ({ to, by }: LegalMove): boolean => !to || Math.abs(by[0]) + Math.abs(by[1]) === 1;

/** For each direction in which a piece can go, the move that takes the fewest others along. */
export function movesOf(moves: readonly LegalMove[], piece: number): LegalMove[] {
  const best = new Map<string, LegalMove>();
  for (const move of moves) {
    if (!isStep(move) || !move.pieces.includes(piece)) continue;
    const way = move.by.join();
    const known = best.get(way);
    if (!known || move.pieces.length < known.pieces.length) best.set(way, move);
  }
  return [...best.values()];
}

/** What a tap on a piece means: its move, where it has but one. */
export function tapped(moves: readonly LegalMove[], piece: number): LegalMove | undefined {
  const own = movesOf(moves, piece);
  return own.length === 1 ? own[0] : undefined;
}

/** The move in a direction, of one piece where it is named, that moves the fewest pieces, or the most. */
export function toward(moves: readonly LegalMove[], by: Place, piece?: number, far = false): LegalMove | undefined {
  const fits = moves.filter(
    (move) => isStep(move) && same(move.by, by) && (piece === undefined || move.pieces.includes(piece)),
  );
  const sorted = fits.toSorted((a, b) => a.pieces.length - b.pieces.length);
  return far ? sorted.at(-1) : sorted[0];
}

/** The walk that ends on a square. */
export function walk(moves: readonly LegalMove[], square: Place): LegalMove | undefined {
  return moves.find((move) => move.to && same(move.to, square));
}

/** The directions of the arrow keys. */
export const ARROWS: Readonly<Record<string, Place>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/** On a graph, the move of the tile that goes the way of an arrow best. */
export function along(board: Extract<Board, { shape: "graph" }>, moves: readonly LegalMove[], by: Place) {
  const blank = board.places[board.tiles.indexOf(0)];
  if (!blank) return undefined;
  const fit = ({ vertex }: LegalMove): number => {
    const place = board.places[vertex ?? -1];
    if (!place) return 0;
    const [dx, dy] = [blank[0] - place[0], blank[1] - place[1]];
    return (dx * by[0] + dy * by[1]) / (Math.hypot(dx, dy) || 1);
  };
  const best = moves.toSorted((a, b) => fit(b) - fit(a))[0];
  // More across than along is no answer to an arrow.
  return best && fit(best) > Math.SQRT1_2 - 0.01 ? best : undefined;
}

/** The transfer of a disc from one peg to another. */
export function transfer(moves: readonly LegalMove[], from: number, to: number): LegalMove | undefined {
  return moves.find(({ peg }) => peg?.[0] === from && peg[1] === to);
}
