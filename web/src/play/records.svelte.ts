// What a visitor has solved, kept on this device and nowhere else.
import { remember, remembered } from "../state/store";

/** A puzzle that was solved. */
export interface Solve {
  /** When, in milliseconds since 1970. */
  at: number;
  kind: string;
  /** The size or the title, by which solves are compared. */
  what: string;
  /** The puzzle, by one text for each. */
  puzzle: string;
  /** How long it took. */
  ms: number;
  moves: number;
  metric: string;
  /** The fewest moves, where they are known. */
  optimum?: number;
  /** A hint or a solution was shown. */
  helped?: boolean;
  /** The day whose puzzle it was. */
  daily?: string;
  session: number;
}

export interface Summary {
  count: number;
  best: number | undefined;
  mean: number | undefined;
  /** Averages of the last five and twelve, without the best and the worst of them, as speed solvers count. */
  of5: number | undefined;
  of12: number | undefined;
  /** Moves beyond the optimum, on average. */
  over: number | undefined;
  perfect: number;
}

/** More are not kept: the oldest go. */
const MOST = 3000;

const mean = (values: readonly number[]) =>
  values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;

/** The average of the last times without the best and the worst; nothing where there are too few. */
export function averageOf(count: number, times: readonly number[]): number | undefined {
  if (times.length < count) return undefined;
  const sorted = times.slice(-count).toSorted((a, b) => a - b);
  return mean(sorted.slice(1, -1));
}

export function summed(solves: readonly Solve[]): Summary {
  const own = solves.filter(({ helped }) => !helped);
  const times = own.map(({ ms }) => ms);
  const known = own.flatMap(({ moves, optimum }) => (optimum === undefined ? [] : [moves - optimum]));
  return {
    count: solves.length,
    best: times.length > 0 ? times.reduce((least, ms) => Math.min(least, ms)) : undefined,
    mean: mean(times),
    of5: averageOf(5, times),
    of12: averageOf(12, times),
    over: mean(known),
    perfect: known.filter((over) => over === 0).length,
  };
}

export function toCsv(solves: readonly Solve[]): string {
  const quoted = (value: unknown) => `"${String(value ?? "").replaceAll('"', '""')}"`;
  const rows = solves.map((solve) =>
    [
      new Date(solve.at).toISOString(),
      solve.kind,
      quoted(solve.what),
      quoted(solve.puzzle),
      (solve.ms / 1000).toFixed(3),
      solve.moves,
      solve.metric,
      solve.optimum ?? "",
      solve.helped ? "yes" : "no",
      solve.daily ?? "",
      solve.session,
    ].join(","),
  );
  return ["time,kind,what,puzzle,seconds,moves,metric,optimum,helped,daily,session", ...rows, ""].join("\n");
}

export class Records {
  #solves = $state.raw<readonly Solve[]>(read());
  #session = $state(Number(remembered("session") ?? 1) || 1);
  /** The day whose puzzle is on the board. */
  daily = $state.raw<{ kind: string; date: string }>();

  get solves(): readonly Solve[] {
    return this.#solves;
  }

  get session(): number {
    return this.#session;
  }

  add(solve: Omit<Solve, "session">): void {
    this.#put([...this.#solves, { ...solve, session: this.#session }].slice(-MOST));
  }

  /** The fewest moves of a puzzle became known. */
  learn(puzzle: string, metric: string, optimum: number): void {
    const lacks = (solve: Solve) => solve.puzzle === puzzle && solve.metric === metric && solve.optimum === undefined;
    if (this.#solves.some(lacks))
      this.#put(this.#solves.map((solve) => (lacks(solve) ? { ...solve, optimum } : solve)));
  }

  /** The fewest moves and the least time in which the visitor has solved a puzzle without help. */
  bestOf(puzzle: string, metric: string): { moves: number; ms: number } | undefined {
    const own = this.#solves.filter((solve) => solve.puzzle === puzzle && solve.metric === metric && !solve.helped);
    if (own.length === 0) return undefined;
    return {
      moves: own.reduce((least, { moves }) => Math.min(least, moves), Infinity),
      ms: own.reduce((least, { ms }) => Math.min(least, ms), Infinity),
    };
  }

  /** Whether a puzzle was solved, with or without help. */
  isSolved(puzzle: string): boolean {
    return this.#solves.some((solve) => solve.puzzle === puzzle);
  }

  isDailySolved(kind: string, date: string): boolean {
    return this.#solves.some((solve) => solve.kind === kind && solve.daily === date);
  }

  /** Days in a row, up to this one or the one before, on which a kind's puzzle was solved. */
  streak(kind: string, date: string): number {
    const days = new Set(this.#solves.flatMap((solve) => (solve.kind === kind && solve.daily ? [solve.daily] : [])));
    const day = new Date(`${date}T12:00:00Z`);
    const name = () => day.toISOString().slice(0, 10);
    if (!days.has(name())) day.setUTCDate(day.getUTCDate() - 1);
    let length = 0;
    for (; days.has(name()); length++) day.setUTCDate(day.getUTCDate() - 1);
    return length;
  }

  newSession(): void {
    this.#session++;
    remember("session", String(this.#session));
  }

  clear(): void {
    this.#put([]);
  }

  #put(solves: readonly Solve[]): void {
    this.#solves = solves;
    remember("records", solves.length > 0 ? JSON.stringify(solves) : undefined);
  }
}

function read(): Solve[] {
  try {
    const found: unknown = JSON.parse(remembered("records") ?? "[]");
    const isSolve = (one: unknown): one is Solve => {
      const { at, ms, moves, puzzle, kind } = (one ?? {}) as Partial<Solve>;
      return [at, ms, moves].every(Number.isFinite) && typeof puzzle === "string" && typeof kind === "string";
    };
    return Array.isArray(found) ? found.filter(isSolve) : [];
  } catch {
    // Something else wrote there.
    return [];
  }
}
