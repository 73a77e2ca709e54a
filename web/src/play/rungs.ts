// The sizes that a visitor is offered first, by kind. What belongs to a kind alone is here; everything else about new
// puzzles goes for all kinds. A kind that is not listed has one size: that of its example.
import type { Board, KindEntry, RandomPuzzle } from "../engine/engine";
import { t } from "../i18n/index.svelte";
import { presets } from "../makers/graphs";

export interface Rung {
  id: string;
  label: string;
  /** What random puzzles are drawn from. */
  puzzle: RandomPuzzle;
  /** The greatest distance worth asking for; where it is not known, some puzzles are solved to find it. */
  farthest?: number;
  /** Random moves that lead to puzzles which can still be solved here; all positions alike where nothing is said. */
  shuffle?: number;
}

const tiles = (side: number, farthest: number, shuffle?: number): Rung => ({
  id: `${side}x${side}`,
  label: `${side}×${side}`,
  puzzle: { kind: "tiles", size: `${side}x${side}`, goal: "blank-last" },
  farthest,
  ...(shuffle !== undefined && { shuffle }),
});

export function rungsOf(info: KindEntry): Rung[] {
  switch (info.kind) {
    case "tiles":
      // God's number of 3×3 is 31 (Schofield 1967). Of 4×4 it is 80, but few boards need more than 66.
      return [tiles(3, 31), tiles(4, 66), tiles(5, 56, 110), tiles(6, 46, 80)];
    case "hanoi":
      // Two regular positions on three pegs are at most 2^n - 1 moves apart.
      return [3, 4, 5, 6, 7].map((discs) => ({
        id: `${discs}`,
        label: t("rung.discs", { discs }),
        puzzle: { kind: "hanoi", discs, pegs: 3, goal: "last" },
        farthest: 2 ** discs - 1,
      }));
    case "graph":
      return presets.map(({ name, edges }) => ({
        id: name,
        label: t(`rung.graph.${name}`),
        puzzle: { kind: "graph", edges, goal: "blank-last" },
      }));
    case "pancake":
      return [5, 7, 9, 11].map((size) => ({
        id: `${size}`,
        label: String(size),
        puzzle: { kind: "pancake", size: String(size) },
        // A stack of n needs at most 18n/11 flips, but few need more than n (Chitturi and others 2009).
        farthest: size,
      }));
    default:
      return [];
  }
}

/** The rung that a board stands on, where it does. */
export function rungOf(rungs: readonly Rung[], board: Board, edges?: string): Rung | undefined {
  const id =
    board.shape === "pegs"
      ? board.pegs.length === 3
        ? `${board.discs}`
        : undefined
      : board.shape === "graph"
        ? rungs.find(({ puzzle }) => puzzle.kind === "graph" && puzzle.edges === edges)?.id
        : `${board.width}x${board.height}`;
  return rungs.find((rung) => rung.id === id) ?? rungs.find((rung) => rung.id === String(sizeOf(board)));
}

/** How many pieces a board has that is no rectangle to play on, such as a stack. */
function sizeOf(board: Board): number | undefined {
  return board.shape === "grid" ? board.pieces.length : undefined;
}
