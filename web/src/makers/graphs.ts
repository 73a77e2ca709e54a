// Graphs that are easy to name. Vertices are numbered from 1.

const pairs = (edges: [number, number][]) => edges.map(([a, b]) => `${a}-${b}`).join(" ");
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1);

/** A board of squares as a graph: the tiles of the 15-puzzle, seen so. */
export function grid(width: number, height: number): string {
  const at = (x: number, y: number) => y * width + x + 1;
  return pairs(
    upTo(height).flatMap((_, y) =>
      upTo(width).flatMap((_, x): [number, number][] => [
        ...(x + 1 < width ? [[at(x, y), at(x + 1, y)] as [number, number]] : []),
        ...(y + 1 < height ? [[at(x, y), at(x, y + 1)] as [number, number]] : []),
      ]),
    ),
  );
}

/** Every vertex joined to every other. */
export function complete(vertices: number): string {
  return pairs(upTo(vertices).flatMap((a) => upTo(a - 1).map((b): [number, number] => [b, a])));
}

/** A ring with a chord across it. */
export function chorded(vertices: number): string {
  const ring = upTo(vertices).map((a): [number, number] => [a, (a % vertices) + 1]);
  return pairs([...ring, [1, Math.floor(vertices / 2) + 1]]);
}

/** A ring joined to a hub. */
export function wheel(spokes: number): string {
  return pairs(
    upTo(spokes).flatMap((a): [number, number][] => [
      [a, (a % spokes) + 1],
      [a, spokes + 1],
    ]),
  );
}

export const presets = [
  { name: "grid", edges: grid(3, 3), vertices: 9 },
  { name: "complete", edges: complete(5), vertices: 5 },
  { name: "chorded", edges: chorded(8), vertices: 8 },
  { name: "wheel", edges: wheel(8), vertices: 9 },
] as const;
