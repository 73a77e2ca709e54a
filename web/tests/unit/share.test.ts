import { expect, test } from "vitest";
import { goalOf } from "../../src/boards/goal";
import type { Board } from "../../src/engine/engine";
import { Gif, lzw } from "../../src/share/gif";
import { pageOf } from "../../src/share/film";
import { sceneOf, svgOf } from "../../src/share/scene";

/** Unpacks what `lzw` packs: a decoder by the book, which shares nothing with it. */
function unpacked(bytes: readonly number[]): number[] {
  let at = 0;
  let size = 9;
  const next = () => {
    let code = 0;
    for (let bit = 0; bit < size; bit++, at++) code |= (((bytes[at >> 3] ?? 0) >> (at & 7)) & 1) << bit;
    return code;
  };
  const out: number[] = [];
  let table: number[][] = [];
  let before: number[] | undefined;
  for (;;) {
    const code = next();
    if (code === 257) return out;
    if (code === 256) {
      table = Array.from({ length: 258 }, (_, i) => [i]);
      size = 9;
      before = undefined;
      continue;
    }
    const entry = table[code] ?? [...before!, before![0]!];
    out.push(...entry);
    if (before && table.length < 4096) table.push([...before, entry[0]!]);
    if (table.length === 1 << size && size < 12) size++;
    before = entry;
  }
}

test.each([
  ["one colour", Uint8Array.from({ length: 5000 }, () => 7)],
  ["stripes", Uint8Array.from({ length: 5000 }, (_, i) => i % 3)],
  ["noise, beyond the largest table", Uint8Array.from({ length: 60_000 }, (_, i) => (i * i * 31 + i * 7) % 251)],
])("packed pixels come back: %s", (_, pixels) => {
  expect(unpacked(lzw(pixels))).toEqual([...pixels]);
});

test("a GIF begins and ends as one", () => {
  const gif = new Gif(2, 2);
  gif.add({ data: new Uint8ClampedArray(16).fill(255) }, 10);
  const bytes = gif.end();
  expect(new TextDecoder().decode(bytes.slice(0, 6))).toBe("GIF89a");
  expect(bytes.at(-1)).toBe(0x3b);
});

const tile = (id: number, x: number, y: number, home: [number, number]) => ({
  id,
  label: String(id),
  role: "tile" as const,
  cells: [[x, y]] as [number, number][],
  colour: "grey" as const,
  home: [home],
  at_home: x === home[0] && y === home[1],
});
const BOARD: Board = {
  shape: "grid",
  width: 2,
  height: 1,
  ground: ["floor", "floor"],
  marks: [],
  pieces: [tile(1, 1, 0, [0, 0])],
};

test("the goal of a board has every piece at home", () => {
  const goal = goalOf(BOARD);
  expect(goal?.shape === "grid" && goal.pieces[0]?.cells).toEqual([[0, 0]]);
  expect(goalOf({ shape: "pegs", pegs: [[2, 1], []], goal: [[], [2, 1]], discs: 2 })).toMatchObject({
    pegs: [[], [2, 1]],
  });
});

test("a film that is a page moves what moves, and escapes its title", () => {
  const before = sceneOf(BOARD);
  const after = sceneOf({ ...BOARD, pieces: [tile(1, 0, 0, [0, 0])] });
  const page = pageOf([before, after], "<b>&", 4);
  expect(page).toContain("[[[1,1,0]],[[1,0,0]]]");
  expect(page).not.toContain("<b>");
  expect(svgOf(before)).toMatch(/^<svg .*translate\(1 0\).*<\/svg>$/);
});
