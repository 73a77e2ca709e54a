import { describe, expect, test } from "vitest";
import { movesOf, tapped, toward, walk } from "../../src/boards/choose";
import type { LegalMove } from "../../src/engine/engine";
import { FakeEngine } from "./fake-engine";

async function moves(position: string): Promise<LegalMove[]> {
  return (await new FakeEngine().query({ query: "view", puzzle: { kind: "tiles", position } })).moves;
}

describe("a tap", () => {
  test("beside the blank moves one tile", async () => {
    expect(tapped(await moves("1 2 3/4 5 6/0 7 8"), 7)?.text).toBe("L");
  });
  test("in line with the blank slides all between", async () => {
    expect(tapped(await moves("1 2 3/4 5 6/0 7 8"), 8)?.text).toBe("L2");
    expect(tapped(await moves("1 2 3/4 5 6/0 7 8"), 1)?.text).toBe("D2");
  });
  test("elsewhere moves nothing", async () => {
    expect(tapped(await moves("1 2 3/4 5 6/0 7 8"), 5)).toBeUndefined();
  });
  test("on what is turned over turns it and all above it", () => {
    const flips: LegalMove[] = [
      { text: "2", pieces: [3, 1], by: [0, 0] },
      { text: "3", pieces: [3, 1, 2], by: [0, 0] },
    ];
    expect(tapped(flips, 1)?.text).toBe("2");
    expect(tapped(flips, 2)?.text).toBe("3");
  });
  test("on a piece with two ways is no choice", () => {
    const both: LegalMove[] = [
      { text: "aL", pieces: [1], by: [-1, 0] },
      { text: "aR", pieces: [1], by: [1, 0] },
    ];
    expect(tapped(both, 1)).toBeUndefined();
    expect(movesOf(both, 1)).toHaveLength(2);
  });
});

describe("an arrow", () => {
  test("moves the tile that can go that way, and with shift all", async () => {
    const legal = await moves("1 2 3/4 5 6/0 7 8");
    expect(toward(legal, [-1, 0])?.text).toBe("L");
    expect(toward(legal, [-1, 0], undefined, true)?.text).toBe("L2");
    expect(toward(legal, [1, 0])).toBeUndefined();
  });
  test("takes no walk for a step", () => {
    const legal: LegalMove[] = [
      { text: "rr", pieces: [0], by: [2, 0], to: [3, 1] },
      { text: "urd", pieces: [0], by: [3, 0], to: [4, 1] },
      { text: "r", pieces: [0], by: [1, 0], to: [2, 1] },
    ];
    expect(toward(legal, [1, 0])).toBe(legal[2]);
    expect(walk(legal, [3, 1])).toBe(legal[0]);
    expect(walk(legal, [9, 9])).toBeUndefined();
    expect(movesOf(legal, 0)).toEqual([legal[2]]);
  });
});
