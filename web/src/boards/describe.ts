// The board in words, for those who hear it.
import type { Board } from "../engine/engine";
import { t } from "../i18n/index.svelte";
import { box } from "./shape";

const SIDES = { up: "way.U", down: "way.D", left: "way.L", right: "way.R" } as const;

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
  const level = board.pieces.some(({ role }) => role === "player");
  if (level) for (const cell of board.marks.flatMap(({ cells }) => cells)) names.set(cell.join(), t("board.goal"));
  for (const piece of board.pieces) {
    const name = piece.label || t(`role.${piece.role}`);
    for (const cell of piece.cells) {
      const under = names.get(cell.join());
      names.set(cell.join(), under ? t("board.on", { piece: name, ground: under }) : name);
    }
  }
  const rows = Array.from({ length: board.height }, (_, y) => {
    const row = Array.from({ length: board.width }, (_, x) => {
      const ground = board.ground[y * board.width + x];
      return (
        names.get([x, y].join()) ?? (ground === "wall" ? t("board.wall") : ground === "outside" ? "" : t("board.blank"))
      );
    });
    return t("board.row", { row: y + 1, cells: row.filter((cell) => cell !== "").join(" ") });
  });
  const wishes = board.pieces.flatMap(({ role, label, home }) => {
    if (role !== "block" || !home) return [];
    const { x, y } = box(home);
    return [t("board.wish", { label, row: y + 1, column: x + 1 })];
  });
  const exits = board.marks.flatMap(({ kind, cells, side }) => {
    const [cell] = cells;
    if (kind !== "exit" || !cell || !side) return [];
    return [t("board.exit", { row: cell[1] + 1, column: cell[0] + 1, way: t(SIDES[side]) })];
  });
  return [...rows, ...wishes, ...exits].join(". ");
}
