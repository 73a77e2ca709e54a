// The address: everything that defines what is on screen, readable, with defaults left out. Here is the writing and the
// reading; the app decides when.
import type { KindEntry, Puzzle, RandomRequest } from "../engine/engine";
import type { Origin } from "./game.svelte";

export type Params = Record<string, string | undefined>;

/** Something that has a share in the address. */
export interface LinkPart {
  /** The parameters it owns. */
  names: readonly string[];
  /** What it says now; what is undefined is left out. */
  write(): Params;
  /** Takes over what an address says; what it does not name gets its default. Returns what is wrong, in words. */
  read(params: Params): string[];
}

type Fields = Record<string, string | number>;

/** `position` is `pos` in an address. */
const nameOf = (field: string) => (field === "position" ? "pos" : field);
export const DEFAULT_GOALS: ReadonlySet<unknown> = new Set(["blank-last", "last"]);
/** Moves that are longer than this are left out of the address, which then begins where they led: hosts refuse long ones. */
const MOST_MOVES_TEXT = 4000;
/** The longest shuffle that takes no noticeable time. */
const mostShuffle = (kind: string) => (kind === "tiles" ? 1_000_000 : 10_000);
/** What an address need not say of a random puzzle, where the engine has no opinion. */
const USUAL: Record<string, Fields> = { tiles: { size: "4x4", goal: "blank-last" } };

/** Fields of puzzles of any kind, and whether they hold numbers. */
function fieldsOf(kinds: readonly KindEntry[]): Map<string, boolean> {
  const all = kinds.flatMap(({ fields, random_fields }) => [...fields, ...random_fields]);
  return new Map([...all.map(({ name, is_number }) => [name, is_number] as const), ["metric", false]]);
}

/** What fields are where nothing is said of them. */
function defaultsOf({ kind, fields, random_fields }: KindEntry, random: boolean): Fields {
  const found: Fields = random ? { ...USUAL[kind] } : {};
  for (const { name, is_number, default: usual } of random ? random_fields : fields)
    if (usual != null) found[name] = is_number ? Number(usual) : usual;
  return found;
}

/** What of a kind's example a random puzzle can have too. */
function exampleOf({ example, random_fields }: KindEntry): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(example).filter(([field]) => random_fields.some(({ name }) => name === field)),
  );
}

/** The parameters that tell a puzzle. */
export const puzzleNames = (kinds: readonly KindEntry[]): string[] => [
  "puzzle",
  ...[...fieldsOf(kinds).keys()].map(nameOf),
  "seed",
  "shuffle",
  "moves",
];

export interface Asked {
  kind: string;
  /** A position, or how to make one; neither where the address names none. */
  puzzle?: Puzzle;
  random?: RandomRequest;
  /** What a random puzzle is to be like, where the address has no seed. */
  like?: RandomRequest["puzzle"];
  metric?: string;
  moves: string[];
}

/** What an address must say to bring this puzzle and its moves back; `here` is where they have led. */
export function writePuzzle(
  puzzle: Puzzle,
  origin: Origin,
  made: readonly string[],
  kinds: readonly KindEntry[],
  here: Puzzle = puzzle,
): Params {
  const moves = made.join(" ");
  if (moves.length > MOST_MOVES_TEXT) return writePuzzle(here, { from: "given" }, [], kinds);
  const info = kinds.find(({ kind }) => kind === puzzle.kind);
  const params: Params = { puzzle: puzzle.kind === kinds[0]?.kind ? undefined : puzzle.kind };
  const isRandom = origin.from === "random";
  const fields: Record<string, unknown> = isRandom
    ? { ...origin.request.puzzle, metric: (puzzle as { metric?: string }).metric }
    : puzzle;
  const defaults: Fields = info ? { ...defaultsOf(info, isRandom), metric: info.metrics[0]?.name ?? "" } : {};
  for (const field of fieldsOf(kinds).keys()) {
    const value = fields[field];
    if (value === undefined || value === null || value === "" || value === defaults[field]) continue;
    params[nameOf(field)] = String(value);
  }
  if (origin.from === "random") {
    params["seed"] = String(origin.request.seed);
    if (origin.request.shuffle != null) params["shuffle"] = String(origin.request.shuffle);
  }
  if (moves !== "") params["moves"] = moves;
  return params;
}

/** What an address asks for. Whether that is a puzzle is the engine's to say. */
export function readPuzzle(
  params: Params,
  kinds: readonly KindEntry[],
  fault: (name: string, value: string) => string,
): [Asked, string[]] {
  const faults: string[] = [];
  const first = kinds[0]?.kind ?? "tiles";
  const kind = params["puzzle"] ?? first;
  const moves = params["moves"]?.split(/\s+/).filter((move) => move !== "") ?? [];
  const info = kinds.find((info) => info.kind === kind);
  if (!info) return [{ kind: first, moves: [] }, [fault("puzzle", kind)]];
  const fields: Fields = {};
  for (const [field, isNumber] of fieldsOf(kinds)) {
    const value = params[nameOf(field)];
    if (value === undefined) continue;
    if (!isNumber) fields[field] = value;
    else if (/^\d{1,9}$/.test(value)) fields[field] = Number(value);
    else faults.push(fault(nameOf(field), value));
  }
  const whole = (name: string): number | undefined => {
    const value = params[name];
    if (value === undefined) return undefined;
    if (/^\d{1,15}$/.test(value)) return Number(value);
    faults.push(fault(name, value));
    return undefined;
  };
  const seed = whole("seed");
  const shuffle = whole("shuffle");
  const asked: Asked = { kind, moves };
  if (fields["metric"] !== undefined && !info.metrics.some(({ name }) => name === fields["metric"])) {
    faults.push(fault("metric", String(fields["metric"])));
    delete fields["metric"];
  }
  const { metric, ...rest } = fields;
  if (typeof metric === "string") asked.metric = metric;
  if (shuffle !== undefined && shuffle > mostShuffle(kind)) {
    faults.push(fault("shuffle", String(shuffle)));
    return [asked, faults];
  }
  if (seed !== undefined) {
    const puzzle = { kind, ...exampleOf(info), ...defaultsOf(info, true), ...rest };
    asked.random = { puzzle, seed, ...(shuffle !== undefined && { shuffle }) } as RandomRequest;
  } else if (isLike(info, rest)) {
    asked.like = { kind, ...exampleOf(info), ...defaultsOf(info, true), ...rest } as RandomRequest["puzzle"];
  } else if (Object.keys(rest).some((field) => field !== "goal")) {
    asked.puzzle = { kind, ...fields } as unknown as Puzzle;
  }
  return [asked, faults];
}

/** Whether these fields say what a puzzle is to be like, but not where it begins. */
function isLike({ fields, random_fields }: KindEntry, given: Fields): boolean {
  const names = Object.keys(given).filter((name) => name !== "goal");
  const lacks = fields.some(({ name, is_required }) => is_required && given[name] === undefined);
  return lacks && names.length > 0 && names.every((name) => random_fields.some((field) => field.name === name));
}

/** Parameters as a query, `?` included, as readable as the rules of addresses allow. */
export function toQuery(params: Params): string {
  const pairs = Object.entries(params).flatMap(([name, value]) =>
    value === undefined ? [] : [`${encodeReadably(name)}=${encodeReadably(value)}`],
  );
  return pairs.length > 0 ? `?${pairs.join("&")}` : "";
}

export function fromQuery(query: string): Params {
  return Object.fromEntries(new URLSearchParams(query));
}

/** Spaces become `+`; what a query may hold as it is stays as it is. */
function encodeReadably(text: string): string {
  return encodeURIComponent(text)
    .replace(/%20/g, "+")
    .replace(/%(2F|2C|3A|40|3B|24)/gi, (code) => decodeURIComponent(code));
}
