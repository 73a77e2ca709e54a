// Sentences that several parts of the page say.
import { spoken } from "./boards/spoken";
import type { Answer, View } from "./engine/engine";
import { count, number, t, type Key } from "./i18n/index.svelte";
import { said } from "./i18n/said";

/** The length of the best solution found, however long it is. */
export function lengthOf({ length, exact_length }: Answer): number | bigint | undefined {
  return length ?? (exact_length == null ? undefined : BigInt(exact_length));
}

/** What ended a search, by the engine's word for it. */
const LIMITS: Readonly<Record<string, Key>> = {
  "time limit": "limit.time",
  "memory limit": "limit.memory",
  "expansion limit": "limit.expansions",
  "depth limit": "limit.depth",
  cancelled: "limit.cancelled",
};

/** What came of a search that found no solution, in whole sentences: that there is none, or what ended it and what it proved. */
export function outcomeWords({ outcome, reason, lower_bound }: Answer): string {
  const known = reason == null ? undefined : LIMITS[reason];
  if (outcome === "unsolvable") {
    const why = reason == null ? undefined : said(reason).text;
    return why ? t("outcome.unsolvable.why", { reason: why }) : t("outcome.unsolvable");
  }
  const ended = known ? t(known) : reason ? t("limit.other", { reason: said(reason).text }) : t("solve.none");
  return lower_bound ? `${ended} ${t("solve.bound", { bound: lower_bound })}` : ended;
}

/** What is proven about the length of a solution. */
export function proofWords(answer: Answer): string {
  const { proof, lower_bound, proven_factor } = answer;
  const length = lengthOf(answer);
  if (length === undefined) return "";
  if (proof === "optimal") return count("proof.optimal", length);
  if (proof === "bounded" && lower_bound != null) {
    const factor = number(proven_factor ?? Number(length) / lower_bound, { maximumFractionDigits: 2 });
    return count("proof.bounded", length, { bound: lower_bound, factor });
  }
  return count("proof.none", length);
}

/** A move in words, such as `7 left`; as the engine writes it where there are none. */
export function moveWords(move: string, before: View): string {
  const { board, moves, kind } = before;
  if (kind !== "tiles") return spoken(move, before);
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

/** What is to be done on a board, in the page's language; nothing where only the engine knows. */
export function goalWords({ board, kind }: View): { text: string; lang?: string } | undefined {
  if (board.shape === "pegs") return { text: t("goal.words.pegs") };
  if (board.shape === "graph") return { text: t("goal.words.graph") };
  if (kind === "tiles") return { text: t("goal.words.tiles") };
  if (board.pieces.some(({ role }) => role === "box")) return { text: t("goal.words.boxes") };
  const labels = (pieces: readonly { label: string }[]) => pieces.map(({ label }) => label).join(", ");
  const exit = board.marks.find(({ kind }) => kind === "exit");
  if (exit) {
    const leaves = board.pieces.filter(({ colour }) => JSON.stringify(colour) === JSON.stringify(exit.colour));
    return {
      text: t("goal.words.exit", { label: labels(leaves.length > 0 ? leaves.slice(0, 3) : board.pieces.slice(0, 1)) }),
    };
  }
  const wanted = board.pieces.filter(({ home, role }) => home && role === "block");
  return wanted.length > 0 && wanted.length < 4
    ? { text: t("goal.words.blocks", { label: labels(wanted) }) }
    : undefined;
}
