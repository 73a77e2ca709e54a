// The tree of a search, recorded, and the film of its growth: a search of a small board is over in milliseconds, so it is
// shown again, as slowly as one likes.
import type { Request, TreeNode } from "../engine/engine";
import type { App } from "../state/app.svelte";
import { Job } from "../state/job.svelte";
import { rounds, way, type Placed, type Round } from "./tree";
import { beginning, learned, type Beginning, type Watch } from "./watch.svelte";

export const TREE_SIZES = [200, 1000, 5000, 20_000] as const;
export const DEFAULT_TREE = 1000;
/** Steps of the film a second. */
const FRAMES = 30;

export class Forest {
  #app: App;
  #watch: Watch;
  #timer: ReturnType<typeof setInterval> | undefined;
  #debt = 0;
  readonly job: Job;
  /** The most nodes that are told; the search ends there. */
  most = $state<number>(DEFAULT_TREE);
  /** What colours stand for. */
  colour = $state<"f" | "order">("f");
  /** Seconds that the whole film takes. */
  seconds = $state(8);
  from = $state.raw<Beginning>();
  rounds = $state.raw<readonly Round[]>([]);
  /** How many nodes are shown. */
  at = $state(0);
  playing = $state(false);
  selected = $state.raw<Placed>();
  #ways = $state.raw<readonly ReadonlySet<Placed>[]>([]);

  constructor(app: App, watch: Watch) {
    this.#app = app;
    this.#watch = watch;
    this.job = new Job(app.engine);
  }

  get total(): number {
    return this.rounds.reduce((sum, { nodes }) => sum + nodes.length, 0);
  }

  /** The round that the film is in, from 0. */
  get round(): number {
    let before = 0;
    for (const [i, { nodes }] of this.rounds.entries()) {
      before += nodes.length;
      if (this.at <= before) return i;
    }
    return Math.max(0, this.rounds.length - 1);
  }

  /** The nodes on the way of the solution in the round that is shown. */
  get way(): ReadonlySet<Placed> {
    return this.#ways[this.round] ?? new Set();
  }

  async start(): Promise<void> {
    const app = this.#app;
    this.clear();
    const from = (this.from = beginning(app));
    const nodes: TreeNode[] = [];
    const { expansions, ...limits } = app.search.limits;
    const request: Request = {
      puzzle: from.puzzle,
      ...this.#watch.choice,
      limits: { ...limits, expansions: Math.min(expansions ?? this.most, this.most) },
      trace_tree: this.most,
    };
    const answer = await this.job.run(request, (event) => {
      if (event.event === "nodes") nodes.push(...event.nodes);
    });
    if (this.job.state !== "done" || !answer) return;
    learned(app, from, answer);
    this.rounds = rounds(nodes);
    if (answer.moves != null) {
      const { made } = await app.engine.query({ query: "view", puzzle: from.puzzle, moves: answer.moves });
      if (this.from !== from) return;
      // Only the last round found it.
      this.#ways = this.rounds.map((round, i) => (i === this.rounds.length - 1 ? way(round, made) : new Set()));
    }
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) this.at = this.total;
    else this.play();
  }

  cancel(): void {
    this.job.cancel();
    this.pause();
  }

  /** Forgets everything, as for another puzzle. */
  clear(): void {
    this.cancel();
    this.job.clear();
    this.from = this.selected = undefined;
    this.rounds = this.#ways = [];
    this.at = 0;
  }

  go(at: number): void {
    this.at = Math.max(0, Math.min(this.total, Math.round(at)));
  }

  play(): void {
    if (this.total === 0) return;
    if (this.at >= this.total) this.at = 0;
    this.pause();
    this.playing = true;
    this.#debt = 0;
    this.#timer = setInterval(() => {
      this.#debt += this.total / (this.seconds * FRAMES);
      const whole = Math.floor(this.#debt);
      this.#debt -= whole;
      this.go(this.at + whole);
      if (this.at >= this.total) this.pause();
    }, 1000 / FRAMES);
  }

  pause(): void {
    clearInterval(this.#timer);
    this.playing = false;
  }
}
