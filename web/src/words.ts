// Sentences that several parts of the page say.
import type { Answer, View } from "./engine/engine";
import { count, number, t } from "./i18n/index.svelte";

/** What is proven about the length of a solution. */
export function proofWords({ length, proof, lower_bound, proven_factor }: Answer): string {
  if (length == null) return "";
  if (proof === "optimal") return count("proof.optimal", length);
  if (proof === "bounded" && lower_bound != null) {
    const factor = number(proven_factor ?? length / lower_bound, { maximumFractionDigits: 2 });
    return count("proof.bounded", length, { bound: lower_bound, factor });
  }
  return count("proof.none", length);
}

/** A move in words, such as `7 left`, where the board is a grid; else as the engine writes it. */
export function moveWords(move: string, before: View): string {
  const { board, moves } = before;
  const legal = moves.find(({ text }) => text === move);
  if (board.shape !== "grid" || !legal) return move;
  const [dx, dy] = legal.by;
  const names = board.pieces
    .filter(({ id }) => legal.pieces.includes(id))
    .map(({ label, role }) => label || t(`role.${role}`));
  if (names.length === 0 || Math.abs(dx) + Math.abs(dy) !== 1) return move;
  const way = dx < 0 ? "left" : dx > 0 ? "right" : dy < 0 ? "up" : "down";
  return t(`say.${way}`, { pieces: names.join(", ") });
}
