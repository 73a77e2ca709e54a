// The fewest moves of the puzzle on the board, as far as they are known: from a library, from a search that a visitor
// asked for, or from a short one in the background.
import type { Answer, Engine, Puzzle } from "../engine/engine";
import type { Game } from "./game.svelte";
import { Job } from "./job.svelte";

export interface Known {
  /** The length of the best solution known. */
  length: number | undefined;
  /** The optimum in digits, where it is beyond what a number holds. */
  exact?: string | undefined;
  /** No solution is shorter. */
  lowerBound: number | undefined;
  /** Both are one. */
  proven: boolean;
  unsolvable: boolean;
}

/** How long the background may take: a puzzle that takes longer is one to ask for. */
const QUIET_SECONDS = 2;
/** How long it may take for a visitor who asked, and who can cancel it. */
const THOROUGH_SECONDS = 600;

export class Optimum {
  #game: Game;
  #known = $state.raw<ReadonlyMap<string, Known>>(new Map());
  readonly job: Job;

  #quickly: ((puzzle: Puzzle) => Promise<Answer | undefined>) | undefined;

  /** `quickly` finds the answer to an easy puzzle without the searches. */
  constructor(engine: Engine, game: Game, quickly?: (puzzle: Puzzle) => Promise<Answer | undefined>) {
    this.#game = game;
    this.#quickly = quickly;
    this.job = new Job(engine);
  }

  get known(): Known | undefined {
    if (!this.#game.ready) return undefined;
    return this.#known.get(key(this.#game.puzzle));
  }

  /** What a library says of the puzzle on the board, by metric. */
  tell(optimum: Record<string, number>): void {
    const length = optimum[this.#game.metric];
    if (length === undefined) return;
    this.#put(this.#game.puzzle, { length, lowerBound: length, proven: true, unsolvable: false });
  }

  /** The fewest moves of a puzzle are known from elsewhere. */
  proven(puzzle: Puzzle, length: number): void {
    this.#put(puzzle, { length, lowerBound: length, proven: true, unsolvable: false });
  }

  /** The board has another puzzle, goal or metric. */
  changed(): void {
    this.job.cancel();
    this.job.clear();
  }

  /** Looks for it, for a moment or for long. */
  async find(how: "quietly" | "thoroughly"): Promise<void> {
    const { puzzle } = this.#game;
    if (this.known?.proven || this.known?.unsolvable || this.known?.exact !== undefined) return;
    const soon = await this.#quickly?.(puzzle);
    if (soon) return this.learn(puzzle, soon);
    const limits = { seconds: how === "quietly" ? QUIET_SECONDS : THOROUGH_SECONDS };
    const answer = await this.job.run({ puzzle, limits });
    if (answer) this.learn(puzzle, answer);
  }

  /** A search tells what it found out about a puzzle. */
  learn(puzzle: Puzzle, answer: Answer): void {
    const before = this.#known.get(key(puzzle));
    const lengths = [before?.length, answer.length].filter((length) => length != null);
    const bounds = [before?.lowerBound, answer.lower_bound].filter((bound) => bound != null);
    const length = lengths.length > 0 ? Math.min(...lengths) : undefined;
    const lowerBound = bounds.length > 0 ? Math.max(...bounds) : undefined;
    const proven = length !== undefined && (answer.proof === "optimal" || length === lowerBound);
    const exact = answer.proof === "optimal" ? (answer.exact_length ?? undefined) : before?.exact;
    this.#put(puzzle, { length, lowerBound, proven, unsolvable: answer.outcome === "unsolvable", exact });
  }

  /** There is a solution of this length. */
  atMost(puzzle: Puzzle, length: number): void {
    const before = this.#known.get(key(puzzle));
    if (before?.proven || before?.unsolvable || (before?.length ?? Infinity) <= length) return;
    const lowerBound = before?.lowerBound;
    this.#put(puzzle, { length, lowerBound, proven: length === lowerBound, unsolvable: false });
  }

  /** Called when the fewest moves of a puzzle became known. */
  onproven: ((puzzle: Puzzle, length: number) => void) | undefined;

  #put(puzzle: Puzzle, known: Known): void {
    this.#known = new Map(this.#known).set(key(puzzle), known);
    if (known.proven && known.length !== undefined) this.onproven?.(puzzle, known.length);
  }
}

/** One text for one puzzle, whatever the order of its fields. */
function key(puzzle: Puzzle): string {
  return JSON.stringify(Object.entries(puzzle).sort(([a], [b]) => (a < b ? -1 : 1)));
}
