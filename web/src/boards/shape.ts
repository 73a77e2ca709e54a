// The shapes of pieces that cover several squares.
import type { Piece } from "../engine/engine";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The smallest rectangle round some squares. */
export function box(cells: Piece["cells"]): Box {
  const xs = cells.map(([x]) => x);
  const ys = cells.map(([, y]) => y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x + 1, height: Math.max(...ys) - y + 1 };
}

export function isRectangle(cells: Piece["cells"]): boolean {
  const { width, height } = box(cells);
  return width * height === cells.length;
}

/**
 * The outline of some squares as a path, in units of squares from the corner of their box, drawn inwards by a gap. Round
 * corners are left to the stroke.
 */
export function outline(cells: Piece["cells"], gap: number): string {
  const { x: left, y: top } = box(cells);
  const has = new Set(cells.map(([x, y]) => `${x},${y}`));
  const rectangles = cells.flatMap(([x, y]) => {
    const [px, py] = [x - left, y - top];
    const right = has.has(`${x + 1},${y}`);
    const below = has.has(`${x},${y + 1}`);
    const corner = right && below && has.has(`${x + 1},${y + 1}`);
    const rectangle = (width: number, height: number) => `M${px + gap} ${py + gap}h${width}v${height}h${-width}z`;
    const one = 1 - 2 * gap;
    return [
      rectangle(one, one),
      ...(right ? [rectangle(one + 1, one)] : []),
      ...(below ? [rectangle(one, one + 1)] : []),
      ...(corner ? [rectangle(one + 1, one + 1)] : []),
    ];
  });
  return rectangles.join("");
}
