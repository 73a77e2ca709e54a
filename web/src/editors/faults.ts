// Where on the board faults are, as far as their words say.

/** The squares that faults name, `row 3, column 4`. */
export function faultySquares(faults: readonly string[]): [number, number][] {
  const named = faults.flatMap((fault) => [...fault.matchAll(/row (\d+), column (\d+)/g)]);
  const squares = new Map(
    named.map(([words, row, column]) => [words, [Number(column) - 1, Number(row) - 1] as [number, number]]),
  );
  return [...squares.values()];
}
