// What of a library is shown, and in which order.
import type { LibraryEntry } from "../engine/engine";

export type Order = "library" | "easy" | "hard";

export interface Wish {
  text: string;
  size: string;
  order: Order;
  /** The metric by which puzzles are easy or hard. */
  metric: string;
}

/** Sizes that several puzzles share; none where a choice of size would be no help. */
export function sizes(entries: readonly LibraryEntry[]): string[] {
  const found = [...new Set(entries.map(({ size }) => size))];
  return found.length > 1 && found.length * 2 <= entries.length ? found : [];
}

export function shelf(entries: readonly LibraryEntry[], { text, size, order, metric }: Wish): LibraryEntry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = entries.filter((entry) => {
    if (size !== "" && entry.size !== size) return false;
    const all = `${entry.title} ${entry.name} ${entry.about ?? ""} ${entry.size}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
  if (order === "library") return found;
  // What is not known is neither easy nor hard: it comes last either way.
  const length = ({ optimum }: LibraryEntry) => optimum[metric] ?? (order === "easy" ? Infinity : -Infinity);
  return found.toSorted((a, b) => (order === "easy" ? length(a) - length(b) : length(b) - length(a)));
}
