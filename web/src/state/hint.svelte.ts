// The next move of a good way to the goal. A way that is known is followed at once; where none is, a quick search finds one
// while a thorough one looks for a shortest, and a hint that turns out not to be the best is replaced while it is shown.
import type { Board, Engine, Request, Puzzle } from "../engine/engine";
import type { Game } from "./game.svelte";
import { Job } from "./job.svelte";
import type { Plan, Solution } from "./solution.svelte";

export interface Shown {
  move: string;
  /** The board behind the move: what differs is what moves. */
  board: Board;
  /** The moves made when it was shown; it is out of date when they change. */
  at: readonly string[];
}

/** How long a shortest solution may be waited for before a quick one serves. */
const WAIT_MS = 600;
/** How often a player may move before the hint is there. */
const MOST_TRIES = 8;

export class Hint {
  #engine: Engine;
  #game: Game;
  #solution: Solution;
  #shown = $state.raw<Shown>();
  readonly #quick: Job;
  thinking = $state(false);
  /** Whether the rules of a puzzle alone find a solution. */
  isEasy: ((puzzle: Puzzle) => Promise<boolean>) | undefined;
  /** A search that soon finds some solution of the puzzle on the board, however long, where there is one. */
  quickly: (() => Omit<Request, "puzzle" | "limits"> | undefined) | undefined;

  constructor(engine: Engine, game: Game, solution: Solution) {
    this.#engine = engine;
    this.#game = game;
    this.#solution = solution;
    this.#quick = new Job(engine);
  }

  get shown(): Shown | undefined {
    return this.#shown?.at === this.#game.made ? this.#shown : undefined;
  }

  /** Shows the next move, or makes the one that is shown. Says which was done; nothing where there is no move. */
  async ask(limits: { seconds: number }): Promise<"shown" | "made" | undefined> {
    if (this.shown) {
      const { move } = this.shown;
      return (await this.#game.play(() => move)) ? "made" : undefined;
    }
    if (this.thinking || this.#game.view.solved) return undefined;
    this.thinking = true;
    try {
      // Who moves meanwhile gets a hint for where the moves have led.
      for (let tries = 0; tries < MOST_TRIES && !this.#game.view.solved; tries++) {
        const { made } = this.#game;
        if (this.#solution.next === undefined) await this.#find(limits);
        if (await this.#show()) return "shown";
        if (this.#game.made === made) return undefined;
      }
      return undefined;
    } finally {
      this.thinking = false;
    }
  }

  cancel(): void {
    this.#quick.cancel();
    this.#solution.cancel();
  }

  clear(): void {
    this.#quick.cancel();
    this.#shown = undefined;
  }

  /** Shows the next move of the way that is known from here. */
  async #show(): Promise<boolean> {
    const move = this.#solution.next;
    if (move === undefined) return false;
    const at = this.#game.made;
    const moves = [...at, move].join(" ");
    const { board } = await this.#engine.query({ query: "view", puzzle: this.#game.puzzle, moves });
    if (this.#game.made !== at) return false;
    this.#game.helped = true;
    this.#shown = { move, board, at };
    return true;
  }

  /** Finds a way from here, and comes back as soon as there is one. */
  async #find(limits: { seconds: number }): Promise<void> {
    const running = this.#solution.job.running;
    const thorough = running ? undefined : this.#solution.find({ limits }, true);
    const improved = thorough?.then(() => this.#improve());
    const quick = this.#quickly(limits);
    if (!thorough) return void (await quick);
    const soon = quick.then((plan) => (plan ? undefined : thorough));
    await Promise.race([thorough, soon]);
    // What goes wrong afterwards is told by the search's own panel.
    improved?.catch(() => {});
  }

  /** Some way from here, unless the thorough search is sooner. */
  async #quickly(limits: { seconds: number }): Promise<Plan | undefined> {
    const how = this.quickly?.();
    if (!how) return undefined;
    const { made: base } = this.#game;
    const { here } = this.#game.view;
    // What the rules alone can solve needs no other search, whose code may be on its way yet.
    if (await this.isEasy?.(here)) return undefined;
    const waited = new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    const answer = await this.#quick.run({ puzzle: here, ...how, limits });
    if (!answer) return undefined;
    await waited;
    if (this.#solution.next !== undefined) return this.#solution.plan;
    return this.#solution.take(here, base, answer);
  }

  /** The thorough search is done: a hint that is shown and not the best is replaced. */
  async #improve(): Promise<void> {
    this.#quick.cancel();
    const { shown } = this;
    if (shown && this.#solution.next !== undefined && this.#solution.next !== shown.move) await this.#show();
  }
}
