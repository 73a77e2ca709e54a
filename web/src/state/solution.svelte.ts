// A way from a position to the goal, and the film of it: step, back, play, scrub. The film makes its moves on the game
// itself, so a player can take over at any step, and undo.
import type { Answer, Engine, Puzzle, Request } from "../engine/engine";
import type { Game } from "./game.svelte";
import { Job } from "./job.svelte";
import type { Settings } from "./settings.svelte";

/** Moves from the end of `base` on. */
export interface Plan {
  base: readonly string[];
  steps: readonly string[];
  answer: Answer;
  /** Whether there are more moves than these, which are found as they are needed. */
  more: boolean;
}

/** Pictures a second of a film. */
const MOST_PICTURES = 40;
/** Where an answer's position comes from: the puzzle as it was opened, the moves made from there and their length. */
export interface Asked {
  whole: Puzzle;
  base: readonly string[];
  before: number;
}

/** A film of more steps than this is made a part at a time. */
const MOST_STEPS = 5000;

export class Solution {
  #engine: Engine;
  #game: Game;
  #settings: Settings;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly job: Job;
  /** Finds the parts of a solution that is too long to be listed. */
  readonly #more: Job;
  plan = $state.raw<Plan>();
  playing = $state(false);
  /** Called with each answer, whatever it says, and the puzzle that it is about. */
  onanswer: ((puzzle: Puzzle, answer: Answer, from: Asked) => void) | undefined;

  #quickly: ((puzzle: Puzzle) => Promise<Answer | undefined>) | undefined;

  /** `quickly` finds the answer to an easy puzzle without the searches. */
  constructor(
    engine: Engine,
    game: Game,
    settings: Settings,
    quickly?: (puzzle: Puzzle) => Promise<Answer | undefined>,
  ) {
    this.#engine = engine;
    this.#quickly = quickly;
    this.#game = game;
    this.#settings = settings;
    this.job = new Job(engine);
    this.#more = new Job(engine);
  }

  /** How many steps of the plan are made; nothing where the game has left its way. */
  get at(): number | undefined {
    if (!this.plan) return undefined;
    const { base, steps } = this.plan;
    const { made } = this.#game;
    const at = made.length - base.length;
    if (at < 0 || at > steps.length) return undefined;
    return made.every((move, i) => move === (i < base.length ? base[i] : steps[i - base.length])) ? at : undefined;
  }

  /** The plan's next move from here. */
  get next(): string | undefined {
    return this.at === undefined ? undefined : this.plan?.steps[this.at];
  }

  /** Finds a way from the position on the board, unless a shortest one is known; for some, any that is known will do. */
  async find(request: Omit<Request, "puzzle"> = {}, anyWillDo = false): Promise<Plan | undefined> {
    if (this.at !== undefined && (anyWillDo || this.plan?.answer.proof === "optimal")) return this.plan;
    // The player may go on while it searches: what was asked about is what the answer is about.
    const { made: base, puzzle: whole, length } = this.#game;
    const { here } = this.#game.view;
    const soon = request.algorithm === undefined ? await this.#quickly?.(here) : undefined;
    const answer = soon ? this.job.settle(soon) : await this.job.run({ puzzle: here, ...request });
    if (!answer) return undefined;
    this.onanswer?.(base.length === 0 ? whole : here, answer, { whole, base, before: length });
    const left = this.plan && this.at !== undefined ? this.#left : Infinity;
    if (answer.proof !== "optimal" && (answer.length ?? Infinity) >= left) return this.plan;
    const known = this.at === undefined ? undefined : this.plan;
    const found = await this.take(here, base, answer);
    // A player who has moved meanwhile keeps a way that leads on from here.
    if (known && this.at === undefined) this.plan = known;
    return found;
  }

  /** The steps that are left of the plan, listed or not. */
  get #left(): number {
    if (!this.plan || this.at === undefined) return Infinity;
    return this.plan.more ? Infinity : this.plan.steps.length - this.at;
  }

  /** Takes over the way that a search found from a position, which these moves led to. */
  async take(puzzle: Puzzle, base: readonly string[], answer: Answer): Promise<Plan | undefined> {
    const moves = answer.moves ?? answer.first_moves;
    if (moves == null) return undefined;
    const { opened } = this.#game;
    // A solution that is very long is followed a part at a time.
    const whole = moves.split(" ");
    const isWhole = answer.moves != null && whole.length <= MOST_STEPS;
    const part = isWhole ? moves : whole.slice(0, MOST_STEPS).join(" ");
    const { made } = await this.#engine.query({ query: "view", puzzle, moves: part });
    // Another puzzle may have come meanwhile.
    if (this.#game.opened !== opened) return undefined;
    this.plan = { base, steps: made.flatMap((move) => singles(move, answer)), answer, more: !isWhole };
    return this.plan;
  }

  /** Finds the next part of a solution that is too long to be listed, where its first one has been made. */
  async prolong(): Promise<boolean> {
    const { plan } = this;
    if (!plan?.more || this.at !== plan.steps.length || this.#game.view.solved) return false;
    const { here } = this.#game.view;
    const answer = await this.#more.run({ puzzle: here });
    if (!answer) return false;
    const next = await this.take(here, this.#game.made, answer);
    if (!next) return false;
    const steps = [...plan.steps, ...next.steps];
    this.plan = { ...plan, steps, more: next.more };
    return true;
  }

  cancel(): void {
    this.job.cancel();
  }

  /** Forgets everything, as for another puzzle. */
  clear(): void {
    this.pause();
    this.job.cancel();
    this.job.clear();
    this.#more.cancel();
    this.plan = undefined;
  }

  /** Shows the position behind that many steps. */
  async go(at: number): Promise<void> {
    if (!this.plan) return;
    const { base, steps } = this.plan;
    this.#game.helped = true;
    const to = Math.max(0, Math.min(steps.length, at));
    await this.#game.show([...base, ...steps.slice(0, to)], steps.slice(to));
  }

  async step(by: 1 | -1): Promise<void> {
    this.pause();
    if (by > 0 && this.at !== undefined && this.at === this.plan?.steps.length) await this.prolong();
    await this.go((this.at ?? 0) + by);
  }

  play(): void {
    if (!this.plan) return;
    this.playing = true;
    const again = this.at === undefined || this.at === this.plan.steps.length;
    void (again ? this.go(0) : Promise.resolve()).then(() => this.#later());
  }

  pause(): void {
    clearTimeout(this.#timer);
    this.playing = false;
  }

  #later(): void {
    clearTimeout(this.#timer);
    if (!this.playing) return;
    this.#timer = setTimeout(() => void this.#advance(), 1000 / Math.min(this.#settings.speed, MOST_PICTURES));
  }

  async #advance(): Promise<void> {
    // A player who moves takes over.
    if (!this.playing || !this.plan || this.at === undefined) return this.pause();
    // Faster than anyone sees, several moves are one picture.
    await this.go(this.at + Math.max(1, Math.round(this.#settings.speed / MOST_PICTURES)));
    if (this.at === this.plan?.steps.length && !(await this.prolong())) this.pause();
    else this.#later();
  }
}

/** A move of tiles that counts as several is shown as several. */
export function singles(move: string, { puzzle, metric }: Pick<Answer, "puzzle" | "metric">): string[] {
  const [, way, times] = /^([UDLR])(\d+)$/.exec(move) ?? [];
  return puzzle === "tiles" && metric === "stm" && way !== undefined
    ? Array.from({ length: Number(times) }, () => way)
    : [move];
}
