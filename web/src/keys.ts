// The keyboard. Every key is listed once, with what it does and the words that the overlay shows for it.
import { ARROWS, toward } from "./boards/choose";
import type { Key } from "./i18n/index.svelte";
import { hint, newPuzzle, solve, togglePlay } from "./actions";
import type { App } from "./state/app.svelte";

interface Shortcut {
  /** As the overlay shows them. */
  keys: readonly string[];
  about: Key;
  /** Whether the event is this one's, without Ctrl or Alt unless `control` says so. */
  matches: (event: KeyboardEvent) => boolean;
  control?: boolean;
  run: (app: App, event: KeyboardEvent) => void;
}

const is =
  (...names: string[]) =>
  (event: KeyboardEvent) =>
    names.includes(event.key.length === 1 ? event.key.toLowerCase() : event.key);

export const shortcuts: readonly Shortcut[] = [
  {
    keys: ["←", "→", "↑", "↓"],
    about: "keys.arrows",
    matches: (event) => event.key in ARROWS && !event.shiftKey,
    run: arrow,
  },
  { keys: ["⇧ ←", "⇧ ↑"], about: "keys.far", matches: (event) => event.key in ARROWS && event.shiftKey, run: arrow },
  { keys: ["[", "]"], about: "keys.select", matches: is("[", "]"), run: select },
  { keys: ["1", "…", "9"], about: "keys.pegs", matches: (event) => /^[1-9]$/.test(event.key), run: peg },
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
  { keys: ["S"], about: "keys.solve", matches: is("s"), run: (app) => void solve(app) },
  { keys: ["P"], about: "keys.play", matches: is("p"), run: (app) => togglePlay(app) },
  { keys: [","], about: "keys.back", matches: is(","), run: (app) => void app.solution.step(-1) },
  { keys: ["."], about: "keys.forward", matches: is("."), run: (app) => void app.solution.step(1) },
  { keys: ["N"], about: "keys.new", matches: is("n"), run: (app) => void newPuzzle(app) },
  { keys: ["B"], about: "keys.board", matches: is("b"), run: () => document.getElementById("board")?.focus() },
  { keys: ["Esc"], about: "keys.cancel", matches: is("Escape"), run: cancel },
  { keys: ["?"], about: "keys.help", matches: is("?"), run: (app) => (app.helpOpen = true) },
];

/** Does what a key means, where nobody else has taken it. */
export function pressed(app: App, event: KeyboardEvent): void {
  if (event.defaultPrevented || event.altKey || isTaken(event)) return;
  const control = event.ctrlKey || event.metaKey;
  const shortcut = shortcuts.find((shortcut) => (shortcut.control ?? false) === control && shortcut.matches(event));
  if (!shortcut || (app.stage && shortcut.about !== "keys.help")) return;
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

function arrow(app: App, event: KeyboardEvent): void {
  const by = ARROWS[event.key];
  if (!by) return;
  const far = event.shiftKey;
  void app.game.play((view) => {
    const blocks = view.board.shape === "grid" && view.board.pieces.some(({ role }) => role === "block");
    return blocks && app.selected === undefined
      ? undefined
      : toward(view.moves, by, blocks ? app.selected : undefined, far);
  });
}

function select(app: App, event: KeyboardEvent): void {
  const { board } = app.game.view;
  if (board.shape !== "grid") return;
  const ids = board.pieces.filter(({ role }) => role === "block").map(({ id }) => id);
  const at = app.selected === undefined ? -1 : ids.indexOf(app.selected);
  const by = event.key === "]" ? 1 : -1;
  const id = ids.at((at + by) % ids.length);
  if (id === undefined) return;
  app.selected = id;
  document.querySelector<HTMLElement>(`#board [data-piece="${id}"]`)?.focus();
}

function peg(_: App, event: KeyboardEvent): void {
  document.querySelector<HTMLElement>(`#board [data-peg="${Number(event.key) - 1}"]`)?.click();
}

function cancel(app: App): void {
  app.solution.cancel();
  app.solution.pause();
  app.optimum.job.cancel();
  app.hint.clear();
  for (const cancel of app.cancels) cancel();
}
