// Those who compete on a position, and how an address names them: `A*~manhattan;WA*~manhattan~weight:1.5`.
import type { Options } from "../engine/engine";
import {
  ALL_PARAMETERS,
  algorithmsFor,
  AUTO,
  heuristicsFor,
  isSame,
  settled,
  type Choice,
  type Ground,
  type Offered,
} from "./offers";

/** More are neither readable nor, each in a worker of its own, good for a device. */
export const MOST_CONTESTANTS = 12;

export function writeContestants(contestants: readonly Choice[]): string {
  return contestants
    .map(({ algorithm, heuristic, options }) => {
      const extras = ALL_PARAMETERS.flatMap(({ name, option }) =>
        options[option] == null ? [] : [`${name}:${String(options[option])}`],
      );
      return [algorithm, ...(heuristic === AUTO && extras.length === 0 ? [] : [heuristic]), ...extras].join("~");
    })
    .join(";");
}

/** What an address names; nothing where it cannot be read. Whether the names mean something is the catalog's to say. */
export function readContestants(text: string): Choice[] | undefined {
  const contestants = text.split(";").map(readContestant);
  const read = contestants.filter((contestant) => contestant !== undefined);
  return read.length === contestants.length && read.length <= MOST_CONTESTANTS ? read : undefined;
}

function readContestant(text: string): Choice | undefined {
  const [algorithm = "", heuristic = AUTO, ...extras] = text.split("~");
  if (algorithm === "" || heuristic === "" || heuristic.includes(":")) return undefined;
  const options: Record<string, unknown> = {};
  for (const extra of extras) {
    const colon = extra.indexOf(":");
    const [name, value] = [extra.slice(0, colon), extra.slice(colon + 1)];
    const parameter = ALL_PARAMETERS.find((parameter) => parameter.name === name);
    if (colon < 0 || value === "" || !parameter) return undefined;
    if (parameter.form.type === "number") {
      const number = Number(value);
      if (!Number.isFinite(number) || number < 0) return undefined;
      options[parameter.option] = number;
    } else {
      options[parameter.option] = value;
    }
  }
  return { algorithm, heuristic, options: options as Options };
}

/** Contestants of which everyone can learn something: what a better estimate is worth, and what giving up proof saves. */
export function usualContestants(offered: Offered, ground: Ground): Choice[] {
  const algorithms = algorithmsFor(offered, ground).map(({ name }) => name);
  // Tables are for those who ask for them: they take long to build.
  const estimates = heuristicsFor(offered, ground)
    .filter(({ name, admissible }) => admissible && name !== "none" && name !== "pdb" && name !== "patterns")
    .map(({ name }) => name);
  const few = estimates.slice(0, 3);
  const best = few.at(-1) ?? AUTO;
  const wanted: Choice[] = [
    { algorithm: "BFS", heuristic: AUTO, options: {} },
    ...few.map((heuristic) => ({ algorithm: "A*", heuristic, options: {} })),
    { algorithm: "IDA*", heuristic: best, options: {} },
    { algorithm: "WA*", heuristic: best, options: { weight: 1.5 } },
    { algorithm: "greedy", heuristic: best, options: {} },
  ];
  return distinct(wanted.filter(({ algorithm }) => algorithms.includes(algorithm)));
}

/** An algorithm with every estimate that serves here and needs no large table. */
export function withEveryHeuristic(offered: Offered, ground: Ground, { algorithm, options }: Choice): Choice[] {
  const names = heuristicsFor(offered, ground).map(({ name }) => name);
  const quick = names.filter((name) => name !== "pdb" && name !== "patterns");
  const choices = quick.map((heuristic) => settled(offered, ground, { algorithm, heuristic, options }).choice);
  return distinct(choices);
}

export function distinct(choices: readonly Choice[]): Choice[] {
  return choices.filter((choice, i) => choices.findIndex((other) => isSame(other, choice)) === i);
}

/** The contestants that can compete here; the usual ones where nobody was named, or nobody who can. */
export function competing(offered: Offered, ground: Ground, wanted: readonly Choice[] | undefined): Choice[] {
  if (wanted?.length === 0) return [];
  const able = (wanted ?? []).flatMap((choice) => {
    const { choice: found, dropped } = settled(offered, ground, choice);
    return dropped.length > 0 ? [] : [found];
  });
  return able.length > 0 ? distinct(able) : usualContestants(offered, ground);
}
