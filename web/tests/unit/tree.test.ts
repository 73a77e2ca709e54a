import { describe, expect, test } from "vitest";
import type { TreeNode } from "../../src/engine/engine";
import { layersOf, movesTo, rounds, way, type Round } from "../../src/study/tree";

let next = 0;
const node = (parent: number | null, g: number, move?: string, part: Partial<TreeNode> = {}): TreeNode => ({
  id: next++,
  parent,
  g,
  move: move ?? null,
  position: `position ${next}`,
  ...part,
});
const grow = (make: () => TreeNode[]): TreeNode[] => {
  next = 0;
  return make();
};

/** Nodes of a layer may not touch. */
function expectApart({ nodes }: Round): void {
  const layers = new Map<number, number[]>();
  for (const { layer, x } of nodes) {
    const xs = layers.get(layer);
    if (xs) xs.push(x);
    else layers.set(layer, [x]);
  }
  // One expectation a layer: each takes longer than all of its arithmetic.
  for (const xs of layers.values()) {
    xs.sort((a, b) => a - b);
    const gaps = xs.slice(1).map((x, i) => x - xs[i]!);
    expect(Math.min(1, ...gaps)).toBeGreaterThanOrEqual(1 - 1e-9);
  }
}

describe("a tree", () => {
  const nodes = grow(() => [
    node(null, 0, undefined, { h: 4 }),
    node(0, 1, "L", { h: 3 }),
    node(0, 1, "R", { h: 5 }),
    node(1, 2, "U", { h: 2 }),
    node(1, 2, "D", { h: 4 }),
    node(2, 2, "U", { h: 4 }),
    node(3, 3, "L", { h: 1 }),
  ]);
  const [round] = rounds(nodes);

  test("has a place for every node: layers by g, parents above the middle of their children", () => {
    expect(round?.nodes.map(({ layer }) => layer)).toEqual([0, 1, 1, 2, 2, 2, 3]);
    expect(round?.layers).toBe(4);
    expect(round?.bound).toBe(6);
    for (const { x, children } of round?.nodes ?? [])
      if (children.length > 0) expect(x).toBeCloseTo((children[0]!.x + children.at(-1)!.x) / 2);
    expectApart(round!);
    for (const { x } of round?.nodes ?? []) {
      expect(x).toBeGreaterThanOrEqual(0.5 - 1e-9);
      expect(x).toBeLessThanOrEqual(round!.width - 0.5 + 1e-9);
    }
  });

  test("shows the way of a solution, whose last position was never expanded", () => {
    const found = way(round!, ["L", "U", "L", "U"]);
    expect([...found].map(({ node }) => node.id)).toEqual([0, 1, 3, 6]);
  });

  test("understands slides of several steps", () => {
    const slides = rounds(grow(() => [node(null, 0), node(0, 1, "R2"), node(1, 2, "U")]));
    expect(way(slides[0]!, ["R2", "U", "L"]).size).toBe(3);
    const steps = rounds(grow(() => [node(null, 0), node(0, 1, "R"), node(1, 2, "R"), node(2, 3, "U")]));
    expect(way(steps[0]!, ["R2", "U", "L"]).size).toBe(4);
  });

  test("understands pushes with the walk before them", () => {
    const pushes = rounds(grow(() => [node(null, 0), node(0, 1, "rrU"), node(1, 2, "lD")]));
    expect(way(pushes[0]!, ["r", "r", "U", "l", "D", "R"]).size).toBe(3);
  });

  test("knows the moves to a node", () => {
    expect(movesTo(round!.nodes[6]!)).toEqual(["L", "U", "L"]);
    expect(movesTo(round!.nodes[0]!)).toEqual([]);
  });

  test("in words has its layers", () => {
    expect(layersOf(round!)).toEqual([
      { g: 0, nodes: 1, f: [4, 4], backward: false },
      { g: 1, nodes: 2, f: [4, 6], backward: false },
      { g: 2, nodes: 3, f: [4, 6], backward: false },
      { g: 3, nodes: 1, f: [4, 4], backward: false },
    ]);
  });
});

describe("rounds", () => {
  test("begin at the start again", () => {
    const found = rounds(grow(() => [node(null, 0), node(0, 1, "L"), node(null, 0), node(2, 1, "L"), node(3, 2, "U")]));
    expect(found.map(({ nodes }) => nodes.length)).toEqual([2, 3]);
    expect(found[1]?.nodes.map(({ order }) => order)).toEqual([2, 3, 4]);
  });

  test("of a search from both ends are one, the goal's side upside down", () => {
    const back = { backward: true };
    const [round, ...more] = rounds(
      grow(() => [node(null, 0), node(null, 0, undefined, back), node(0, 1, "L"), node(1, 1, "R", back)]),
    );
    expect(more).toEqual([]);
    const [start, goal, one, two] = round!.nodes;
    expect(start!.layer).toBeLessThan(one!.layer);
    expect(one!.layer).toBeLessThan(two!.layer);
    expect(two!.layer).toBeLessThan(goal!.layer);
    expect(goal!.layer).toBe(round!.layers - 1);
    expect(way(round!, ["L", "U", "R"]).size).toBe(4);
    expect(movesTo(two!)).toBeUndefined();
  });

  test("of a search without nodes are none to speak of", () => {
    expect(rounds([]).flatMap(({ nodes }) => nodes)).toEqual([]);
  });
});

test("a tree of many nodes is laid out without touching", () => {
  next = 0;
  const nodes = [node(null, 0)];
  let seed = 7;
  while (nodes.length < 20_000) {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    const parent = nodes[Math.max(0, nodes.length - 1 - (seed % 400))]!;
    nodes.push(node(parent.id, parent.g + (seed % 5 === 0 ? 2 : seed % 7 === 0 ? 0 : 1), "L"));
  }
  const [round] = rounds(nodes);
  expectApart(round!);
});

test("a path as deep as a tree can be is laid out too", () => {
  next = 0;
  const nodes = [node(null, 0)];
  for (let i = 0; i < 19_999; i++) nodes.push(node(i, i + 1, "L"));
  expect(rounds(nodes)[0]?.width).toBe(1);
});
