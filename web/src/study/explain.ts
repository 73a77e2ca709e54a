// An estimate taken apart, as the engine tells it, put together again for people: as a sum, and as marks on a board.
import type { Board, Explanation, Part } from "../engine/engine";

type PartOf<P extends Part["part"]> = Extract<Part, { part: P }>;
export type Vector = PartOf<"vector">;
export type Conflict = PartOf<"conflict">;
export type Pattern = PartOf<"pattern">;
export type Share = PartOf<"share">;

export interface Parts {
  vectors: Vector[];
  conflicts: Conflict[];
  patterns: Pattern[];
  shares: Share[];
}

export function sorted({ parts }: Explanation): Parts {
  const of = <P extends Part["part"]>(wanted: P) => parts.filter((part): part is PartOf<P> => part.part === wanted);
  return { vectors: of("vector"), conflicts: of("conflict"), patterns: of("pattern"), shares: of("share") };
}

const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/** The sum written out, such as `12 + 2·1 = 14`; nothing where the parts are not the whole of it. */
export function sumOf(explanation: Explanation): string | undefined {
  const { value } = explanation;
  const { vectors, conflicts, patterns, shares } = sorted(explanation);
  const terms: string[] = [];
  if (vectors.length > 0) terms.push(String(total(vectors.map(({ distance }) => distance))));
  if (conflicts.length > 0) {
    const leaving = total(conflicts.map(({ tiles }) => tiles.length));
    const adds = total(conflicts.map(({ adds }) => adds));
    terms.push(leaving > 0 && adds % leaving === 0 ? `${adds / leaving}·${leaving}` : String(adds));
  }
  // One for each tile is a count; nobody reads fifteen ones.
  if (patterns.length > 2 && patterns.every(({ tiles, value }) => tiles.length === 1 && value === 1))
    terms.push(`${patterns.length}·1`);
  else terms.push(...patterns.map(({ value }) => String(value)));
  terms.push(...shares.map(({ value }) => String(value)));
  const sum =
    total(vectors.map(({ distance }) => distance)) +
    total(conflicts.map(({ adds }) => adds)) +
    total(patterns.map(({ value }) => value)) +
    total(shares.map(({ value }) => value));
  if (value == null || terms.length === 0 || sum !== value) return undefined;
  return terms.length === 1 && terms[0] === String(value) ? terms[0] : `${terms.join(" + ")} = ${value}`;
}

export type Grid = Extract<Board, { shape: "grid" }>;

/** Two tiles that are in each other's way in a line to which both belong. */
export interface Pair {
  leaves: number;
  stays: number;
  from: [number, number];
  to: [number, number];
}

/** Whom the tiles that must leave a line are in conflict with, each pair once. */
export function pairs({ tiles, axis, line }: Conflict, { pieces }: Grid): Pair[] {
  const across = axis === "row" ? 1 : 0;
  const along = 1 - across;
  const inLine = pieces.flatMap(({ label, cells, home }) => {
    const [cell, goal] = [cells[0], home?.[0]];
    if (!cell || !goal || cell[across] !== line || goal[across] !== line) return [];
    return [{ tile: Number(label), cell, at: cell[along]!, wants: goal[along]! }];
  });
  return tiles.flatMap((tile, i) => {
    const one = inLine.find((other) => other.tile === tile);
    if (!one) return [];
    return inLine
      .filter(({ tile: other }) => !tiles.slice(0, i).includes(other))
      .filter((other) => (other.at - one.at) * (other.wants - one.wants) < 0)
      .map((other) => ({ leaves: tile, stays: other.tile, from: one.cell, to: other.cell }));
  });
}

/** `A`, `B`, … for the patterns of a split. */
export function letter(i: number): string {
  return String.fromCharCode(65 + (i % 26));
}
