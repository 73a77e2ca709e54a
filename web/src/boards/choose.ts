// Which of the legal moves a tap, a drag or a key means. Only what the engine lists can be meant.
import type { LegalMove, View } from "../engine/engine";

export type Place = readonly [number, number];

/** Something that chooses a move of whatever the position is by the time it is asked. */
export type Choose = (view: View) => LegalMove | undefined;

export const same = (a: Place, b: Place): boolean => a[0] === b[0] && a[1] === b[1];

/** For each direction in which a piece can go, the move that takes the fewest others along. */
export function movesOf(moves: readonly LegalMove[], piece: number): LegalMove[] {
  const best = new Map<string, LegalMove>();
  for (const move of moves) {
    if (move.to || !move.pieces.includes(piece)) continue;
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
    (move) => !move.to && same(move.by, by) && (piece === undefined || move.pieces.includes(piece)),
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
