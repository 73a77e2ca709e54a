// The tree that a search grew, made ready to be drawn: rounds, places, and the way to the goal. Subtrees are moved
// together as far as they go, after Reingold and Tilford (1981), in layers of equal g.
import type { TreeNode } from "../engine/engine";

/** A node with its place. Layers count from the start; x is in widths of a node. */
export interface Placed {
  node: TreeNode;
  /** Its number among all nodes of the search, in the order of expansion. */
  order: number;
  x: number;
  layer: number;
  parent: Placed | undefined;
  children: Placed[];
}

/** What a search did before it began again from the start; one round, where it never did. */
export interface Round {
  /** The greatest f in it, where there are estimates. */
  bound: number | undefined;
  nodes: readonly Placed[];
  width: number;
  layers: number;
}

/** Takes the nodes of a search, in the order of their expansion, apart into rounds and gives each node a place. */
export function rounds(nodes: readonly TreeNode[]): Round[] {
  const starts = nodes.flatMap(({ parent, g, backward }, i) => (parent == null && g === 0 && !backward ? [i] : []));
  if (starts.length === 0 || starts[0] !== 0) starts.unshift(0);
  return starts.map((start, i) => laidOut(nodes.slice(start, starts[i + 1]), start));
}

export function fOf({ g, h }: TreeNode): number | undefined {
  return h == null ? undefined : g + h;
}

function laidOut(nodes: readonly TreeNode[], first: number): Round {
  const byId = new Map<number, Placed>();
  const placed = nodes.map((node, i): Placed => {
    const parent = node.parent == null ? undefined : byId.get(node.parent);
    // A move may cost nothing; its end is below its beginning all the same.
    const layer = parent ? parent.layer + Math.max(1, node.g - parent.node.g) : node.g;
    const made: Placed = { node, order: first + i, x: 0, layer, parent, children: [] };
    parent?.children.push(made);
    byId.set(node.id, made);
    return made;
  });
  const forward = placed.filter(({ node }) => !node.backward);
  const backward = placed.filter(({ node }) => node.backward);
  const width = Math.max(arrange(forward), arrange(backward));
  let layers = deepest(forward) + 1;
  if (backward.length > 0) {
    // What was found from the goal hangs upside down; a free layer keeps the two apart.
    layers += deepest(backward) + 2;
    for (const one of backward) one.layer = layers - 1 - one.layer;
    spread(forward, width);
    spread(backward, width);
  }
  const values = nodes.flatMap((node) => fOf(node) ?? []);
  return { bound: greatest(values), nodes: placed, width, layers };
}

const deepest = (nodes: readonly Placed[]) => nodes.reduce((most, { layer }) => Math.max(most, layer), 0);
const greatest = (values: readonly number[]) =>
  values.length === 0 ? undefined : values.reduce((most, value) => Math.max(most, value));

/**
 * The leftmost and rightmost place of a subtree in every layer, the deepest first: so a layer is put on top in one step, and
 * a path of any length costs no more than its nodes. Places are seen from the root; `shift` is yet to be added to them.
 */
interface Outline {
  left: number[];
  right: number[];
  shift: number;
}

/** Gives places to the nodes of one direction, parents before children, and says how wide they are together. */
function arrange(nodes: readonly Placed[]): number {
  const outlines = new Map<Placed, Outline>();
  const beside = new Map<Placed, number>();
  // Children are expanded after their parents, so from the end every subtree is complete when its root comes.
  for (const one of nodes.toReversed()) {
    const outline = joined(one.children, outlines, beside, (child) => child.layer - one.layer);
    cover(outline, 1);
    outlines.set(one, outline);
  }
  const roots = nodes.filter(({ parent }) => parent === undefined);
  const { left, right, shift } = joined(roots, outlines, beside, ({ layer }) => layer + 1);
  const least = left.reduce((least, x) => Math.min(least, x + shift), 0);
  const most = right.reduce((most, x) => Math.max(most, x + shift), 0);
  for (const one of nodes) one.x = (one.parent ? one.parent.x : 0.5 - least) + (beside.get(one) ?? 0);
  return most - least + 1;
}

/** Puts layers on top that have but one place, above the middle. */
function cover({ left, right, shift }: Outline, layers: number): void {
  for (let i = 0; i < layers; i++) {
    left.push(-shift);
    right.push(-shift);
  }
}

/** Puts subtrees side by side as near as they go, centred about 0, and gives the outline of all; theirs are used up. */
function joined(
  roots: readonly Placed[],
  outlines: Map<Placed, Outline>,
  beside: Map<Placed, number>,
  drop: (root: Placed) => number,
): Outline {
  let all: Outline | undefined;
  const places: number[] = [];
  for (const root of roots) {
    const own = outlines.get(root)!;
    outlines.delete(root);
    // Moves that cost more than one leave layers empty; the line to the node takes its place there.
    cover(own, drop(root) - 1);
    const at = all ? gap(all, own) : 0;
    places.push(at);
    own.shift += at;
    all = all ? merged(all, own) : own;
  }
  if (!all) return { left: [], right: [], shift: 0 };
  const middle = (places[0]! + places.at(-1)!) / 2;
  roots.forEach((root, i) => beside.set(root, places[i]! - middle));
  all.shift -= middle;
  return all;
}

/** How far right the second must go to stand clear of the first. */
function gap(first: Outline, second: Outline): number {
  const shared = Math.min(first.right.length, second.left.length);
  let far = Number.NEGATIVE_INFINITY;
  for (let i = 1; i <= shared; i++) far = Math.max(far, first.right.at(-i)! - second.left.at(-i)!);
  return far + first.shift - second.shift + 1;
}

/** The outline of two that stand side by side: the deeper one, with the other's side in the layers that both have. */
function merged(first: Outline, second: Outline): Outline {
  const isFirst = first.left.length >= second.left.length;
  const [deep, flat] = isFirst ? [first, second] : [second, first];
  const [to, from] = isFirst ? [deep.right, flat.right] : [deep.left, flat.left];
  for (let i = 1; i <= from.length; i++) to[to.length - i] = from.at(-i)! + flat.shift - deep.shift;
  return deep;
}

/** Moves a narrow tree to the middle of a wide one. */
function spread(nodes: readonly Placed[], width: number): void {
  const own = nodes.reduce((most, { x }) => Math.max(most, x), 0) + 0.5;
  for (const one of nodes) one.x += (width - own) / 2;
}

/**
 * The nodes on the way of a solution: from the start, and in a search from both ends from the goal too. The last position
 * before the goal may be missing, where the search ended without expanding it.
 */
export function way({ nodes }: Round, steps: readonly string[]): Set<Placed> {
  const found = new Set<Placed>();
  const single = steps.every((step) => step.length === 1);
  const wanted = steps.flatMap((step) => words(step, single));
  const forward = nodes.find(({ node, parent }) => !parent && !node.backward && node.g === 0);
  if (forward) for (const one of follow(forward, wanted, single)) found.add(one);
  const backward = nodes.filter(({ node, parent }) => !parent && node.backward);
  const chains = backward.map((root) => follow(root, wanted.toReversed(), single));
  const best = chains.reduce<Placed[]>((best, chain) => (chain.length > best.length ? chain : best), []);
  for (const one of best) found.add(one);
  return found;
}

/** A move in its smallest parts: `R2` is twice `R`; pushes and the walk before them are letters. */
function words(move: string, single: boolean): string[] {
  if (single) return [...move.replaceAll(/\s/g, "")];
  return move
    .split(/\s+/)
    .filter((word) => word !== "")
    .flatMap((word) => {
      const [, base, times] = /^(.*\D)(\d+)$/.exec(word) ?? [];
      return base !== undefined && Number(times) < 1000 ? Array<string>(Number(times)).fill(base) : [word];
    });
}

/** The longest chain from a node whose moves are the first of those wanted. */
function follow(root: Placed, wanted: readonly string[], single: boolean): Placed[] {
  const chain = [root];
  let at = 0;
  for (;;) {
    const last = chain.at(-1)!;
    const next = last.children.find(({ node }) => {
      const own = words(node.move ?? "", single);
      const made = node.backward ? own.toReversed() : own;
      return made.length > 0 && made.every((word, i) => word === wanted[at + i]);
    });
    if (!next) return chain;
    at += words(next.node.move ?? "", single).length;
    chain.push(next);
  }
}

/** What a layer holds, for those who do not see the drawing. */
export interface Layer {
  g: number;
  nodes: number;
  /** Least and greatest f, where there are estimates. */
  f: [number, number] | undefined;
  backward: boolean;
}

export function layersOf({ nodes }: Round): Layer[] {
  const layers = new Map<string, Layer>();
  for (const { node } of nodes) {
    const backward = node.backward ?? false;
    const key = `${backward} ${node.g}`;
    const layer = layers.get(key) ?? { g: node.g, nodes: 0, f: undefined, backward };
    const f = fOf(node);
    layer.nodes++;
    if (f !== undefined) layer.f = layer.f ? [Math.min(layer.f[0], f), Math.max(layer.f[1], f)] : [f, f];
    layers.set(key, layer);
  }
  return [...layers.values()].sort((a, b) => Number(a.backward) - Number(b.backward) || a.g - b.g);
}

/** The moves from the start to a node, or nothing for one that was found from the goal. */
export function movesTo(placed: Placed): string[] | undefined {
  const moves: string[] = [];
  let at: Placed | undefined = placed;
  for (; at; at = at.parent) {
    if (at.node.backward || (!at.parent && at.node.g > 0)) return undefined;
    if (at.node.move != null && at.parent) moves.unshift(at.node.move);
  }
  return moves;
}
