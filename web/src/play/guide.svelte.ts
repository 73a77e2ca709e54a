// How many moves are left from here: guidance that gives nothing away. It follows the board while it is on.
import type { App } from "../state/app.svelte";
import { Job } from "../state/job.svelte";

/** How long a position may take: a player moves on. */
const SECONDS = 3;

export class Guide {
  #app: App;
  readonly #job: Job;
  #found = $state.raw<{ at: readonly string[]; left: number | undefined; atLeast: number | undefined }>();
  #on = $state(false);

  constructor(app: App) {
    this.#app = app;
    this.#job = new Job(app.engine);
  }

  get on(): boolean {
    return this.#on;
  }

  set on(on: boolean) {
    this.#on = on;
    if (on) void this.follow();
    else this.#job.cancel();
  }

  get busy(): boolean {
    return this.#job.running;
  }

  /** What is known of the position on the board. */
  get here(): { left: number | undefined; atLeast: number | undefined } | undefined {
    const { game } = this.#app;
    if (game.view.solved) return { left: 0, atLeast: 0 };
    const known = game.made.length === 0 ? this.#app.optimum.known : undefined;
    if (known?.proven) return { left: known.length, atLeast: known.length };
    return this.#found?.at === game.made ? this.#found : undefined;
  }

  /** Finds it out for the position on the board. */
  async follow(): Promise<void> {
    const { game, solution } = this.#app;
    if (!this.#on || this.here) return;
    const at = game.made;
    const set = (left: number | undefined, atLeast: number | undefined) => (this.#found = { at, left, atLeast });
    if (solution.plan?.answer.proof === "optimal" && solution.at === 0 && solution.plan.answer.length != null) {
      return void set(solution.plan.answer.length, solution.plan.answer.length);
    }
    const { here } = game.view;
    const quick = await this.#app.quickly(here);
    const answer =
      quick ?? (game.made === at ? await this.#job.run({ puzzle: here, limits: { seconds: SECONDS } }) : undefined);
    if (answer && game.made === at)
      set(answer.proof === "optimal" ? (answer.length ?? undefined) : undefined, answer.lower_bound ?? undefined);
  }
}
