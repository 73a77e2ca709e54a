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
