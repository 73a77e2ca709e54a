// The shapes of pieces that cover several squares.
import type { Piece } from "../engine/engine";

type Cells = readonly (readonly [number, number])[];

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The smallest rectangle round some squares. */
export function box(cells: Cells): Box {
  const xs = cells.map(([x]) => x);
  const ys = cells.map(([, y]) => y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x + 1, height: Math.max(...ys) - y + 1 };
}

/** Where a piece's label stands: the middle of its box, or of the square of it that is nearest to that. */
export function middle(cells: Cells): [number, number] {
  const { x, y, width, height } = box(cells);
  const [cx, cy] = [x + width / 2, y + height / 2];
  if (cells.length === width * height) return [cx, cy];
  const far = ([x, y]: readonly [number, number]) => Math.hypot(x + 0.5 - cx, y + 0.5 - cy);
  const [nx, ny] = cells.reduce((best, cell) => (far(cell) < far(best) ? cell : best));
  return [nx + 0.5, ny + 0.5];
}

type Corner = [number, number];

/** The loops round some squares, clockwise round them and anticlockwise round holes, with their corners alone. */
function loops(cells: Cells): Corner[][] {
  const has = new Set(cells.map(String));
  const next = new Map<string, Corner[]>();
  const edge = (from: Corner, to: Corner) => next.set(String(from), [...(next.get(String(from)) ?? []), to]);
  for (const [x, y] of cells) {
    if (!has.has(String([x, y - 1]))) edge([x, y], [x + 1, y]);
    if (!has.has(String([x + 1, y]))) edge([x + 1, y], [x + 1, y + 1]);
    if (!has.has(String([x, y + 1]))) edge([x + 1, y + 1], [x, y + 1]);
    if (!has.has(String([x - 1, y]))) edge([x, y + 1], [x, y]);
  }
  const found: Corner[][] = [];
  for (const start of [...next.keys()]) {
    while (next.get(start)?.length) {
      const loop: Corner[] = [];
      let at = start.split(",").map(Number) as Corner;
      let way: Corner | undefined;
      for (let ways = next.get(start); ways?.length; ways = next.get(String(at))) {
        // Where squares touch by their corners alone, the turn to the right stays with the square it came from.
        const before: Corner | undefined = way;
        const right = before && ways.findIndex(([x, y]) => x - at[0] === -before[1] && y - at[1] === before[0]);
        const [to] = ways.splice(Math.max(0, right ?? 0), 1) as [Corner];
        const turned: Corner = [to[0] - at[0], to[1] - at[1]];
        if (!before || before[0] !== turned[0] || before[1] !== turned[1]) loop.push(at);
        way = turned;
        at = to;
      }
      const [first, second, last] = [loop[0], loop[1], loop.at(-1)];
      // The start of the walk may lie in the middle of a side.
      const straight = first && second && last && (first[0] === second[0]) === (last[0] === first[0]);
      found.push(straight ? loop.slice(1) : loop);
    }
  }
  return found;
}

/**
 * The outline of some squares as a path in units of squares, drawn inwards by a gap, with round corners. It is measured
 * from the board's corner, or from that of the squares' box.
 */
export function outline(cells: Cells, gap: number, radius: number, from: "board" | "box" = "box"): string {
  const { x: left, y: top } = from === "box" ? box(cells) : { x: 0, y: 0 };
  const written = (value: number) => String(Math.round(value * 1000) / 1000);
  return loops(cells)
    .map((loop) => {
      const at = (i: number) => loop.at(i % loop.length) as Corner;
      const way = (i: number): Corner => {
        const [[ax, ay], [bx, by]] = [at(i), at(i + 1)];
        return [Math.sign(bx - ax), Math.sign(by - ay)];
      };
      const corners = loop.map(([x, y], i) => {
        const [[inX, inY], [outX, outY]] = [way(i - 1 + loop.length), way(i)];
        // Inwards is to the right of the way round.
        const corner: Corner = [x - left + gap * (-inY - outY), y - top + gap * (inX + outX)];
        const text = (along: number, [dx, dy]: Corner) =>
          `${written(corner[0] + along * dx)} ${written(corner[1] + along * dy)}`;
        return `${text(-radius, [inX, inY])}Q${text(0, [0, 0])} ${text(radius, [outX, outY])}`;
      });
      return `M${corners.join("L")}Z`;
    })
    .join("");
}

/** The hue of a colour, in degrees, if it has one. */
export function hueOf(colour: Piece["colour"]): number | undefined {
  // By the golden angle: neighbours in number are far apart in hue.
  return typeof colour === "object" ? (colour.hue * 137.508 + 205) % 360 : undefined;
}
