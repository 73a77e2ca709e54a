// The position that a search expands, as a board: samples come a few times a second, and a board is asked for each.
import type { Board, Event, Puzzle } from "../engine/engine";
import type { App } from "../state/app.svelte";
import type { EventOf } from "../state/job.svelte";

export class Sample {
  #app: App;
  #puzzle: Puzzle | undefined;
  #busy = false;
  board = $state.raw<Board>();
  /** What was told last: its depth, and the estimate of the rest. */
  node = $state.raw<EventOf<"sample">>();
  /** The greatest depth so far, and the bound of the last round. */
  deepest = $state(0);
  bound = $state<number>();

  constructor(app: App) {
    this.#app = app;
  }

  /** Another search begins from this position. */
  begin(puzzle: Puzzle): void {
    this.#puzzle = puzzle;
    this.board = this.node = this.bound = undefined;
    this.deepest = 0;
  }

  note(event: Event): void {
    if (event.event === "iteration") this.bound = event.bound;
    if (event.event !== "sample") return;
    this.node = event;
    this.deepest = Math.max(this.deepest, event.g);
    void this.#draw(event);
  }

  /** One board at a time: what came meanwhile is passed over. */
  async #draw({ position }: EventOf<"sample">): Promise<void> {
    const puzzle = this.#puzzle;
    if (this.#busy || !puzzle) return;
    this.#busy = true;
    try {
      const asked = { ...puzzle, position } as Puzzle;
      const { board } = await this.#app.engine.query({ query: "view", puzzle: asked });
      if (this.#puzzle === puzzle) this.board = board;
    } catch {
      // A sample that cannot be drawn is only a picture less.
    } finally {
      this.#busy = false;
    }
  }
}
