// Colours of pieces while they are drawn, chosen as the engine chooses them: what the goal is about stands out, and
// pieces of one shape have one hue.
import type { Colour } from "../engine/engine";
import { box } from "../boards/shape";
import { cellsOf, labelsOf, type Blocks } from "./blocks";

export function coloured(blocks: Blocks): (label: string) => Colour {
  const asked = new Set(
    blocks.goals.flatMap(({ on, leaves, within }) => [
      ...on.filter(Boolean),
      ...leaves.map(({ piece }) => piece),
      ...within.map(({ piece }) => piece),
    ]),
  );
  const labels = labelsOf(blocks);
  // Where the goal is about most pieces, none of them would stand out.
  const few = asked.size * 2 <= labels.length || asked.size === 1;
  const shapes = new Map<string, number>();
  const hues = new Map<string, number>();
  for (const label of labels) {
    if (few && asked.has(label)) continue;
    const cells = cellsOf(blocks, label);
    const { x, y } = box(cells);
    const shape = cells.map(([cx, cy]) => `${cx - x},${cy - y}`).join(" ");
    if (!shapes.has(shape)) shapes.set(shape, shapes.size);
    hues.set(label, shapes.get(shape) ?? 0);
  }
  return (label) => {
    if (few && asked.has(label)) return "accent";
    const hue = hues.get(label);
    return hue === undefined ? "grey" : { hue };
  };
}
