// The puzzle on the board: where it began, the moves made, and what the engine says of the position behind them. The
// rules are the engine's; here is only a list of moves as text.
import type { Engine, LegalMove, Puzzle, RandomRequest, View } from "../engine/engine";
import { prolonged } from "../boards/path";
import { Clock } from "./clock.svelte";

/** Where a puzzle comes from, where a short word names it better than its position. */
export type Origin = { from: "random"; request: RandomRequest } | { from: "given" };

export interface Opening {
  moves?: readonly string[];
  origin?: Origin;
  /** Called when the puzzle stands on the board. */
  push?: boolean;
}

export class Game {
  #engine: Engine;
  #view = $state.raw<View>();
  #puzzle = $state.raw<Puzzle>();
  #origin = $state.raw<Origin>({ from: "given" });
  #made = $state.raw<readonly string[]>([]);
  #undone = $state.raw<readonly string[]>([]);
  #opened = $state(0);
  /** How many moves were made before a film made more; nothing where the player made all. */
  #filmed = $state<number>();
  /** Whether the moves that can be made again are those of a film. */
  #undoneByFilm = false;
  #queue: Promise<unknown> = Promise.resolve();
  /** The gesture under way, and how many moves were made before it. */
  #gesture: { by: symbol; since: number } | undefined;
  readonly clock = new Clock();
  /** Called behind every move that a player made, with the view before it. */
  onmove: ((move: string, view: View) => void) | undefined;
  /** Called when another puzzle is on the board; `push` where it deserves an entry in the browser's history. */
  onopen: ((push: boolean) => void) | undefined;
  /** Called when a player has made the last move. */
  onsolved: (() => void) | undefined;
  /** A hint or a solution of this puzzle was shown. */
  helped = $state(false);

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Whether there is a puzzle on the board; before, nothing else here may be asked. */
  get ready(): boolean {
    return this.#view !== undefined;
  }

  /** The position now. */
  get view(): View {
    return told(this.#view);
  }

  /** The puzzle as it was opened. */
  get puzzle(): Puzzle {
    return told(this.#puzzle);
  }

  get origin(): Origin {
    return this.#origin;
  }

  /** The moves made, each as the engine writes it. */
  get made(): readonly string[] {
    return this.#made;
  }

  /** Whether a film made some of the moves. */
  get filmed(): boolean {
    return this.#filmed !== undefined;
  }

  get canUndo(): boolean {
    return this.#made.length > 0;
  }

  get canRedo(): boolean {
    return this.#undone.length > 0;
  }

  /** Rises with every puzzle that is opened. */
  get opened(): number {
    return this.#opened;
  }

  /** What counts as one move. */
  get metric(): string {
    return metricOf(this.view.here) ?? Object.keys(this.view.lengths)[0] ?? "moves";
  }

  /** The length of the moves made, as the metric counts. */
  get length(): number {
    return this.view.lengths[this.metric] ?? this.#made.length;
  }

  /**
   * Puts a puzzle on the board. Moves that cannot be made are left out, and what the view says of them is returned.
   * Rejects with the engine's words, and leaves the board as it was, where the puzzle is none.
   */
  open(puzzle: Puzzle, { moves = [], origin = { from: "given" }, push = true }: Opening = {}): Promise<View> {
    return this.#enqueue(async () => {
      const view = await this.#look(puzzle, moves);
      const made = view.illegal ? view.made : moves;
      this.clock.reset();
      const shown = view.illegal ? await this.#look(puzzle, made) : view;
      this.#filmed = undefined;
      this.#undoneByFilm = false;
      this.#set(shown, made, []);
      this.#puzzle = puzzle;
      this.#origin = origin;
      this.#opened++;
      this.helped = false;
      this.onopen?.(push);
      return view;
    });
  }

  /** The same moves from the same position, asked for something else: another goal or metric. */
  alter(puzzle: Puzzle, origin: Origin = this.#origin): Promise<void> {
    return this.#enqueue(async () => {
      this.#set(await this.#look(puzzle, this.#made), this.#made, this.#undone);
      this.#puzzle = puzzle;
      this.#origin = origin;
    });
  }

  /**
   * Makes the move that is chosen when all moves before are made; so no key press is lost, and none comes too soon. The
   * steps of one gesture are one move, which one undo takes back.
   */
  play(choose: (view: View) => LegalMove | string | undefined, gesture?: symbol): Promise<boolean> {
    return this.#enqueue(async () => {
      const before = this.view;
      const chosen = choose(before);
      if (chosen === undefined) return false;
      const move = typeof chosen === "string" ? chosen : chosen.text;
      const since = gesture !== undefined && this.#gesture?.by === gesture ? this.#gesture.since : this.#made.length;
      const made = prolonged(this.#made, since, move);
      const view = await this.#look(this.puzzle, made);
      if (view.illegal) return false;
      this.#set(view, made, []);
      this.#gesture = gesture && { by: gesture, since };
      if (view.solved) this.clock.stop();
      else this.clock.start();
      this.onmove?.(move, before);
      if (view.solved && !before.solved) this.onsolved?.();
      return true;
    });
  }

  undo(): Promise<boolean> {
    return this.#step(() => {
      const last = this.#made.at(-1);
      if (this.filmed) this.#undoneByFilm = true;
      return last === undefined ? undefined : [this.#made.slice(0, -1), [last, ...this.#undone]];
    });
  }

  redo(): Promise<boolean> {
    return this.#step(() => {
      const [next, ...rest] = this.#undone;
      if (next !== undefined && this.#undoneByFilm) this.#filmed ??= this.#made.length;
      return next === undefined ? undefined : [[...this.#made, next], rest];
    });
  }

  /** Back to the start; redo brings every move back. */
  restart(): Promise<boolean> {
    this.clock.reset();
    return this.#step(() => {
      if (this.filmed) this.#undoneByFilm = true;
      return [[], [...this.#made, ...this.#undone]];
    });
  }

  /** Shows the position behind these moves; `undone` can be redone. The clock rests: this is no play. */
  show(made: readonly string[], undone: readonly string[] = []): Promise<boolean> {
    this.clock.stop();
    return this.#step(() => {
      const own = this.#made;
      const same = made.findIndex((move, i) => move !== own[i]);
      if (same >= 0) this.#filmed = Math.min(this.#filmed ?? Infinity, same);
      this.#undoneByFilm = undone.length > 0;
      return [made, undone];
    });
  }

  #step(next: () => [readonly string[], readonly string[]] | undefined): Promise<boolean> {
    return this.#enqueue(async () => {
      const step = next();
      if (!step) return false;
      const view = await this.#look(this.puzzle, step[0]);
      if (view.illegal) return false;
      this.#set(view, ...step);
      return true;
    });
  }

  #set(view: View, made: readonly string[], undone: readonly string[]): void {
    this.#gesture = undefined;
    if (this.#filmed !== undefined && made.length <= this.#filmed) this.#filmed = undefined;
    if (undone.length === 0) this.#undoneByFilm = false;
    this.#view = view;
    this.#made = made;
    this.#undone = undone;
  }

  #look(puzzle: Puzzle, moves: readonly string[]): Promise<View> {
    return this.#engine.query({ query: "view", puzzle, moves: moves.join(" ") });
  }

  #enqueue<T>(task: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(task);
    this.#queue = done.catch(() => {});
    return done;
  }
}

/** The metric that a puzzle names. */
export function metricOf(puzzle: Puzzle): string | undefined {
  return "metric" in puzzle ? (puzzle.metric ?? undefined) : undefined;
}

function told<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("no puzzle is on the board yet");
  return value;
}
