// Everything the page knows, in one place that every component can reach by `getApp()`.
import { createContext, type Snippet } from "svelte";
import { EngineFault } from "../engine/engine";
import type {
  Answer,
  Board,
  Check,
  Engine,
  Kind,
  KindEntry,
  LibraryEntry,
  Puzzle,
  RandomRequest,
  ReplyTo,
} from "../engine/engine";
import type { Connection } from "../engine/connect";
import { t } from "../i18n/index.svelte";
import { said } from "../i18n/said";
import { Forge } from "../play/forge.svelte";
import { Guide } from "../play/guide.svelte";
import { Records } from "../play/records.svelte";
import { Announcer, Notices } from "./announcer.svelte";
import { Game, metricOf, type Opening } from "./game.svelte";
import { Guard } from "./guard.svelte";
import { Hint } from "./hint.svelte";
import { explained } from "./job.svelte";
import { Optimum } from "./optimum.svelte";
import { Picture } from "./picture.svelte";
import { SearchChoice } from "./search.svelte";
import { searchLink } from "./search-link";
import { Settings } from "./settings.svelte";
import { Solution } from "./solution.svelte";
import {
  DEFAULT_GOALS,
  fromQuery,
  puzzleNames,
  readPuzzle,
  toQuery,
  writePuzzle,
  type Asked,
  type LinkPart,
  type Params,
} from "./url";

export const [getApp, setApp] = createContext<App>();

export type Catalog = ReplyTo<{ query: "catalog" }>;

/** A random puzzle to begin with: neither trivial nor hopeless. */
export const FIRST_SHUFFLE = 50;

export class App {
  readonly engine: Engine;
  readonly connection: Connection;
  readonly catalog: Catalog;
  readonly settings: Settings;
  readonly game: Game;
  readonly solution: Solution;
  readonly hint: Hint;
  readonly optimum: Optimum;
  /** What was solved on this device. */
  readonly records = new Records();
  /** Makes puzzles of a wanted difficulty. */
  readonly forge: Forge;
  /** Says how many moves are left. */
  readonly guide: Guide;
  readonly guard: Guard;
  readonly picture = new Picture();
  readonly search = new SearchChoice();
  readonly announcer = new Announcer();
  readonly notices = new Notices();
  #tab = $state("play");
  helpOpen = $state(false);
  /** The board alone is shown, as in a frame of another page. */
  readonly embed: boolean;
  /** A position that was pasted onto the page, for the editor to take. */
  pasted = $state.raw<Puzzle>();
  /** How long a solution may be sought; 0 for as long as it takes. */
  solveSeconds = $state(20);
  /** The piece that arrow keys move, on boards where they could move several. */
  selected = $state<number>();
  /** What the engine says of the puzzle on the board without a search. */
  check = $state.raw<Check>();
  /** Called when a visitor wants whatever is at work to stop. */
  readonly cancels = new Set<() => void>();
  /** Drawn over the board by a panel: a whole `svg`, in units of cells for grids and in 0..1 for graphs. */
  overlay = $state.raw<Snippet<[Board]>>();
  /** What is being edited, with the drafts before and behind it, of the puzzle that was opened then. */
  draft = $state.raw<{
    opened: number;
    puzzle: Puzzle;
    past: readonly Puzzle[];
    future: readonly Puzzle[];
  }>();
  /** Takes the place of the board while it is set, as an editor does. */
  stage = $state.raw<Snippet>();
  #parts = $state.raw<readonly LinkPart[]>([]);
  #loaded: Params = {};
  #push = false;
  #begun = false;
  /** Nothing is searched in the background before a visitor does something: a page that is only looked at stays light. */
  #touched = $state(false);

  constructor(connection: Connection, catalog: Catalog, settings: Settings) {
    this.embed = new URLSearchParams(globalThis.location?.search).has("embed");
    this.foreignNames.add("embed");
    this.connection = connection;
    this.engine = connection.engine;
    this.catalog = catalog;
    this.settings = settings;
    this.game = new Game(this.engine);
    const quickly = (puzzle: Puzzle) => this.quickly(puzzle);
    this.solution = new Solution(this.engine, this.game, settings, quickly);
    this.hint = new Hint(this.engine, this.game, this.solution);
    this.optimum = new Optimum(this.engine, this.game, quickly);
    this.forge = new Forge(this);
    this.guide = new Guide(this);
    this.guard = new Guard(this.engine, this.game);
    this.hint.quickly = () => this.#quickly();
    this.hint.isEasy = async (puzzle) => (await this.quickly(puzzle)) !== undefined;
    this.#parts = [searchLink(this.search)];
    this.cancels.add(() => this.forge.cancel());
    this.optimum.onproven = (puzzle, length) => this.records.learn(puzzleKey(puzzle), this.metricOf(puzzle), length);
    this.game.onsolved = () => this.#record();
    this.game.onopen = (push) => {
      this.#push ||= push;
      this.records.daily = undefined;
      this.selected = undefined;
      this.solution.clear();
      this.hint.clear();
      this.guard.clear();
      this.changed();
    };
    this.solution.onanswer = (puzzle, answer, { whole, base, before }) => {
      this.optimum.learn(puzzle, answer);
      if (puzzle !== whole && answer.length != null) this.optimum.atMost(whole, before + answer.length);
      this.guard.learn(base, answer);
    };
    this.guard.onlost = () => this.announcer.say(t("lost.title"));
    connection.onfall = () => this.notices.add("error", t("engine.fell"));
  }

  /** The panel that is open. Another one is a new entry of the browser's history. */
  get tab(): string {
    return this.#tab;
  }
  set tab(tab: string) {
    if (tab === this.#tab) return;
    this.#tab = tab;
    this.#push = true;
  }

  /** A search that finds some solution of the puzzle on the board soon. */
  #quickly(): { algorithm: string } | undefined {
    const { kind } = this.kind;
    const { metric } = this.game;
    const serves = (name: string) =>
      this.catalog.algorithms.some(
        (entry) =>
          entry.name === name &&
          entry.puzzles.includes(kind) &&
          (entry.metrics.length === 0 || entry.metrics.includes(metric)),
      );
    const algorithm = ["construct", "greedy"].find(serves);
    return algorithm === undefined ? undefined : { algorithm };
  }

  /** The kind of puzzle that a text describes: that of the board where it can be, else the first whose rules take it. */
  async recognise(text: string): Promise<Puzzle | undefined> {
    const here = this.kind.kind;
    const others = this.catalog.kinds.map(({ kind }) => kind).filter((kind) => kind !== here);
    for (const kind of [here, ...others]) {
      const puzzle = { kind, position: text } as Puzzle;
      const view = await this.engine.query({ query: "view", puzzle }).catch(() => undefined);
      if (view) return puzzle;
    }
    return undefined;
  }

  get kind(): KindEntry {
    const info = this.catalog.kinds.find(({ kind }) => kind === this.game.puzzle.kind);
    if (!info) throw new Error(`the catalog does not know ${this.game.puzzle.kind}`);
    return info;
  }

  /**
   * Gives a panel a share in the address, from now on until the function that is returned is called. The panel is asked
   * at once to read the address that was loaded.
   */
  link(part: LinkPart): () => void {
    this.#parts = [...this.#parts, part];
    for (const fault of part.read(this.#loaded)) this.notices.add("error", fault);
    return () => (this.#parts = this.#parts.filter((other) => other !== part));
  }

  /** The address of what is on screen. */
  get query(): string {
    const { puzzle, origin, made, view } = this.game;
    const params = writePuzzle(puzzle, origin, made, this.catalog.kinds, view.here);
    if (this.tab !== "play") params["tab"] = this.tab;
    if (this.embed) params["embed"] = "yes";
    for (const part of this.#parts) Object.assign(params, part.write());
    return toQuery(params);
  }

  /** Whether the next change of the address is a new entry of the browser's history; asked once for each. */
  takePush(): boolean {
    const push = this.#push;
    this.#push = false;
    return push;
  }

  /** Shows what an address asks for, and says what in it cannot be. One that is followed from here is a new entry. */
  async load(query: string, push = false): Promise<void> {
    const params = (this.#loaded = fromQuery(query));
    const [asked, faults] = readPuzzle(params, this.catalog.kinds, (name, value) =>
      t("link.malformed", { name, value }),
    );
    const owned = new Set<string>([
      ...puzzleNames(this.catalog.kinds),
      "tab",
      ...this.#parts.flatMap(({ names }) => names),
    ]);
    const unknown = Object.keys(params).filter((name) => !owned.has(name) && !this.foreignNames.has(name));
    if (unknown.length > 0) faults.push(t("link.unknown", { names: unknown.join(", ") }));
    // What an address asks for is in the history already.
    this.#tab = params["tab"] ?? "play";
    if (!this.tabs.has(this.#tab)) {
      faults.push(t("link.malformed", { name: "tab", value: this.#tab }));
      this.#tab = "play";
    }
    for (const part of this.#parts) faults.push(...part.read(params));
    try {
      await this.#openAsked(asked, push);
    } catch (error) {
      faults.push(t("link.refused", { message: explained(error) }));
      await this.begin(asked.kind, { push });
    }
    for (const fault of faults) this.notices.add("error", fault);
  }

  /** The panels there are. */
  readonly tabs = new Set<string>();

  /** Parameters of panels that are not loaded yet; their owners read them when they come. */
  readonly foreignNames = new Set<string>();

  async #openAsked({ kind, puzzle, random, like, metric, moves }: Asked, push: boolean): Promise<void> {
    if (like) {
      const shuffle = kind === "tiles" ? { shuffle: FIRST_SHUFFLE } : {};
      const request = { puzzle: like, ...shuffle, seed: freshSeed() };
      return void (await this.openRandom(request, { push, ...(metric && { metric }) }));
    }
    if (!puzzle && !random) return this.begin(kind, { push });
    const open = (moves: string[]) =>
      random
        ? this.openRandom(random, { moves, push, ...(metric && { metric }) })
        : this.game.open(puzzle!, { moves, push });
    const view = await open(moves).catch(async (error: unknown) => {
      // Moves that cannot be read are no reason to lose the puzzle.
      if (moves.length === 0) throw error;
      const view = await open([]);
      this.notices.add("error", t("link.moves", { message: explained(error) }));
      return view;
    });
    if (view.illegal) {
      const { number, reason } = view.illegal;
      this.notices.add("error", t("link.illegal", { number, reason: said(reason).text }));
    }
  }

  /** What was played last of each kind, at random. */
  readonly #played = new Map<string, RandomRequest>();

  /** A puzzle to begin with: like the one of its kind that was played last. */
  async begin(kind: string, opening: Opening = {}): Promise<void> {
    const played = this.#played.get(kind);
    if (played) {
      await this.openRandom({ ...played, seed: freshSeed() }, opening);
      return;
    }
    if (kind === "tiles") {
      const puzzle = { kind, size: "4x4", goal: "blank-last" } as const;
      await this.openRandom({ puzzle, shuffle: FIRST_SHUFFLE, seed: freshSeed() }, opening);
      return;
    }
    const info = this.catalog.kinds.find((info) => info.kind === kind);
    if (info) await this.game.open(info.example, opening);
  }

  async openRandom(request: RandomRequest, { metric, ...opening }: Opening & { metric?: string } = {}) {
    const { puzzles } = await this.engine.query({ query: "random", request, count: 1 });
    const [puzzle] = puzzles;
    if (!puzzle) throw new EngineFault("no such puzzle");
    this.#played.set(request.puzzle.kind, request);
    const wanted = metric === undefined ? puzzle : ({ ...puzzle, metric } as Puzzle);
    return this.game.open(wanted, { ...opening, origin: { from: "random", request } });
  }

  /** A visitor did something. */
  touch(): void {
    if (this.#touched) return;
    this.#touched = true;
    void this.optimum.find("quietly");
  }

  /** Another puzzle, goal or metric is on the board. */
  changed(): void {
    this.optimum.changed();
    this.check = undefined;
    const { puzzle } = this.game;
    // The first move comes before what can be told of the first puzzle.
    const begin = this.#begun ? Promise.resolve() : idle();
    this.#begun = true;
    begin.then(() => this.#study(puzzle)).catch((error: unknown) => this.fail(error));
  }

  /** Finds out what can be told of a puzzle without a search, and then, if the visitor is there, with a short one. */
  async #study(puzzle: Puzzle): Promise<void> {
    const entries = await this.library(puzzle.kind);
    if (this.game.puzzle !== puzzle) return;
    const entry = entries.find((entry) => isSamePuzzle(entry.puzzle, puzzle));
    if (entry) this.optimum.tell(entry.optimum);
    // What has a known optimum can be solved. For some kinds a check is a search, which is much to load for nothing.
    if (!entry || Object.keys(entry.optimum).length === 0) {
      const check = await this.engine.query({ query: "check", puzzle });
      if (this.game.puzzle !== puzzle) return;
      this.check = check;
      if (check.solvable === false) return;
    }
    if (this.#touched) await this.optimum.find("quietly");
  }
  #libraries = new Map<Kind, Promise<LibraryEntry[]>>();

  /** The puzzles of a kind that are known by name. */
  library(kind: Kind): Promise<LibraryEntry[]> {
    const known = this.#libraries.get(kind);
    if (known) return known;
    const asked = this.engine.query({ query: "library", kind }).then(({ entries }) => entries);
    this.#libraries.set(kind, asked);
    // What failed is asked again.
    asked.catch(() => this.#libraries.delete(kind));
    return asked;
  }

  /** A puzzle of the kind on the board whose moves are counted as there. */
  recounted(puzzle: Puzzle): Puzzle {
    return this.kind.metrics.length > 1 ? ({ ...puzzle, metric: this.game.metric } as Puzzle) : puzzle;
  }

  /** Another goal or metric for the puzzle on the board. */
  async alter(puzzle: Puzzle): Promise<void> {
    const { origin } = this.game;
    await this.game.alter(puzzle, origin);
    this.solution.clear();
    this.hint.clear();
    this.changed();
  }

  /** What counts as one move of a puzzle. */
  metricOf(puzzle: Puzzle): string {
    const info = this.catalog.kinds.find(({ kind }) => kind === puzzle.kind);
    return metricOf(puzzle) ?? info?.metrics[0]?.name ?? "moves";
  }

  /** A solution of an easy puzzle, from the rules alone; nothing where it takes a search. */
  quickly(puzzle: Puzzle): Promise<Answer | undefined> {
    // Behind a server the searches are there already, and faster.
    if (this.connection.where === "server") return Promise.resolve(undefined);
    const key = JSON.stringify(puzzle);
    if (this.#quick?.key !== key) {
      const asked = this.engine.query({ query: "quick", puzzle });
      const answer = asked.then(
        ({ answer }) => answer ?? undefined,
        // The search says what is wrong.
        () => undefined,
      );
      this.#quick = { key, answer };
    }
    return this.#quick.answer;
  }
  /** The last puzzle that was asked about, of which several may want to know. */
  #quick: { key: string; answer: Promise<Answer | undefined> } | undefined;

  /** Writes down that the puzzle on the board was solved. */
  #record(): void {
    const { game, records, optimum } = this;
    const { board, title, what } = game.view;
    const size = board.shape === "grid" ? `${board.width}×${board.height}` : what;
    const { daily } = records;
    records.add({
      at: Date.now(),
      kind: game.puzzle.kind,
      what: title ?? size,
      puzzle: puzzleKey(game.puzzle),
      ms: game.clock.milliseconds,
      moves: game.length,
      metric: this.metricOf(game.puzzle),
      ...(optimum.known?.proven && optimum.known.length !== undefined && { optimum: optimum.known.length }),
      ...(game.helped && { helped: true }),
      ...(daily?.kind === game.puzzle.kind && { daily: daily.date }),
    });
  }

  /** Tells a visitor what went wrong. */
  fail(error: unknown): void {
    this.notices.add("error", explained(error));
  }
}

/** Comes when the page has nothing else to do, or soon. */
function idle(): Promise<void> {
  if (typeof requestIdleCallback === "undefined") return Promise.resolve();
  return new Promise((resolve) => requestIdleCallback(() => resolve(), { timeout: 1000 }));
}

/** Whether two puzzles are one, however their moves are counted. */
export function isSamePuzzle(a: Puzzle, b: Puzzle): boolean {
  return puzzleKey(a) === puzzleKey(b);
}

/** One text for one puzzle, however its moves are counted and its fields are ordered. */
export function puzzleKey(puzzle: Puzzle): string {
  return JSON.stringify(
    Object.entries(puzzle)
      .filter(([name, value]) => name !== "metric" && value != null && !(name === "goal" && DEFAULT_GOALS.has(value)))
      .sort(),
  );
}

/** Short enough to read out. */
export function freshSeed(): number {
  return 1 + Math.floor(Math.random() * 999_999);
}
