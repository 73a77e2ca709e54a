// What a board looks like at its goal, as far as one can tell from the board alone.
import type { Board, Piece } from "../engine/engine";

/** The goal as a picture; nothing where no piece has a place to reach. */
export function goalOf(board: Board): Board | undefined {
  if (board.shape === "pegs") return { ...board, pegs: board.goal };
  if (board.shape === "graph") return { ...board, tiles: board.goal };
  const boxes = board.pieces.filter(({ role }) => role === "box");
  const spots = board.marks.flatMap(({ kind, cells }) => (kind === "goal" ? cells : []));
  const pieces: Piece[] = board.pieces.flatMap((piece) => {
    if (piece.role === "player") return [];
    const spot = boxes.length > 0 ? spots[boxes.indexOf(piece)] : undefined;
    const home = piece.home ?? (spot && [spot]);
    return home ? [{ ...piece, cells: home, at_home: true }] : [];
  });
  const leaves = board.marks.some(({ kind }) => kind === "exit");
  return pieces.length > 0 || leaves ? { ...board, pieces } : undefined;
}
