// How hard a puzzle is, by the fewest moves that solve it. Levels are shares of the greatest distance that one is likely to
// meet: the same share feels alike on boards of any size.

export const levels = ["easy", "medium", "hard", "extreme"] as const;
export type Level = (typeof levels)[number];

/** Where each level begins, as a share of the greatest distance. */
const BEGINS: Readonly<Record<Level, number>> = { easy: 0.14, medium: 0.33, hard: 0.58, extreme: 0.8 };

/** The fewest and the most moves that make a level, both included. */
export function rangeOf(level: Level, farthest: number): [number, number] {
  const least = (of: Level) => Math.max(1, Math.ceil(BEGINS[of] * farthest));
  const next = levels[levels.indexOf(level) + 1];
  const from = Math.min(least(level), farthest);
  return [from, next === undefined ? farthest : Math.max(from, least(next) - 1)];
}

/** The level of a puzzle whose optimum is known. */
export function levelOf(optimum: number, farthest: number): Level {
  return levels.findLast((level) => optimum >= rangeOf(level, farthest)[0]) ?? "easy";
}
