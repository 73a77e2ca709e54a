// What buttons and keys both do.
import { moveWords } from "./words";
import { count, t } from "./i18n/index.svelte";
import { freshSeed, isSamePuzzle, type App } from "./state/app.svelte";

/** How long a hint may think, unless it is cancelled first. */
const HINT_SECONDS = 10;

export async function hint(app: App): Promise<void> {
  try {
    const done = await app.hint.ask({ seconds: HINT_SECONDS });
    if (done === "shown" && app.hint.shown)
      app.announcer.say(t("say.hint", { move: moveWords(app.hint.shown.move, app.game.view) }));
    else if (done === undefined) noHint(app);
  } catch (error) {
    app.fail(error);
  }
}

/** Says why there is no hint, where a search was made for one. */
function noHint(app: App): void {
  const { state, error, answer } = app.solution.job;
  if (state === "failed" && error) app.notices.add("error", error);
  if (state !== "done" || answer?.moves != null) return;
  const bound = answer?.lower_bound == null ? "" : ` ${t("solve.bound", { bound: answer.lower_bound })}`;
  const words = `${t("hint.none", { reason: answer?.reason ?? "" })}${bound}`;
  app.notices.add("info", words);
  app.announcer.say(words);
}

/** Opens the panel and looks for a solution, unless one is known. */
export async function solve(app: App): Promise<void> {
  app.tab = "solve";
  const { solution } = app;
  if (app.game.view.solved || solution.job.running) return;
  const limits = app.solveSeconds > 0 ? { seconds: app.solveSeconds } : {};
  try {
    const plan = await solution.find({ limits });
    if (plan) app.announcer.say(count("say.solution", plan.answer.length ?? plan.steps.length));
    else if (solution.job.state === "done") app.announcer.say(t("solve.none"));
  } catch (error) {
    app.fail(error);
  }
}

export function togglePlay(app: App): void {
  if (app.solution.playing) app.solution.pause();
  else app.solution.play();
}

/** Another puzzle like the one on the board: the same request with another seed, or another one of the library. */
export async function newPuzzle(app: App): Promise<void> {
  const { origin, puzzle } = app.game;
  try {
    // Whoever wished for a difficulty gets another puzzle of it.
    const { wish, rung } = app.forge;
    if (wish && (rung || app.forge.rungs.length === 0)) {
      if ((await app.forge.make(wish, rung)) === "stopped") return;
    } else if (origin.from === "random") {
      const metric = "metric" in puzzle && puzzle.metric ? { metric: puzzle.metric } : {};
      await app.openRandom({ ...origin.request, seed: freshSeed() }, metric);
    } else if (puzzle.kind === "tiles") {
      await app.begin(puzzle.kind);
    } else {
      const others = (await app.library(puzzle.kind)).filter((entry) => !isSamePuzzle(entry.puzzle, puzzle));
      const other = others[Math.floor(Math.random() * others.length)];
      if (other) await app.game.open(app.recounted(other.puzzle));
    }
    app.announcer.say(t("say.new", { what: app.game.view.what }));
  } catch (error) {
    app.fail(error);
  }
}

/** Copies the address of what is on screen. */
export async function copyLink(app: App): Promise<void> {
  const address = new URL(app.query || location.pathname, location.href).href;
  try {
    await navigator.clipboard.writeText(address);
    app.notices.add("info", t("share.copied"));
  } catch {
    // No clipboard, as on a host without encryption: the address can be copied by hand.
    app.notices.add("info", address);
  }
  app.announcer.say(t("share.copied"));
}
