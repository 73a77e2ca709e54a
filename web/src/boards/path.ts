// The moves of one gesture. A block that is dragged goes step by step; when it is let go, the way is one move.

const OPPOSITE: Readonly<Record<string, string>> = { U: "D", D: "U", L: "R", R: "L" };
/** A piece, which is one character, and its way: `gR2D`. */
const MOVE = /^(.)((?:[UDLR]\d*)+)$/u;

/** A piece and the steps of its way. Nothing of moves of other kinds: of several pieces, or of a tile without a name. */
function read(move: string): { piece: string; steps: string[] } | undefined {
  const found = MOVE.exec(move);
  if (!found) return undefined;
  const [, piece = "", way = ""] = found;
  const steps = [...way.matchAll(/([UDLR])(\d*)/g)].flatMap(([, step = "", times]) =>
    Array.from({ length: Number(times || 1) }, () => step),
  );
  return { piece, steps };
}

function write(piece: string, steps: readonly string[]): string {
  const runs: [string, number][] = [];
  for (const step of steps) {
    const last = runs.at(-1);
    if (last?.[0] === step) last[1]++;
    else runs.push([step, 1]);
  }
  return piece + runs.map(([step, times]) => (times === 1 ? step : `${step}${times}`)).join("");
}

/**
 * Moves with one more, which belongs to the gesture that began behind the first `since` of them. A step of the same piece
 * prolongs its way, a step back shortens it, and a way that ends where it began is no move.
 */
export function prolonged(made: readonly string[], since: number, move: string): string[] {
  const last = made.length === since + 1 ? read(made[since] ?? "") : undefined;
  const step = read(move);
  if (!last || last.piece !== step?.piece) return [...made, move];
  const steps = [...last.steps];
  for (const next of step.steps) {
    if (steps.at(-1) === OPPOSITE[next]) steps.pop();
    else steps.push(next);
  }
  return [...made.slice(0, since), ...(steps.length > 0 ? [write(last.piece, steps)] : [])];
}
