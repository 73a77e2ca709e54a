import { expect, test } from "vitest";
import type { TreeNode } from "../../src/engine/engine";
import { frontierOf, mannerOf, reasonFor } from "../../src/study/reason";
import { rounds } from "../../src/study/tree";

const node = (id: number, parent: number | undefined, g: number, h: number): TreeNode => ({
  id,
  ...(parent !== undefined && { parent }),
  g,
  h,
  position: String(id),
});

test("algorithms choose in their manner", () => {
  expect(["A*", "IDA*", "BFS", "Dijkstra", "DFS"].map(mannerOf)).toEqual([
    "best-first",
    "depth-first",
    "breadth-first",
    "best-first",
    "depth-first",
  ]);
});

test("the frontier is what was generated and is expanded later, and a best-first search takes the least f", () => {
  // 0 has the children 1 and 2, and 1 has 3; all but the start have f = 4.
  const [round] = rounds([node(0, undefined, 0, 3), node(1, 0, 1, 3), node(2, 0, 1, 3), node(3, 1, 2, 2)]);
  const [first, second, third] = round!.nodes;
  expect(frontierOf(round!, second!).map(({ node }) => node.id)).toEqual([2]);
  expect(reasonFor("A*", round!, 0, first!)).toContain("begins at the start");
  expect(reasonFor("A*", round!, 0, second!)).toContain("f = 4, as 1 other does");
  expect(reasonFor("A*", round!, 0, third!)).toContain("f = 4, as 1 other does");
});

test("a depth-first search goes deeper, and back", () => {
  const [round] = rounds([node(0, undefined, 0, 2), node(1, 0, 1, 2), node(2, 1, 2, 1), node(3, 0, 1, 2)]);
  const [, second, , fourth] = round!.nodes;
  expect(reasonFor("IDA*", round!, 0, second!)).toContain("within the bound of 3");
  expect(reasonFor("IDA*", round!, 0, fourth!)).toContain("back to depth 0");
});
