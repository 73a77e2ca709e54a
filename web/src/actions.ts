// What buttons and keys both do.
import { lengthOf, moveWords, outcomeWords } from "./words";
import { count, t } from "./i18n/index.svelte";
import { said } from "./i18n/said";
import type { RandomRequest } from "./engine/engine";
import { FIRST_SHUFFLE, freshSeed, isSamePuzzle, type App } from "./state/app.svelte";

/** How long a hint may think, unless it is cancelled first. */
const HINT_SECONDS = 10;

export async function hint(app: App): Promise<void> {
  // Nobody searches where it is proven that there is nothing to find.
  if (app.guard.lost !== undefined) return app.announcer.say(t("lost.hint"));
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
  if (state !== "done" || !answer || lengthOf(answer) !== undefined) return;
  const proven = answer.outcome === "unsolvable";
  const words = `${outcomeWords(answer)} ${t(proven ? "hint.lost" : "hint.none")}`;
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
    if (plan) app.announcer.say(count("say.solution", lengthOf(plan.answer) ?? plan.steps.length));
    else if (solution.job.state === "done" && solution.job.answer) app.announcer.say(outcomeWords(solution.job.answer));
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
    const metric = "metric" in puzzle && puzzle.metric ? { metric: puzzle.metric } : {};
    const like = origin.from === "random" ? undefined : likeThis(app);
    // Whoever wished for a difficulty gets another puzzle of it.
    const { wish, rung } = app.forge;
    if (wish && (rung || app.forge.rungs.length === 0)) {
      if ((await app.forge.make(wish, rung)) === "stopped") return;
    } else if (origin.from === "random") {
      await app.openRandom({ ...origin.request, seed: freshSeed() }, metric);
    } else if (like) {
      await app.openRandom({ ...like, seed: freshSeed() }, metric);
    } else {
      const all = await app.library(puzzle.kind);
      const size = all.find((entry) => isSamePuzzle(entry.puzzle, puzzle))?.size;
      const rest = all.filter((entry) => !isSamePuzzle(entry.puzzle, puzzle));
      const alike = rest.filter((entry) => entry.size === size);
      const others = alike.length > 0 ? alike : rest;
      const other = others[Math.floor(Math.random() * others.length)];
      if (other) await app.game.open(app.recounted(other.puzzle));
    }
    app.announcer.say(t("say.new", { what: said(app.game.view.what).text }));
  } catch (error) {
    app.fail(error);
  }
}

/** Random puzzles of the kind and size of one that is on the board, where such can be drawn from its fields alone. */
function likeThis(app: App): Omit<RandomRequest, "seed"> | undefined {
  const { puzzle, view } = app.game;
  const { board, here } = view;
  if (puzzle.kind === "tiles" && board.shape === "grid") {
    const goal = puzzle.goal ?? "blank-last";
    return { puzzle: { kind: "tiles", size: `${board.width}x${board.height}`, goal }, shuffle: FIRST_SHUFFLE };
  }
  if (puzzle.kind === "hanoi" && board.shape === "pegs") {
    return { puzzle: { kind: "hanoi", discs: board.discs, pegs: board.pegs.length, goal: puzzle.goal ?? "last" } };
  }
  if (puzzle.kind === "graph") {
    return { puzzle: { kind: "graph", edges: puzzle.edges, goal: puzzle.goal ?? "blank-last" } };
  }
  if (puzzle.kind === "pancake" && here.kind === "pancake") {
    const cakes = here.position.trim().split(/\s+/);
    const burnt = cakes.some((cake) => /^[+-]/.test(cake)) ? " burnt" : "";
    return { puzzle: { kind: "pancake", size: `${cakes.length}${burnt}` } };
  }
  return undefined;
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
