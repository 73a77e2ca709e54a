// A graph and the tiles on it while they are changed. Vertices are numbered from 1, as the engine writes them.

export type Edge = readonly [number, number];

/** The edges that a text names; what is no edge is read over, for the engine to complain of. */
export function edgesOf(text: string): Edge[] {
  return [...text.matchAll(/(\d+)\s*-\s*(\d+)/g)].map(([, a, b]): Edge => [Number(a), Number(b)]);
}

export function written(edges: readonly Edge[]): string {
  return edges.map(([a, b]) => `${a}-${b}`).join(" ");
}

/** Joins two vertices, or parts them where they are joined. */
export function toggled(text: string, a: number, b: number): string {
  const edges = edgesOf(text);
  const others = edges.filter(([x, y]) => !((x === a && y === b) || (x === b && y === a)));
  return written(others.length < edges.length ? others : [...edges, a < b ? [a, b] : [b, a]]);
}

/** One more vertex, joined to one that there is. */
export function grown(text: string, beside: number, vertices: number): string {
  return written([...edgesOf(text), [beside, vertices + 1]]);
}

/** The graph without its last vertex. */
export function shrunk(text: string, vertices: number): string {
  return written(edgesOf(text).filter(([a, b]) => a !== vertices && b !== vertices));
}

/** Tiles of a graph with as many vertices: as they are where they fit, else in order. */
export function tilesFor(vertices: number, position: string): string {
  const tiles = position.trim().split(/[\s,]+/);
  if (tiles.length === vertices) return position;
  return [...Array.from({ length: vertices - 1 }, (_, i) => i + 1), 0].join(" ");
}

/** The tiles with those of two vertices exchanged. */
export function exchanged(tiles: readonly number[], a: number, b: number): string {
  return tiles.map((tile, i) => (i === a ? tiles[b] : i === b ? tiles[a] : tile)).join(" ");
}
