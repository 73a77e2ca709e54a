// Positions of tiles as rows of numbers. The engine reads many ways of writing them and writes this one.

/** Rows of a position in normal form, `5 3 8/0 2 4/1 7 6`; 0 is the blank. */
export function rows(position: string): number[][] {
  return position
    .replace(/\/$/, "")
    .split("/")
    .map((row) => row.trim().split(/\s+/).map(Number));
}

export function written(rows: readonly (readonly number[])[]): string {
  const text = rows.map((row) => row.join(" ")).join("/");
  // One row alone would be read as a square.
  return rows.length === 1 ? `${text}/` : text;
}

/** The position with two tiles in each other's place. */
export function exchanged(position: string, a: number, b: number): string {
  return written(rows(position).map((row) => row.map((tile) => (tile === a ? b : tile === b ? a : tile))));
}

/** The position in which every tile is where it belongs. */
export function ordered(width: number, height: number, blank: "last" | "first"): number[][] {
  const cells = width * height;
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => (blank === "first" ? y * width + x : (y * width + x + 1) % cells)),
  );
}
