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
}

export class Solution {
  #engine: Engine;
  #game: Game;
  #settings: Settings;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly job: Job;
  plan = $state.raw<Plan>();
  playing = $state(false);
  /** Called with each answer, whatever it says, and the puzzle that it is about. */
  onanswer: ((puzzle: Puzzle, answer: Answer) => void) | undefined;

  constructor(engine: Engine, game: Game, settings: Settings) {
    this.#engine = engine;
    this.#game = game;
    this.#settings = settings;
    this.job = new Job(engine);
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
    const { made: base, puzzle: whole } = this.#game;
    const { here } = this.#game.view;
    const answer = await this.job.run({ puzzle: here, ...request });
    if (!answer) return undefined;
    this.onanswer?.(base.length === 0 ? whole : here, answer);
    const left = this.plan && this.at !== undefined ? this.plan.steps.length - this.at : Infinity;
    if (answer.proof !== "optimal" && (answer.length ?? Infinity) >= left) return this.plan;
    return this.take(here, base, answer);
  }

  /** Takes over the way that a search found from a position, which these moves led to. */
  async take(puzzle: Puzzle, base: readonly string[], answer: Answer): Promise<Plan | undefined> {
    if (answer.moves == null) return undefined;
    const { opened } = this.#game;
    const { made } = await this.#engine.query({ query: "view", puzzle, moves: answer.moves });
    // Another puzzle may have come meanwhile.
    if (this.#game.opened !== opened) return undefined;
    this.plan = { base, steps: made.flatMap((move) => singles(move, answer)), answer };
    return this.plan;
  }

  cancel(): void {
    this.job.cancel();
  }

  /** Forgets everything, as for another puzzle. */
  clear(): void {
    this.pause();
    this.job.cancel();
    this.job.clear();
    this.plan = undefined;
  }

  /** Shows the position behind that many steps. */
  async go(at: number): Promise<void> {
    if (!this.plan) return;
    const { base, steps } = this.plan;
    const to = Math.max(0, Math.min(steps.length, at));
    await this.#game.show([...base, ...steps.slice(0, to)], steps.slice(to));
  }

  async step(by: 1 | -1): Promise<void> {
    this.pause();
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
    this.#timer = setTimeout(() => void this.#advance(), 1000 / this.#settings.speed);
  }

  async #advance(): Promise<void> {
    // A player who moves takes over.
    if (!this.playing || !this.plan || this.at === undefined) return this.pause();
    await this.go(this.at + 1);
    if (this.at === this.plan.steps.length) this.pause();
    else this.#later();
  }
}

/** A move of tiles that counts as several is shown as several. */
function singles(move: string, { puzzle, metric }: Answer): string[] {
  const [, way, times] = /^([UDLR])(\d+)$/.exec(move) ?? [];
  return puzzle === "tiles" && metric === "stm" && way !== undefined
    ? Array.from({ length: Number(times) }, () => way)
    : [move];
}
