// The board in words, for those who hear it.
import type { Board } from "../engine/engine";
import { t } from "../i18n/index.svelte";

export function described(board: Board): string {
  if (board.shape === "pegs") {
    return board.pegs
      .map((peg, i) => t("board.peg", { peg: i + 1, discs: peg.join(" ") || t("board.empty") }))
      .join(". ");
  }
  if (board.shape === "graph") {
    return board.tiles
      .map((tile, i) => t("board.vertex", { label: tile === 0 ? t("board.blank") : String(tile), vertex: i + 1 }))
      .join(". ");
  }
  const names = new Map<string, string>();
  for (const piece of board.pieces) {
    for (const cell of piece.cells) names.set(cell.join(), piece.label || t(`role.${piece.role}`));
  }
  return Array.from({ length: board.height }, (_, y) => {
    const row = Array.from({ length: board.width }, (_, x) => {
      const ground = board.ground[y * board.width + x];
      return (
        names.get([x, y].join()) ?? (ground === "wall" ? t("board.wall") : ground === "outside" ? "" : t("board.blank"))
      );
    });
    return t("board.row", { row: y + 1, cells: row.filter((cell) => cell !== "").join(" ") });
  }).join(". ");
}
