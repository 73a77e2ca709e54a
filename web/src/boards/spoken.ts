// Moves of pieces with names, of players, discs and tiles on a graph in words, for those who hear them.
import type { View } from "../engine/engine";
import { count, t } from "../i18n/index.svelte";

const WAYS = /([UDLR])(\d*)/g;
const BLOCKS = /^(.(?:\+.)*)((?:[UDLR]\d*)+)$/u;

type Way = "U" | "D" | "L" | "R";

function ways(text: string): string {
  return [...text.matchAll(WAYS)]
    .map(([, way, times]) => (times ? `${t(`way.${way as Way}`)} ${times}` : t(`way.${way as Way}`)))
    .join(", ");
}

/** A move that is about to be made, in words; as the engine writes it where there are none. */
export function spoken(move: string, { board, kind }: View): string {
  if (board.shape === "graph") return t("say.tile", { label: move });
  if (board.shape === "pegs") {
    const [from, to] = [...move.matchAll(/[A-Z]/g)].map(([letter]) => letter.charCodeAt(0) - 65);
    const disc = board.pegs[from ?? -1]?.at(-1);
    return disc === undefined || to === undefined ? move : t("say.disc", { disc, peg: to + 1 });
  }
  if (kind === "sokoban") {
    const pushes = move.replace(/[^UDLR]/g, "").length;
    const last = t(`way.${move.slice(-1).toUpperCase() as Way}`);
    if (move.length === 1) return pushes === 1 ? t("say.push", { way: last }) : last;
    return pushes === 0 ? count("say.walk", move.length) : count("say.pushes", pushes);
  }
  const [, pieces, way] = BLOCKS.exec(move) ?? [];
  return pieces && way ? t("say.block", { label: pieces.replaceAll("+", ", "), way: ways(way) }) : move;
}
