// Watches over moves that cannot be taken back by moves: whether the position can still be solved is looked for at once,
// in the background, and a visitor is told as soon as it is proven that it cannot.
import type { Answer, Engine, Puzzle } from "../engine/engine";
import type { Game } from "./game.svelte";
import { Job } from "./job.svelte";

/** A deadlock shows in no time; what takes longer is left to searches that a visitor asks for. */
const SECONDS = 2;

/** Moves after which nothing helps: what follows them is lost too. */
interface Lost {
  opened: number;
  made: readonly string[];
  reason: string;
}

export class Guard {
  #game: Game;
  #job: Job;
  #lost = $state.raw<readonly Lost[]>([]);
  /** Called when the position on the board turns out to be lost. */
  onlost: (() => void) | undefined;

  constructor(engine: Engine, game: Game) {
    this.#game = game;
    this.#job = new Job(engine);
  }

  /** Why the position on the board can no longer be solved; nothing where that is not known. */
  get lost(): string | undefined {
    return this.#known?.reason;
  }

  get #known(): Lost | undefined {
    const { opened, made } = this.#game;
    return this.#lost.find((lost) => lost.opened === opened && lost.made.every((move, i) => move === made[i]));
  }

  /** How many moves must be taken back before the position can be solved again, as far as is known. */
  get tooMany(): number {
    const { made } = this.#game;
    return this.#known ? made.length - this.#known.made.length + 1 : 0;
  }

  /** Looks at the position on the board, after a move. */
  async look(move: string): Promise<void> {
    const { view, made } = this.#game;
    const { here, board } = view;
    const cannotGoBack = board.shape === "grid" && board.pieces.some(({ role }) => role === "box");
    // Who only walks changes nothing.
    if (!cannotGoBack || view.solved || !/[UDLR]/.test(move) || this.#known) return;
    this.#job.cancel();
    // Any solution will do, so pushes are counted, and whatever looks nearest is looked at first.
    const puzzle = { ...here, metric: "push" } as Puzzle;
    const answer = await this.#job.run({ puzzle, algorithm: "greedy", limits: { seconds: SECONDS } });
    if (answer) this.learn(made, answer);
  }

  /** What any search found out about the position behind these moves. */
  learn(made: readonly string[], answer: Answer): void {
    // A puzzle that never had a solution is another matter.
    if (answer.outcome !== "unsolvable" || made.length === 0) return;
    const { opened } = this.#game;
    this.#lost = [
      ...this.#lost.filter((lost) => lost.opened === opened),
      { opened, made, reason: answer.reason ?? "" },
    ];
    if (this.#known) this.onlost?.();
  }

  clear(): void {
    this.#job.cancel();
    this.#job.clear();
    this.#lost = [];
  }
}
