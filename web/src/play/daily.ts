// One puzzle a day for each kind, the same for everyone: it follows from the date alone.
import type { LibraryEntry, RandomRequest } from "../engine/engine";
import type { App } from "../state/app.svelte";
import { rungsOf } from "./rungs";

/** The date where the visitor is, as `2026-11-19`. */
export function today(now = new Date()): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** A number that looks random and follows from a text (FNV-1a, Fowler, Noll and Vo 1991). */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const unit of text) hash = Math.imul(hash ^ unit.codePointAt(0)!, 0x01000193) >>> 0;
  return hash;
}

/** The random puzzle of a day, where a kind has sizes to draw from. */
export function drawnOn(date: string, rungs: ReturnType<typeof rungsOf>): RandomRequest | undefined {
  const seed = Number(date.replaceAll("-", ""));
  // The second size is neither trivial nor hopeless; where there are many, the day chooses.
  const rung = rungs.length > 4 ? rungs[hashOf(date) % rungs.length] : rungs[1];
  if (!rung) return undefined;
  return { puzzle: rung.puzzle, seed, ...(rung.puzzle.kind === "tiles" && { shuffle: 80 }) };
}

/** The puzzle of a day from a library. */
export function shelvedOn(date: string, kind: string, entries: readonly LibraryEntry[]): LibraryEntry | undefined {
  const solvable = entries.filter(({ optimum }) => Object.keys(optimum).length > 0);
  const shelf = solvable.length > 0 ? solvable : entries;
  return shelf[hashOf(`${kind} ${date}`) % Math.max(1, shelf.length)];
}

/** Puts the puzzle of a day on the board. */
export async function openDaily(app: App, date = today()): Promise<void> {
  const { kind } = app.game.puzzle;
  const request = drawnOn(date, rungsOf(app.kind));
  if (request) {
    await app.openRandom(request);
  } else {
    const entry = shelvedOn(date, kind, await app.library(kind));
    if (!entry) return;
    await app.game.open(entry.puzzle);
  }
  app.records.daily = { kind, date };
}
