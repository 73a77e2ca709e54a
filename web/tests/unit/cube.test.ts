import { describe, expect, test } from "vitest";
import { drawn, projected, stepBetween, stickersOf, takenBack, turnOf } from "../../src/boards/cube";
import type { Board } from "../../src/engine/engine";

type Grid = Extract<Board, { shape: "grid" }>;

/** Where the faces U R F D L B lie in the net. */
const NET = [
  [1, 0],
  [2, 1],
  [1, 1],
  [1, 2],
  [0, 1],
  [3, 1],
] as const;

/** The net of a solved cube, as the engine tells it. */
function net(side: number): Grid {
  const pieces = NET.flatMap(([column, row], face) =>
    Array.from({ length: side * side }, (_, i) => ({
      id: face * side * side + i + 1,
      label: "URFDLB"[face] ?? "",
      role: "block" as const,
      cells: [[column * side + (i % side), row * side + Math.floor(i / side)]] as [number, number][],
      colour: "grey" as const,
      at_home: true,
    })),
  );
  return { shape: "grid", width: 4 * side, height: 3 * side, ground: [], marks: [], pieces };
}

describe("a cube in space", () => {
  test("has every sticker on its piece", () => {
    const stickers = stickersOf(net(3));
    const at = (id: number) => stickers.find((sticker) => sticker.id === id)?.at.map((place) => place + 0);
    // The corner URF has the last sticker of U, the first of R and the third of F.
    expect([at(9), at(10), at(21)]).toEqual([
      [1, 1, 1],
      [1, 1, 1],
      [1, 1, 1],
    ]);
    // The corner DBL.
    expect([at(34), at(54), at(43)]).toEqual([
      [-1, -1, -1],
      [-1, -1, -1],
      [-1, -1, -1],
    ]);
    expect(stickersOf(net(2)).every(({ at }) => at.every((place) => Math.abs(place) === 1))).toBe(true);
  });

  test("turns as moves say", () => {
    expect(turnOf("R")).toEqual({ axis: 0, layers: [1], quarters: 1 });
    expect(turnOf("L'")).toEqual({ axis: 0, layers: [-1], quarters: 1 });
    expect(turnOf("Uw2")).toEqual({ axis: 1, layers: [1, 0], quarters: 2 });
    expect(turnOf("M")).toEqual({ axis: 0, layers: [0], quarters: -1 });
    expect(turnOf("R U")).toBeUndefined();
    expect([takenBack("R"), takenBack("R'"), takenBack("R2")]).toEqual(["R'", "R", "R2"]);
  });

  test("shows one move more or less as a turn, and nothing else", () => {
    expect(stepBetween(["R"], ["R", "U"])).toBe("U");
    expect(stepBetween(["R", "U"], ["R"])).toBe("U'");
    expect(stepBetween(["R", "U"], ["F"])).toBeUndefined();
    expect(stepBetween([], ["R", "U"])).toBeUndefined();
  });

  test("is turned by what is drawn", () => {
    const stickers = stickersOf(net(3));
    const draw = (id: number, drag: [number, number]) => {
      const sticker = stickers.find((sticker) => sticker.id === id);
      return sticker && drawn(sticker, drag, -32, -26);
    };
    expect(draw(19, [50, 10])).toBe("U'");
    expect(draw(19, [-50, -10])).toBe("U");
    expect(draw(21, [0, -50])).toBe("R");
    expect(draw(23, [50, 10])).toBe("E");
    expect(draw(23, [0, 50])).toBe("M");
    expect(draw(10, [0, 50])).toBe("F");
    const [x, y] = projected([0, 1, 0], -32, -26);
    expect(x).toBeCloseTo(0);
    expect(y).toBeLessThan(0);
  });
});
