// What the engine's catalog offers for a kind of puzzle and a metric, and which parameters belong to what. Nothing is
// offered that the engine would refuse.
import type { AlgorithmEntry, HeuristicEntry, Kind, Options } from "../engine/engine";
import type { Key } from "../i18n/index.svelte";

/** What the catalog says, as far as it matters here. */
export interface Offered {
  algorithms: readonly AlgorithmEntry[];
  heuristics: readonly HeuristicEntry[];
  sat_solvers: readonly string[];
}

/** Where a search is to run. */
export interface Ground {
  kind: Kind;
  metric: string;
  threads: number;
}

export const AUTO = "auto";
/** The heuristic whose tables can be described. */
const TABLES = "pdb";

/** A parameter of searches: how it is called in addresses and in the catalog, and what may be written for it. */
export interface Parameter {
  /** As the command line and the address call it. */
  name: string;
  option: keyof Options;
  label: Key;
  form:
    | { type: "number"; least: number; step: number; scale?: number }
    | { type: "choice"; values: readonly string[] }
    | { type: "text"; hint: Key };
}

const number = (
  name: string,
  option: keyof Options,
  label: Key,
  least: number,
  step = 1,
  scale?: number,
): Parameter => ({
  name,
  option,
  label,
  form: { type: "number", least, step, ...(scale !== undefined && { scale }) },
});

/** All parameters but those of places on a disk. */
const PARAMETERS: readonly Parameter[] = [
  number("weight", "weight", "study.weight", 1, 0.05),
  number("depth", "depth", "study.depth", 0),
  number("nodes", "nodes", "study.nodes", 2),
  {
    name: "tie-break",
    option: "tie_break",
    label: "study.tie-break",
    form: { type: "choice", values: ["lifo", "fifo"] },
  },
  { name: "order", option: "order", label: "study.order", form: { type: "choice", values: ["natural", "by-f"] } },
  number("table", "table_bytes", "study.table", 1, 1, 2 ** 20),
  number("threads", "threads", "study.threads", 1),
  { name: "sat-solver", option: "sat_solver", label: "study.sat-solver", form: { type: "choice", values: [] } },
  {
    name: "encoding",
    option: "encoding",
    label: "study.encoding",
    form: { type: "text", hint: "study.encoding.hint" },
  },
];
const PDB_PARAMETERS: readonly Parameter[] = [
  { name: "pdb", option: "pdb", label: "study.pdb", form: { type: "text", hint: "study.pdb.hint" } },
  {
    name: "pdb-kind",
    option: "pdb_kind",
    label: "study.pdb-kind",
    form: { type: "choice", values: ["additive", "additive-blank", "additive-region", "full", "lines"] },
  },
];

export const ALL_PARAMETERS: readonly Parameter[] = [...PARAMETERS, ...PDB_PARAMETERS];

const serves = (metrics: readonly string[], metric: string) => metrics.length === 0 || metrics.includes(metric);

export function algorithmsFor({ algorithms }: Offered, { kind, metric, threads }: Ground): AlgorithmEntry[] {
  return algorithms.filter(
    (info) =>
      info.puzzles.includes(kind) &&
      serves(info.metrics, metric) &&
      // One thread is too few for those that share their work out; one that searches layer by layer does with one.
      (threads > 1 || !info.parallel || !info.uses_heuristic),
  );
}

export function heuristicsFor({ heuristics }: Offered, { kind, metric }: Ground): HeuristicEntry[] {
  return heuristics.filter((info) => info.puzzles.includes(kind) && serves(info.metrics, metric));
}

/** The algorithm or heuristic that is meant by a name or one of its other names. */
export function find<T extends { name: string; aliases: readonly string[] }>(
  all: readonly T[],
  name: string,
): T | undefined {
  const wanted = name.toLowerCase();
  return all.find((info) => [info.name, ...info.aliases].some((other) => other.toLowerCase() === wanted));
}

/** A way to search: the part of a request that has nothing to do with the puzzle. */
export interface Choice {
  algorithm: string;
  heuristic: string;
  options: Options;
}

/** Whether a heuristic has a say in what this algorithm does. */
export function takesHeuristic(offered: Offered, algorithm: string): boolean {
  return algorithm === AUTO || (find(offered.algorithms, algorithm)?.uses_heuristic ?? true);
}

/** The parameters that this algorithm and this heuristic take, here. */
export function parametersOf(offered: Offered, ground: Ground, { algorithm, heuristic }: Choice): Parameter[] {
  const info = find(offered.algorithms, algorithm);
  const own = PARAMETERS.filter(
    ({ name }) => info?.parameters.some((taken) => taken === name) && (name !== "threads" || ground.threads > 1),
  ).map((parameter) =>
    parameter.name === "sat-solver"
      ? { ...parameter, form: { type: "choice" as const, values: offered.sat_solvers } }
      : parameter,
  );
  const tables = heuristic === TABLES && takesHeuristic(offered, algorithm) ? PDB_PARAMETERS : [];
  return [...own, ...tables];
}

/**
 * The choice as far as it can be made here: names are those of the catalog, what does not serve is left to the engine, and
 * options that would have no effect are left out. Also says what was dropped.
 */
export function settled(offered: Offered, ground: Ground, choice: Choice): { choice: Choice; dropped: string[] } {
  const dropped: string[] = [];
  const pick = (all: readonly (AlgorithmEntry | HeuristicEntry)[], name: string) => {
    if (name === AUTO) return AUTO;
    const found = find(all, name);
    if (!found) dropped.push(name);
    return found?.name ?? AUTO;
  };
  const algorithm = pick(algorithmsFor(offered, ground), choice.algorithm);
  const heuristic = takesHeuristic(offered, algorithm) ? pick(heuristicsFor(offered, ground), choice.heuristic) : AUTO;
  const taken = new Set(
    parametersOf(offered, ground, { algorithm, heuristic, options: {} }).map(({ option }) => option as string),
  );
  const entries = Object.entries(choice.options).filter(([option, value]) => taken.has(option) && value != null);
  return { choice: { algorithm, heuristic, options: Object.fromEntries(entries) as Options }, dropped };
}

/** Whether two choices are the same. */
export function isSame(a: Choice, b: Choice): boolean {
  const options = ({ options }: Choice) => JSON.stringify(Object.entries(options).sort(([x], [y]) => (x < y ? -1 : 1)));
  return a.algorithm === b.algorithm && a.heuristic === b.heuristic && options(a) === options(b);
}

/** A choice in a few words: `WA* · manhattan · weight 1.5`. */
export function called({ algorithm, heuristic, options }: Choice, offered: Offered): string {
  const extras = ALL_PARAMETERS.flatMap(({ name, option }) =>
    options[option] == null ? [] : [`${name} ${String(options[option])}`],
  );
  return [algorithm, ...(takesHeuristic(offered, algorithm) ? [heuristic] : []), ...extras].join(" · ");
}
