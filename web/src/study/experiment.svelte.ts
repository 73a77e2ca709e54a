// Many boards, each given to the same algorithm with several heuristics: what does a better estimate save, and how does
// that grow with the number of random moves? The same seed makes the same boards, whoever asks.
import { Cancelled } from "../engine/engine";
import type { Answer, Puzzle, Request, Solving } from "../engine/engine";
import { t } from "../i18n/index.svelte";
import type { App } from "../state/app.svelte";
import { explained } from "../state/job.svelte";
import type { LinkPart } from "../state/url";
import { csv } from "./csv";
import { AUTO, find, heuristicsFor, takesHeuristic } from "./offers";
import { readNumbers, readSizes } from "./lists";
import { summaries, type Run, type Summary } from "./statistics";
import { groundOf } from "./watch.svelte";

/** How often a table that grows is drawn anew. */
const PERIOD_MS = 120;
export const MOST_BOARDS = 1000;
/** What one run may hold; it is over before the next begins. */
const MEMORY_BYTES = 2 ** 30;

const DEFAULTS = {
  sizes: ["3x3", "4x4"],
  shuffles: [10, 30, 50, 100],
  sample: 10,
  seed: 1,
  heuristics: ["manhattan", "misplaced", "none"],
  algorithm: "A*",
  seconds: 1,
} as const;

export class Experiment {
  #app: App;
  #solving: Solving | undefined;
  #run = 0;
  sizes = $state.raw<readonly string[]>(DEFAULTS.sizes);
  shuffles = $state.raw<readonly number[]>(DEFAULTS.shuffles);
  sample = $state<number>(DEFAULTS.sample);
  seed = $state<number>(DEFAULTS.seed);
  heuristics = $state.raw<readonly string[]>(DEFAULTS.heuristics);
  algorithm = $state<string>(DEFAULTS.algorithm);
  /** The time that one run may take. */
  seconds = $state<number>(DEFAULTS.seconds);
  state = $state<"idle" | "running" | "done" | "cancelled">("idle");
  runs = $state.raw<readonly Run[]>([]);
  total = $state(0);
  /** What was asked for when the runs began. */
  asked = $state.raw<{ seed: number; algorithm: string; metric: string }>();

  constructor(app: App) {
    this.#app = app;
  }

  get running(): boolean {
    return this.state === "running";
  }

  /** The heuristics that make a difference: those that serve here, or none where the algorithm takes none. */
  get contestants(): readonly string[] {
    const { catalog } = this.#app;
    if (!takesHeuristic(catalog, this.algorithm)) return [AUTO];
    const serving = heuristicsFor(catalog, groundOf(this.#app));
    return this.heuristics.flatMap((name) => find(serving, name)?.name ?? []);
  }

  /** How many runs the settings ask for. */
  get planned(): number {
    return this.sizes.length * this.shuffles.length * this.sample * this.contestants.length;
  }

  get summaries(): Summary[] {
    return summaries(this.runs);
  }

  async start(): Promise<void> {
    this.cancel();
    const run = ++this.#run;
    const { engine } = this.#app;
    const { metric } = groundOf(this.#app);
    const { sizes, shuffles, sample, seed, contestants, algorithm, seconds } = this;
    const done: Run[] = [];
    let published = 0;
    const publish = () => {
      published = performance.now();
      this.runs = done.slice();
    };
    this.runs = [];
    this.total = this.planned;
    this.asked = { seed, algorithm, metric };
    this.state = "running";
    try {
      for (const size of sizes) {
        for (const shuffle of shuffles) {
          const request = { puzzle: { kind: "tiles", size, goal: "blank-last" } as const, shuffle, seed };
          const { puzzles } = await engine.query({ query: "random", request, count: sample });
          for (const [i, puzzle] of puzzles.entries()) {
            for (const heuristic of contestants) {
              if (run !== this.#run) return;
              const board = { ...puzzle, metric } as Puzzle;
              const limits = { memory_bytes: MEMORY_BYTES, ...(seconds > 0 && { seconds }) };
              const result = await this.#one({ puzzle: board, algorithm, heuristic, limits });
              if (run !== this.#run) return;
              const name = heuristic === AUTO ? algorithm : heuristic;
              done.push({ name, size, shuffle, board: i + 1, position: positionOf(puzzle), ...result });
              if (performance.now() - published > PERIOD_MS) publish();
            }
          }
        }
      }
      this.state = "done";
    } catch (error) {
      if (run !== this.#run) return;
      this.state = "cancelled";
      if (!(error instanceof Cancelled)) this.#app.fail(error);
    } finally {
      if (run === this.#run) publish();
    }
  }

  /** One run: an answer, or what the engine said in its place. */
  async #one(request: Request): Promise<{ answer: Answer } | { fault: string }> {
    this.#solving = this.#app.engine.solve(request);
    try {
      return { answer: await this.#solving.answer };
    } catch (error) {
      if (error instanceof Cancelled) throw error;
      return { fault: explained(error) };
    }
  }

  /** Stops; what is done stays. */
  cancel(): void {
    if (this.running) this.#solving?.cancel();
  }

  /** One line for each run. */
  get runsCsv(): string {
    const { seed, algorithm, metric } = this.asked ?? { seed: this.seed, algorithm: this.algorithm, metric: "" };
    return csv(
      [
        "size",
        "shuffle",
        "seed",
        "board",
        "position",
        "metric",
        "algorithm",
        "heuristic",
        "outcome",
        "proof",
        "length",
        "lower_bound",
        "expanded",
        "generated",
        "seconds",
        "setup_seconds",
        "peak_memory_bytes",
        "reason",
      ],
      this.runs.map(({ name, size, shuffle, board, position, answer, fault }) => [
        size,
        shuffle,
        seed,
        board,
        position,
        metric,
        answer?.algorithm ?? algorithm,
        answer?.heuristic ?? name,
        answer?.outcome ?? "refused",
        answer?.proof,
        answer?.length,
        answer?.lower_bound,
        answer?.expanded,
        answer?.generated,
        answer?.seconds,
        answer?.setup_seconds,
        answer?.peak_memory_bytes,
        answer?.reason ?? fault,
      ]),
    );
  }

  /** One line for each heuristic, size and shuffle. */
  get summaryCsv(): string {
    const { seed, algorithm, metric } = this.asked ?? { seed: this.seed, algorithm: this.algorithm, metric: "" };
    const of = ["expanded", "length", "seconds"] as const;
    return csv(
      [
        ...["size", "shuffle", "seed", "metric", "algorithm", "heuristic", "runs", "solved", "optimal"],
        ...of.flatMap((measure) => [`mean_${measure}`, `sd_${measure}`]),
      ],
      this.summaries.map((summary) => [
        ...[summary.size, summary.shuffle, seed, metric, algorithm, summary.name],
        ...[summary.runs, summary.solved, summary.optimal],
        ...of.flatMap((measure) => [summary.mean[measure], summary.deviation[measure]]),
      ]),
    );
  }

  link(): LinkPart {
    const list = (values: readonly (string | number)[], usual: readonly (string | number)[]) =>
      values.join() === usual.join() ? undefined : values.join(",");
    const one = (value: string | number, usual: string | number) => (value === usual ? undefined : String(value));
    return {
      names: ["x-sizes", "x-shuffles", "x-sample", "x-seed", "x-heuristics", "x-algo", "x-seconds"],
      write: () => ({
        "x-sizes": list(this.sizes, DEFAULTS.sizes),
        "x-shuffles": list(this.shuffles, DEFAULTS.shuffles),
        "x-sample": one(this.sample, DEFAULTS.sample),
        "x-seed": one(this.seed, DEFAULTS.seed),
        "x-heuristics": list(this.heuristics, DEFAULTS.heuristics),
        "x-algo": one(this.algorithm, DEFAULTS.algorithm),
        "x-seconds": one(this.seconds, DEFAULTS.seconds),
      }),
      read: (params) => {
        const faults: string[] = [];
        const take = <T>(name: string, usual: T, read: (text: string) => T | undefined): T => {
          const value = params[name];
          if (value === undefined) return usual;
          const found = read(value);
          if (found === undefined) faults.push(t("link.malformed", { name, value }));
          return found ?? usual;
        };
        const whole = (most: number) => (text: string) =>
          /^\d{1,15}$/.test(text) && Number(text) <= most ? Number(text) : undefined;
        this.sizes = take("x-sizes", DEFAULTS.sizes as readonly string[], readSizes);
        this.shuffles = take("x-shuffles", DEFAULTS.shuffles as readonly number[], readNumbers);
        this.sample = take<number>("x-sample", DEFAULTS.sample, whole(MOST_BOARDS)) || DEFAULTS.sample;
        this.seed = take<number>("x-seed", DEFAULTS.seed, whole(Number.MAX_SAFE_INTEGER));
        this.heuristics = take("x-heuristics", DEFAULTS.heuristics as readonly string[], (text) => {
          const names = text.split(",").map((name) => find(this.#app.catalog.heuristics, name.trim())?.name);
          return names.every((name) => name !== undefined) ? names : undefined;
        });
        this.algorithm = take<string>(
          "x-algo",
          DEFAULTS.algorithm,
          (text) => find(this.#app.catalog.algorithms, text)?.name,
        );
        this.seconds = take<number>("x-seconds", DEFAULTS.seconds, whole(86_400));
        return faults;
      },
    };
  }
}

function positionOf(puzzle: Puzzle): string {
  return "position" in puzzle ? (puzzle.position ?? "") : "";
}
