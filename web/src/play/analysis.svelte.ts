// Where a player left the shortest way: the fewest moves that were left after each move of the game.
import type { Puzzle } from "../engine/engine";
import type { App } from "../state/app.svelte";
import { Job } from "../state/job.svelte";

/** The position behind a number of moves. */
export interface Point {
  /** How many of the game's moves were made. */
  at: number;
  /** Their length, as the metric counts. */
  length: number;
  /** The fewest moves that were left; nothing where they could not be found out in time. */
  left: number | undefined;
}

export interface Loss {
  /** The number of the move, from 1, and the move. */
  at: number;
  move: string;
  /** How many moves it cost beyond its own length. */
  extra: number;
}

/** How long one position may take. */
const SECONDS = 4;
/** Of longer games some positions are looked at. */
const MOST = 150;

export class Analysis {
  #app: App;
  #turn = 0;
  readonly #job: Job;
  running = $state(false);
  puzzle = $state.raw<Puzzle>();
  moves = $state.raw<readonly string[]>([]);
  points = $state.raw<readonly Point[]>([]);
  total = $state(0);

  constructor(app: App) {
    this.#app = app;
    this.#job = new Job(app.engine);
    app.cancels.add(() => this.cancel());
  }

  /** Moves after which more was left than the move had promised. */
  get losses(): Loss[] {
    const known = this.points.filter(({ left }) => left !== undefined).toSorted((a, b) => a.at - b.at);
    return known.slice(1).flatMap((point, i) => {
      const before = known[i]!;
      const extra = point.left! + (point.length - before.length) - before.left!;
      // What lies between positions that were left out belongs to the last of them.
      return extra > 0 ? [{ at: point.at, move: this.moves[point.at - 1] ?? "", extra }] : [];
    });
  }

  /** Looks at the game on the board, from its end: near the goal, positions are soon solved. */
  async start(): Promise<void> {
    this.cancel();
    const turn = ++this.#turn;
    const { game } = this.#app;
    const { puzzle, made } = game;
    Object.assign(this, { puzzle, moves: made, points: [], running: true });
    const every = Math.max(1, Math.ceil(made.length / MOST));
    const places = made.map((_, i) => i).filter((i) => i % every === 0);
    places.push(made.length);
    this.total = places.length;
    try {
      for (const at of places.reverse()) {
        const moves = made.slice(0, at).join(" ");
        const view = await this.#app.engine.query({ query: "view", puzzle, moves });
        const length = view.lengths[game.metric] ?? at;
        const left = view.solved ? 0 : await this.#left(at === 0 ? puzzle : view.here);
        if (turn !== this.#turn) return;
        this.points = [...this.points, { at, length, left }];
      }
    } finally {
      if (turn === this.#turn) this.running = false;
    }
  }

  cancel(): void {
    this.#turn++;
    this.#job.cancel();
    this.running = false;
  }

  async #left(puzzle: Puzzle): Promise<number | undefined> {
    const quick = await this.#app.quickly(puzzle);
    const answer = quick ?? (await this.#job.run({ puzzle, limits: { seconds: SECONDS } }));
    if (answer) this.#app.optimum.learn(puzzle, answer);
    return answer?.proof === "optimal" ? (answer.length ?? undefined) : undefined;
  }
}

const analyses = new WeakMap<App, Analysis>();

/** It outlives its panel: another tab does not end it. */
export function analysisOf(app: App): Analysis {
  let analysis = analyses.get(app);
  if (!analysis) analyses.set(app, (analysis = new Analysis(app)));
  return analysis;
}
