// Two searches from one position, side by side, each with a board that shows what it expands.
import type { Answer } from "../engine/engine";
import { t } from "../i18n/index.svelte";
import type { App } from "../state/app.svelte";
import { Job } from "../state/job.svelte";
import type { LinkPart } from "../state/url";
import { algorithmsFor, AUTO, called, settled, type Choice } from "./offers";
import { Sample } from "./sample.svelte";
import { beginning, groundOf, learned, type Beginning } from "./watch.svelte";

/** How long a lane may run: a race is to be watched. */
const SECONDS = 60;

export class Lane {
  #app: App;
  readonly job: Job;
  readonly sample: Sample;
  algorithm = $state("");

  constructor(app: App) {
    this.#app = app;
    this.job = new Job(app.engine);
    this.sample = new Sample(app);
  }

  get choice(): Choice {
    const app = this.#app;
    return settled(app.catalog, groundOf(app), { algorithm: this.algorithm, heuristic: AUTO, options: {} }).choice;
  }

  get name(): string {
    return called(this.choice, this.#app.catalog);
  }

  async run(from: Beginning): Promise<Answer | undefined> {
    this.sample.begin(from.puzzle);
    const request = { puzzle: from.puzzle, ...this.choice, limits: { seconds: SECONDS }, trace_samples: true };
    const answer = await this.job.run(request, (event) => this.sample.note(event));
    if (answer) learned(this.#app, from, answer);
    return answer;
  }
}

export class Race {
  #app: App;
  readonly lanes: readonly [Lane, Lane];
  /** The lane that was done first, with a solution; both where they took the same time. */
  first = $state.raw<Lane>();

  constructor(app: App) {
    this.#app = app;
    this.lanes = [new Lane(app), new Lane(app)];
  }

  get running(): boolean {
    return this.lanes.some(({ job }) => job.running);
  }

  /** Lanes that nobody has chosen get two algorithms that differ and serve the puzzle. */
  settle(): void {
    const offered = algorithmsFor(this.#app.catalog, groundOf(this.#app)).map(({ name }) => name);
    const usual = ["A*", "IDA*", "BFS", ...offered].filter((name) => offered.includes(name));
    const [left, right] = this.lanes;
    if (!offered.includes(left.algorithm)) left.algorithm = usual[0] ?? AUTO;
    if (!offered.includes(right.algorithm)) right.algorithm = usual.find((name) => name !== left.algorithm) ?? AUTO;
  }

  async start(): Promise<void> {
    this.clear();
    const from = beginning(this.#app);
    await Promise.all(
      this.lanes.map(async (lane) => {
        const answer = await lane.run(from);
        if (answer?.length != null || answer?.outcome === "unsolvable") this.first ??= lane;
      }),
    );
  }

  cancel(): void {
    for (const { job } of this.lanes) job.cancel();
  }

  clear(): void {
    this.cancel();
    this.first = undefined;
    for (const { job } of this.lanes) job.clear();
  }

  link(): LinkPart {
    const [left, right] = this.lanes;
    return {
      names: ["left", "right"],
      write: () => (this.#app.tab === "race" ? { left: left.algorithm, right: right.algorithm } : {}),
      read: (params) => {
        const known = new Set(this.#app.catalog.algorithms.map(({ name }) => name));
        const faults: string[] = [];
        for (const [name, lane] of [
          ["left", left],
          ["right", right],
        ] as const) {
          const value = params[name];
          if (value === undefined) continue;
          if (known.has(value)) lane.algorithm = value;
          else faults.push(t("link.malformed", { name, value }));
        }
        return faults;
      },
    };
  }
}
