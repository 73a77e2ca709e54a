// Puzzles of a wanted distance from their goal. Random ones are solved, and the solution is followed until as many moves are
// left as were wanted: the end of a shortest way is a shortest way, so the number is proven without another search.
import type { Answer, LibraryEntry, Puzzle, RandomRequest } from "../engine/engine";
import { freshSeed, isSamePuzzle, type App } from "../state/app.svelte";
import { Job } from "../state/job.svelte";
import { singles } from "../state/solution.svelte";
import { levelOf, rangeOf, type Level } from "./levels";
import { rungOf, rungsOf, type Rung } from "./rungs";

/** What a visitor wants: a level, or an exact number of moves. */
export type Wish = { level: Level } | { exactly: number };

/** How long random puzzles are tried, and how many, before the farthest of them is taken. */
const PATIENCE_MS = 12_000;
const TRIES = 100;
/** Longer puzzles of a library whose solution is followed. */
const LONGER = 12;
/** How long a single one is solved. */
const SECONDS = 8;
/** How many are solved to find out how far one can be. */
const SAMPLE = 5;

export class Forge {
  #app: App;
  readonly job: Job;
  /** A puzzle is being made. */
  busy = $state(false);
  /** The last wish, which the next puzzle follows too. */
  wish = $state.raw<Wish>();
  #turn = 0;
  /** The greatest distance that was met, by the name of kind and rung. */
  #farthest = $state.raw<ReadonlyMap<string, number>>(new Map());

  constructor(app: App) {
    this.#app = app;
    this.job = new Job(app.engine);
  }

  get rungs(): Rung[] {
    return rungsOf(this.#app.kind);
  }

  /** The rung of the puzzle on the board. */
  get rung(): Rung | undefined {
    const { puzzle, view } = this.#app.game;
    return rungOf(this.rungs, view.board, puzzle.kind === "graph" ? puzzle.edges : undefined);
  }

  /** The level of the puzzle on the board, where its optimum is known. */
  get level(): Level | undefined {
    const { optimum } = this.#app;
    const farthest = this.#farthestOf(this.rung);
    if (!optimum.known?.proven || optimum.known.length === undefined || farthest === undefined) return undefined;
    return levelOf(optimum.known.length, farthest);
  }

  /** Puts a puzzle of that rung and distance on the board. Says whether it is as far from its goal as was wanted. */
  async make(wish: Wish, rung: Rung | undefined = this.rung ?? this.rungs[0]): Promise<"made" | "near" | "stopped"> {
    this.cancel();
    const turn = ++this.#turn;
    this.wish = wish;
    this.busy = true;
    try {
      const found = rung ? await this.#drawn(wish, rung, turn) : await this.#shelved(wish, turn);
      if (turn !== this.#turn || found === undefined) return "stopped";
      await this.#app.game.open(found.puzzle);
      if (found.distance !== undefined) this.#app.optimum.proven(this.#app.game.puzzle, found.distance);
      return found.fits ? "made" : "near";
    } finally {
      if (turn === this.#turn) this.busy = false;
    }
  }

  cancel(): void {
    this.#turn++;
    this.busy = false;
    this.job.cancel();
  }

  #farthestOf(rung: Rung | undefined): number | undefined {
    const { puzzle } = this.#app.game;
    return rung?.farthest ?? this.#farthest.get(rung ? `${puzzle.kind} ${rung.id}` : this.#shelfKey);
  }

  get #shelfKey(): string {
    return `${this.#app.game.puzzle.kind} by ${this.#app.game.metric}`;
  }

  #learn(key: string, farthest: number): void {
    this.#farthest = new Map(this.#farthest).set(key, farthest);
  }

  /** From random puzzles. */
  async #drawn(wish: Wish, rung: Rung, turn: number) {
    const key = `${rung.puzzle.kind} ${rung.id}`;
    let farthest = this.#farthestOf(rung);
    if (farthest === undefined) {
      farthest = 1;
      for (let i = 0; i < SAMPLE && turn === this.#turn; i++) {
        const answer = await this.#solved(await this.#random(rung));
        farthest = Math.max(farthest, answer?.length ?? 0);
      }
      this.#learn(key, farthest);
    }
    const [least, most] = "level" in wish ? rangeOf(wish.level, farthest) : [wish.exactly, wish.exactly];
    let best: { puzzle: Puzzle; answer: Answer } | undefined;
    const end = performance.now() + PATIENCE_MS;
    for (let i = 0; i < TRIES && turn === this.#turn && performance.now() < end; i++) {
      const puzzle = await this.#random(rung, least);
      const answer = await this.#solved(puzzle);
      if (answer?.length == null) continue;
      if (!best || answer.length > (best.answer.length ?? 0)) best = { puzzle, answer };
      if (answer.length >= least) return { ...(await this.#cut(puzzle, answer, least, most)), fits: true };
    }
    return best && { ...(await this.#cut(best.puzzle, best.answer, least, most)), fits: false };
  }

  /** From the library, where puzzles of a kind have no sizes but characters. */
  async #shelved(wish: Wish, turn: number) {
    const app = this.#app;
    const metric = app.game.metric;
    const entries = (await app.library(app.game.puzzle.kind)).filter(({ optimum }) => optimum[metric] !== undefined);
    const length = ({ optimum }: LibraryEntry) => optimum[metric] ?? 0;
    const sorted = entries.toSorted((a, b) => length(a) - length(b));
    if (sorted.length === 0) return undefined;
    // Few giants would make everything else easy: what counts is the place in the order.
    const place = (share: number) => length(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!);
    this.#learn(this.#shelfKey, place(0.97));
    const [least, most] =
      "level" in wish
        ? {
            easy: [0, place(0.25)],
            medium: [place(0.25) + 1, place(0.5)],
            hard: [place(0.5) + 1, place(0.8)],
            extreme: [place(0.8) + 1, Infinity],
          }[wish.level]
        : [wish.exactly, wish.exactly];
    const others = sorted.filter((entry) => !isSamePuzzle(entry.puzzle, app.game.puzzle));
    const fit = others.filter((entry) => length(entry) >= least! && length(entry) <= most!);
    const chosen = fit[Math.floor(Math.random() * fit.length)];
    if (chosen) return { puzzle: app.recounted(chosen.puzzle), distance: length(chosen), fits: true };
    for (const entry of others.filter((entry) => length(entry) > most!).slice(0, LONGER)) {
      if (turn !== this.#turn) return undefined;
      const puzzle = app.recounted(entry.puzzle);
      const answer = await this.#solved(puzzle);
      if (answer) return { ...(await this.#cut(puzzle, answer, least!, most!)), fits: true };
    }
    const last = others.at(-1);
    return last && { puzzle: app.recounted(last.puzzle), distance: length(last), fits: false };
  }

  async #random(rung: Rung, least = 0): Promise<Puzzle> {
    const app = this.#app;
    // Near goals are found sooner from near boards.
    const near = rung.puzzle.kind === "tiles" && least > 0 && least < (rung.farthest ?? 0) / 2 ? least * 3 : undefined;
    const shuffle = near ?? rung.shuffle;
    const request: RandomRequest = {
      puzzle: rung.puzzle,
      seed: freshSeed(),
      ...(shuffle !== undefined && { shuffle }),
    };
    const { puzzles } = await app.engine.query({ query: "random", request, count: 1 });
    return app.recounted(puzzles[0]!);
  }

  /** A solution that is proven to be shortest. */
  async #solved(puzzle: Puzzle): Promise<Answer | undefined> {
    const quick = await this.#app.quickly(puzzle);
    if (quick) return quick;
    const answer = await this.job.run({ puzzle, limits: { seconds: SECONDS } });
    return answer?.proof === "optimal" && answer.moves != null ? answer : undefined;
  }

  /** The position on a shortest way that is as far from the goal as is wanted, or as near to that as there is. */
  async #cut(puzzle: Puzzle, { length, moves, metric }: Answer, least: number, most: number) {
    const far = length ?? 0;
    const [from, to] = [Math.min(least, far), Math.min(most, far)];
    const gone = far - (from + Math.floor(Math.random() * (to - from + 1)));
    const look = (moves: string) => this.#app.engine.query({ query: "view", puzzle, moves });
    const steps = (await look(moves ?? "")).made.flatMap((move) => singles(move, { puzzle: puzzle.kind, metric }));
    const after = async (steps: readonly string[]) => {
      const { lengths, here } = await look(steps.join(" "));
      return { puzzle: here, distance: far - (lengths[metric] ?? steps.length) };
    };
    // A walk is a step that counts as none: the first place where enough moves are made is looked for by halves.
    let [low, high] = [0, steps.length];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (far - (await after(steps.slice(0, middle))).distance >= gone) high = middle;
      else low = middle + 1;
    }
    return after(steps.slice(0, low));
  }
}
