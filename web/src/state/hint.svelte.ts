// The next move of a shortest way: asked once it is shown, asked again it is made.
import type { Board, Engine } from "../engine/engine";
import type { Game } from "./game.svelte";
import type { Solution } from "./solution.svelte";

export interface Shown {
  move: string;
  /** The board behind the move: what differs is what moves. */
  board: Board;
  /** The moves made when it was shown; it is out of date when they change. */
  at: readonly string[];
}

export class Hint {
  #engine: Engine;
  #game: Game;
  #solution: Solution;
  #shown = $state.raw<Shown>();
  thinking = $state(false);

  constructor(engine: Engine, game: Game, solution: Solution) {
    this.#engine = engine;
    this.#game = game;
    this.#solution = solution;
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
      await this.#solution.find({ limits }, true);
      const move = this.#solution.next;
      if (move === undefined) return undefined;
      const at = this.#game.made;
      const moves = [...at, move].join(" ");
      const { board } = await this.#engine.query({ query: "view", puzzle: this.#game.puzzle, moves });
      this.#game.helped = true;
      this.#shown = { move, board, at };
      return "shown";
    } finally {
      this.thinking = false;
    }
  }

  clear(): void {
    this.#shown = undefined;
  }
}
