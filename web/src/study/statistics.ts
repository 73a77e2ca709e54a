// Means of runs, with what they do not say beside them: how many runs failed.
import type { Answer } from "../engine/engine";

export type Measure = "expanded" | "length" | "seconds";

/** One board given to one contestant. */
export interface Run {
  /** The contestant, by the name that the table shows. */
  name: string;
  size: string;
  shuffle: number;
  /** Which board of its size and shuffle, from 1. */
  board: number;
  position: string;
  answer?: Answer;
  /** What the engine said in place of an answer. */
  fault?: string;
}

export interface Summary {
  name: string;
  size: string;
  shuffle: number;
  runs: number;
  /** Runs that found a solution; the means are theirs. */
  solved: number;
  /** Solved, and no shorter solution is possible. */
  optimal: number;
  mean: Record<Measure, number | undefined>;
  /** Sample standard deviation, from two runs on. */
  deviation: Record<Measure, number | undefined>;
}

export function mean(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The sample standard deviation (divided by n − 1). */
export function deviation(values: readonly number[]): number | undefined {
  const middle = mean(values);
  if (middle === undefined || values.length < 2) return undefined;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1));
}

export const isSolved = ({ answer }: Run): boolean => answer?.outcome === "solved";

/** One summary for each contestant, size and shuffle, in the order in which they first ran. */
export function summaries(runs: readonly Run[]): Summary[] {
  const groups = new Map<string, Run[]>();
  for (const run of runs) {
    const key = JSON.stringify([run.size, run.shuffle, run.name]);
    const group = groups.get(key);
    if (group) group.push(run);
    else groups.set(key, [run]);
  }
  return [...groups.values()].map(summary);
}

function summary(runs: Run[]): Summary {
  const { name, size, shuffle } = runs[0]!;
  const answers = runs.filter(isSolved).flatMap(({ answer }) => (answer ? [answer] : []));
  const values: Record<Measure, number[]> = {
    expanded: answers.map(({ expanded }) => expanded),
    length: answers.flatMap(({ length }) => (length == null ? [] : [length])),
    seconds: answers.map(({ seconds }) => seconds),
  };
  const each = <T>(of: (values: number[]) => T): Record<Measure, T> => ({
    expanded: of(values.expanded),
    length: of(values.length),
    seconds: of(values.seconds),
  });
  return {
    name,
    size,
    shuffle,
    runs: runs.length,
    solved: answers.length,
    optimal: answers.filter(({ proof }) => proof === "optimal").length,
    mean: each(mean),
    deviation: each(deviation),
  };
}
