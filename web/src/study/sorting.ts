// Rows in the order of one of their values.

export type Direction = "ascending" | "descending";

/** Sorts by a value; rows without one come last in either direction, and equal ones stay as they are. */
export function sortedBy<T>(
  rows: readonly T[],
  value: (row: T) => number | string | undefined,
  direction: Direction,
): T[] {
  const sign = direction === "ascending" ? 1 : -1;
  return rows.toSorted((a, b) => {
    const [x, y] = [value(a), value(b)];
    if (x === undefined || y === undefined) return Number(x === undefined) - Number(y === undefined);
    if (typeof x === "string" || typeof y === "string") return sign * String(x).localeCompare(String(y));
    return sign * (x - y);
  });
}
