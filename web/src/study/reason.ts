// Why a search expanded this node and no other, in words, from the record of what it expanded: for whoever learns how an
// algorithm chooses.
import { count, t } from "../i18n/index.svelte";
import { fOf, type Placed, type Round } from "./tree";

/** How an algorithm chooses, as far as its record tells. */
export type Manner = "depth-first" | "best-first" | "breadth-first";

const DEPTH_FIRST = /^(IDA\*|PIDA\*|DFS|DLS|IDDFS|iterative|depth)/i;
const BREADTH_FIRST = /^(BFS|bidirectional|BFHS|breadth)/i;

export function mannerOf(algorithm: string): Manner {
  if (DEPTH_FIRST.test(algorithm)) return "depth-first";
  return BREADTH_FIRST.test(algorithm) ? "breadth-first" : "best-first";
}

/** Nodes that were generated when this one was expanded, and that are expanded later: the frontier, as far as one knows. */
export function frontierOf(round: Round, one: Placed): Placed[] {
  return round.nodes.filter(
    (other) => other.order > one.order && other.parent !== undefined && other.parent.order < one.order,
  );
}

/** What best-first searches go by: the estimate alone where an algorithm is greedy, g where it has none. */
function valueOf(algorithm: string, { node }: Placed): { by: string; value: number } {
  if (node.h == null) return { by: "g", value: node.g };
  if (/greedy|GBFS/i.test(algorithm)) return { by: "h", value: node.h };
  return { by: "f", value: fOf(node) ?? node.g };
}

export function reasonFor(algorithm: string, round: Round, number: number, one: Placed): string {
  const { node } = one;
  if (node.backward) return t("reason.backward");
  const bound = round.bound;
  if (!one.parent) {
    return number === 0 || bound === undefined ? t("reason.start") : t("reason.round", { round: number + 1, bound });
  }
  const manner = mannerOf(algorithm);
  const before = round.nodes.find(({ order }) => order === one.order - 1);
  if (manner === "depth-first") {
    const f = fOf(node);
    if (one.parent === before) {
      return f === undefined || bound === undefined ? t("reason.deeper.blind") : t("reason.deeper", { f, bound });
    }
    return t(f === undefined ? "reason.back.blind" : "reason.back", { g: one.parent.node.g });
  }
  if (manner === "breadth-first") return t("reason.layer", { g: node.g });
  const { by, value } = valueOf(algorithm, one);
  const ties = frontierOf(round, one).filter((other) => valueOf(algorithm, other).value === value).length;
  return ties > 0 ? count("reason.best.ties", ties, { by, value }) : t("reason.best", { by, value });
}

export function frontierWords(round: Round, one: Placed): string {
  return count("reason.frontier", frontierOf(round, one).length);
}
