// How many positions were expanded at which depth.

/** Bars of a chart: what each stands for, and how much. */
export interface Bars {
  /** The first depth of each bar. */
  from: number[];
  counts: number[];
  /** How many depths a bar stands for. */
  width: number;
}

/** Depths as bars, several to a bar where there are more than anyone can see. */
export function barsOf(byDepth: readonly number[], most: number): Bars {
  const width = Math.max(1, Math.ceil(byDepth.length / most));
  const from = Array.from({ length: Math.ceil(byDepth.length / width) }, (_, i) => i * width);
  const counts = from.map((start) => byDepth.slice(start, start + width).reduce((sum, count) => sum + count, 0));
  return { from, counts, width };
}

/** What was expanded below each bound, from totals at the end of rounds. */
export function byBound(rounds: readonly { bound: number; expanded: number }[]): { bound: number; expanded: number }[] {
  const sums = new Map<number, number>();
  let before = 0;
  for (const { bound, expanded } of rounds) {
    // A search that begins anew inside another counts from the start again.
    const own = expanded >= before ? expanded - before : expanded;
    sums.set(bound, (sums.get(bound) ?? 0) + own);
    before = expanded;
  }
  return [...sums].map(([bound, expanded]) => ({ bound, expanded })).sort((a, b) => a.bound - b.bound);
}

/** Counts depths as they are told. */
export class DepthCount {
  #counts: number[] = [];

  add(depths: readonly number[]): void {
    for (const depth of depths) {
      while (this.#counts.length <= depth) this.#counts.push(0);
      this.#counts[depth]!++;
    }
  }

  get counts(): number[] {
    return this.#counts.slice();
  }
}
