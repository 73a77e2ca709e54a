import { describe, expect, test } from "vitest";
import { box, middle, outline } from "../../src/boards/shape";

/** The corners of a path, without their rounding. */
const corners = (path: string) =>
  [...path.matchAll(/Q(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);

describe("a shape", () => {
  test("has a box, and its label on one of its squares", () => {
    expect(
      box([
        [2, 1],
        [3, 1],
        [2, 2],
      ]),
    ).toEqual({ x: 2, y: 1, width: 2, height: 2 });
    expect(
      middle([
        [0, 0],
        [1, 0],
      ]),
    ).toEqual([1, 0.5]);
    const [x, y] = middle([
      [0, 0],
      [0, 1],
      [0, 2],
      [1, 2],
      [2, 2],
    ]);
    expect([
      [0, 0],
      [0, 1],
      [0, 2],
      [1, 2],
      [2, 2],
    ]).toContainEqual([Math.floor(x), Math.floor(y)]);
  });

  test("has an outline drawn inwards", () => {
    expect(corners(outline([[4, 7]], 0.1, 0))).toEqual([
      [0.1, 0.1],
      [0.9, 0.1],
      [0.9, 0.9],
      [0.1, 0.9],
    ]);
    expect(corners(outline([[4, 7]], 0.1, 0, "board"))[0]).toEqual([4.1, 7.1]);
    // At the inner corner of an L the gap is on the outer side of the corner.
    expect(
      corners(
        outline(
          [
            [0, 0],
            [0, 1],
            [1, 1],
          ],
          0.1,
          0,
        ),
      ),
    ).toContainEqual([0.9, 1.1]);
  });

  test("with a hole has two outlines, and squares that touch by a corner stay two", () => {
    const ring = [0, 1, 2].flatMap((x) => [0, 1, 2].map((y): [number, number] => [x, y]));
    expect(
      outline(
        ring.filter(([x, y]) => x !== 1 || y !== 1),
        0.1,
        0,
      ).match(/M/g),
    ).toHaveLength(2);
    expect(
      outline(
        [
          [0, 0],
          [1, 1],
        ],
        0.1,
        0,
      ).match(/M/g),
    ).toHaveLength(2);
  });
});
