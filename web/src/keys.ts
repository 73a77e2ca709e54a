// The keyboard. Every key is listed once, with what it does and the words that the overlay shows for it.
import { along, ARROWS, toward, type Place } from "./boards/choose";
import type { Piece } from "./engine/engine";
import { t, type Key } from "./i18n/index.svelte";
import { hint, newPuzzle, solve, togglePlay } from "./actions";
import type { App } from "./state/app.svelte";

interface Shortcut {
  /** As the overlay shows them. */
  keys: readonly string[];
  about: Key;
  /** Whether the event is this one's, without Ctrl or Alt unless `control` says so. */
  matches: (event: KeyboardEvent) => boolean;
  control?: boolean;
  /** Whether it has a meaning on this board; on every one where nothing is said. */
  serves?: (app: App) => boolean;
  run: (app: App, event: KeyboardEvent) => void;
}

const is =
  (...names: string[]) =>
  (event: KeyboardEvent) =>
    names.includes(event.key.length === 1 ? event.key.toLowerCase() : event.key);

const isLetter = (event: KeyboardEvent) => /^\p{L}$/u.test(event.key);
const hasBlocks = (app: App) => pieces(app, "block").length > 0;
/** Whether there is a blank, whose way the arrows may name. */
const hasBlank = (app: App) => pieces(app, "tile").length > 0 || app.game.view.board.shape === "graph";
const movesMany = (app: App) => pieces(app, "tile").length > 0 || app.game.metric === "group";
/** The film is on screen: nobody sees a solution who did not ask for it. */
const hasFilm = (app: App) => app.solution.plan !== undefined && app.tab === "solve";
const hasPegs = (app: App) => app.game.view.board.shape === "pegs";
const WASD: Readonly<Record<string, Place>> = { w: [0, -1], a: [-1, 0], s: [0, 1], d: [1, 0] };

const shortcuts: readonly Shortcut[] = [
  {
    keys: ["←", "→", "↑", "↓"],
    about: "keys.arrows",
    matches: (event) => event.key in ARROWS && !event.shiftKey,
    run: arrow,
  },
  {
    keys: ["⇧ ←", "⇧ ↑"],
    about: "keys.far",
    matches: (event) => event.key in ARROWS && event.shiftKey,
    serves: movesMany,
    run: arrow,
  },
  {
    keys: ["W", "A", "S", "D"],
    about: "keys.wasd",
    matches: (event) => event.key.toLowerCase() in WASD && !event.shiftKey,
    run: arrow,
  },
  { keys: ["[", "]", "Tab"], about: "keys.select", matches: is("[", "]"), serves: hasBlocks, run: select },
  {
    keys: ["⇧ A", "⇧ B", "…"],
    about: "keys.letter",
    matches: (event) => event.shiftKey && isLetter(event),
    serves: hasBlocks,
    run: choose,
  },
  {
    keys: ["1", "…", "9"],
    about: "keys.pegs",
    matches: (event) => /^[1-9]$/.test(event.key),
    serves: hasPegs,
    run: peg,
  },
  { keys: ["U", "Ctrl Z"], about: "keys.undo", matches: is("u"), run: (app) => void app.game.undo() },
  {
    keys: [],
    about: "keys.undo",
    control: true,
    matches: (event) => is("z")(event) && !event.shiftKey,
    run: (app) => void app.game.undo(),
  },
  { keys: ["R", "Ctrl Y"], about: "keys.redo", matches: is("r"), run: (app) => void app.game.redo() },
  {
    keys: [],
    about: "keys.redo",
    control: true,
    matches: (event) => is("y")(event) || (is("z")(event) && event.shiftKey),
    run: (app) => void app.game.redo(),
  },
  { keys: ["Home"], about: "keys.restart", matches: is("Home"), run: (app) => void app.game.restart() },
  { keys: ["H"], about: "keys.hint", matches: is("h"), run: (app) => void hint(app) },
  // No letter alone gives the solution away.
  {
    keys: ["⇧ Enter"],
    about: "keys.solve",
    matches: (event) => event.key === "Enter" && event.shiftKey,
    run: (app) => void solve(app),
  },
  { keys: ["P"], about: "keys.play", matches: is("p"), serves: hasFilm, run: (app) => togglePlay(app) },
  { keys: [","], about: "keys.back", matches: is(","), serves: hasFilm, run: (app) => void app.solution.step(-1) },
  { keys: ["."], about: "keys.forward", matches: is("."), serves: hasFilm, run: (app) => void app.solution.step(1) },
  { keys: ["N"], about: "keys.new", matches: is("n"), run: (app) => void newPuzzle(app) },
  { keys: ["B"], about: "keys.board", matches: is("b"), run: () => document.getElementById("board")?.focus() },
  { keys: ["Esc"], about: "keys.cancel", matches: is("Escape"), run: cancel },
  { keys: ["?"], about: "keys.help", matches: is("?"), run: (app) => (app.helpOpen = true) },
  // Last: a letter without the shift key chooses a block where it means nothing else.
  { keys: [], about: "keys.letter", matches: isLetter, serves: hasBlocks, run: choose },
];

const serves = (app: App, shortcut: Shortcut) => shortcut.serves?.(app) ?? true;

/** What the overlay shows: the keys that have a meaning on this board. */
export function shortcutsFor(app: App): Shortcut[] {
  return shortcuts.filter((shortcut) => shortcut.keys.length > 0 && serves(app, shortcut));
}

/** The words of a button, with the key that does the same here. */
export function withKey(app: App, words: string, about: Key): string {
  const key = shortcutsFor(app).find((shortcut) => shortcut.about === about)?.keys[0];
  return key === undefined ? words : `${words} (${key})`;
}

/** Does what a key means, where nobody else has taken it. */
export function pressed(app: App, event: KeyboardEvent): void {
  if (event.defaultPrevented || event.altKey || isTaken(event)) return;
  const control = event.ctrlKey || event.metaKey;
  const shortcut = shortcuts.find(
    (shortcut) => (shortcut.control ?? false) === control && shortcut.matches(event) && serves(app, shortcut),
  );
  if (!shortcut || (app.stage && shortcut.about !== "keys.help" && shortcut.about !== "keys.cancel")) return;
  event.preventDefault();
  shortcut.run(app, event);
}

/** Whether a key belongs to the control that has the focus: all keys to a field, arrows to what they set. */
function isTaken(event: KeyboardEvent): boolean {
  if (!(event.target instanceof Element)) return false;
  const set = event.target.closest("input[type=radio], input[type=range]");
  if (set) return event.key in ARROWS || event.key === "Home";
  return event.target.closest("input:not([type=checkbox]), select, textarea, dialog[open]") !== null;
}

function pieces(app: App, role: Piece["role"]): Piece[] {
  const { board } = app.game.view;
  return board.shape === "grid" ? board.pieces.filter((piece) => piece.role === role) : [];
}

function arrow(app: App, event: KeyboardEvent): void {
  const pressed = ARROWS[event.key] ?? WASD[event.key.toLowerCase()];
  if (!pressed) return;
  if (app.game.view.board.shape === "pegs") return carry(pressed);
  const by: Place = app.settings.inverted && hasBlank(app) ? [-pressed[0], -pressed[1]] : pressed;
  const blocks = pieces(app, "block");
  if (blocks.length > 0 && !blocks.some(({ id }) => id === app.selected)) {
    // A block that has left takes its keys with it: the next press is for another one.
    const left = app.selected !== undefined;
    app.selected = undefined;
    if (left) return;
    // Without a choice, arrows move the block that the puzzle is about.
    const first = blocks.find(({ colour }) => colour === "accent") ?? blocks[0];
    if (first) mark(app, first);
  }
  void app.game
    .play((view) =>
      view.board.shape === "graph"
        ? along(view.board, view.moves, by)
        : toward(view.moves, by, blocks.length > 0 ? app.selected : undefined, event.shiftKey),
    )
    .catch((error: unknown) => app.fail(error));
}

/** Makes a block the one that arrows move. */
function mark(app: App, { id, label }: Piece): void {
  app.selected = id;
  app.announcer.say(t("say.selected", { label }));
  const focused = document.activeElement;
  if (focused === document.body || focused?.closest("#board")) {
    document.querySelector<HTMLElement>(`#board [data-piece="${id}"]`)?.focus();
  }
}

function select(app: App, event: KeyboardEvent): void {
  const blocks = pieces(app, "block");
  const at = blocks.findIndex(({ id }) => id === app.selected);
  const next = event.key === "]" ? at + 1 : at < 0 ? -1 : at - 1;
  const block = blocks.at(next % blocks.length);
  if (block) mark(app, block);
}

function choose(app: App, event: KeyboardEvent): void {
  const label = event.key.toLowerCase();
  const block = pieces(app, "block").find((piece) => piece.label.toLowerCase() === label);
  if (block) mark(app, block);
}

/** The peg that keys have chosen, and the disc in hand: left and right choose, up lifts, down puts down. */
function carry([dx, dy]: Place): void {
  const pegs = [...document.querySelectorAll<HTMLElement>("#board [data-peg]")];
  const held = pegs.findIndex((peg) => peg.getAttribute("aria-pressed") === "true");
  const at = pegs.indexOf(document.activeElement as HTMLElement);
  if (dx !== 0) {
    const from = at >= 0 ? at : held >= 0 ? held : dx > 0 ? -1 : pegs.length;
    pegs[Math.max(0, Math.min(pegs.length - 1, from + dx))]?.focus();
    return;
  }
  const chosen = pegs[at >= 0 ? at : Math.max(0, held)];
  const lifts = dy < 0;
  if (lifts === held < 0) chosen?.click();
  if (at < 0) chosen?.focus();
}

function peg(_: App, event: KeyboardEvent): void {
  document.querySelector<HTMLElement>(`#board [data-peg="${Number(event.key) - 1}"]`)?.click();
}

function cancel(app: App): void {
  app.hint.cancel();
  app.solution.pause();
  app.optimum.job.cancel();
  app.hint.clear();
  for (const cancel of app.cancels) cancel();
}
