// A search that is watched: its counters, its expansions by depth, its rounds.
import type { Answer, Event, Puzzle, Request } from "../engine/engine";
import type { App } from "../state/app.svelte";
import { Job, type EventOf } from "../state/job.svelte";
import { DepthCount } from "./depths";
import { find, settled, type Choice, type Ground } from "./offers";
import { Sample } from "./sample.svelte";

/** How often the chart of a search at work is drawn anew. */
const PERIOD_MS = 150;

/** The puzzle on the board, as far as a choice of searches depends on it. */
export function groundOf(app: App): Ground {
  return { kind: app.game.puzzle.kind, metric: app.game.metric, threads: app.connection.threads };
}

/** Where a search began: enough to come back. */
export interface Beginning {
  /** The puzzle as it was opened, and the moves made from there. */
  origin: Puzzle;
  base: readonly string[];
  /** The position that is searched from. */
  puzzle: Puzzle;
}

export function beginning(app: App): Beginning {
  const { game } = app;
  return { origin: game.puzzle, base: game.made, puzzle: game.view.here };
}

/** Tells the game's own books what a search found out about its puzzle. */
export function learned(app: App, { origin, base, puzzle }: Beginning, answer: Answer): void {
  app.optimum.learn(puzzle, answer);
  if (base.length === 0) app.optimum.learn(origin, answer);
}

/** Hands a solution to the player of the game, and plays it. */
export async function show(app: App, from: Beginning, answer: Answer): Promise<void> {
  const plan = await app.solution.take(from.puzzle, from.base, answer);
  if (!plan) return;
  await app.solution.go(0);
  app.tab = "solve";
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) app.solution.play();
}

export class Watch {
  #app: App;
  #count = new DepthCount();
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly job: Job;
  /** What it expands, now and then. */
  readonly sample: Sample;
  /** Whether every expansion is told with its depth while the search runs. */
  live = $state(true);
  from = $state.raw<Beginning>();
  byDepth = $state.raw<readonly number[]>([]);
  rounds = $state.raw<readonly EventOf<"iteration">[]>([]);
  improved = $state.raw<EventOf<"improved">>();
  /** Positions expanded a second, lately. */
  rate = $state<number>();

  constructor(app: App) {
    this.#app = app;
    this.job = new Job(app.engine);
    this.sample = new Sample(app);
    // A server tells its events over a connection, where millions of depths a second would be in the way.
    this.live = app.connection.where === "browser";
  }

  /** How to search, as far as the choice can be made here. */
  get choice(): Choice {
    return settled(this.#app.catalog, groundOf(this.#app), this.#app.search).choice;
  }

  set choice(choice: Choice) {
    Object.assign(this.#app.search, choice);
  }

  /** Whether depths are told live for this choice; searches on several threads tell none. */
  get traces(): boolean {
    const info = find(this.#app.catalog.algorithms, this.choice.algorithm);
    return this.live && !(info?.parallel ?? false) && (this.choice.options.threads ?? 1) === 1;
  }

  async start(): Promise<Answer | undefined> {
    const app = this.#app;
    const from = beginning(app);
    const request: Request = {
      puzzle: from.puzzle,
      ...this.choice,
      limits: app.search.limits,
      trace_depths: this.traces,
      trace_samples: true,
    };
    this.#begin();
    this.sample.begin(from.puzzle);
    this.from = from;
    const answer = await this.job.run(request, (event) => this.#note(event));
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.byDepth = answer?.expanded_by_depth ?? this.#count.counts;
    if (answer) learned(app, from, answer);
    return answer;
  }

  cancel(): void {
    this.job.cancel();
  }

  /** Forgets everything, as for another puzzle. */
  clear(): void {
    this.job.cancel();
    this.job.clear();
    this.#begin();
  }

  #begin(): void {
    clearTimeout(this.#timer);
    this.#timer = this.#last = undefined;
    this.#count = new DepthCount();
    this.byDepth = [];
    this.rounds = [];
    this.improved = this.rate = undefined;
  }

  #note(event: Event): void {
    this.sample.note(event);
    if (event.event === "depths") {
      this.#count.add(event.depths);
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined;
        this.byDepth = this.#count.counts;
      }, PERIOD_MS);
    } else if (event.event === "iteration") {
      this.rounds = [...this.rounds, event];
    } else if (event.event === "improved") {
      this.improved = event;
    } else if (event.event === "progress") {
      this.#pace(event);
    }
  }

  #last: EventOf<"progress"> | undefined;

  #pace(progress: EventOf<"progress">): void {
    const last = this.#last && this.#last.expanded <= progress.expanded ? this.#last : undefined;
    const seconds = progress.seconds - (last?.seconds ?? 0);
    if (seconds > 0) this.rate = (progress.expanded - (last?.expanded ?? 0)) / seconds;
    this.#last = progress;
  }
}
