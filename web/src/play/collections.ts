// Collections that a visitor brings along: levels of Sokoban in XSB, and lists of Rush Hour boards. They are taken apart
// here into texts; whether these are puzzles is the engine's to say.
import type { LibraryEntry, Puzzle } from "../engine/engine";
import { remember, remembered } from "../state/store";

export interface Collection {
  name: string;
  kind: string;
  entries: readonly { title: string; position: string; optimum?: number }[];
}

/** What a browser gives a page is about five million characters in all. */
const MOST_CHARACTERS = 2_000_000;

const ROW = /^[ _\-#@$.*+|0-9]*#[ _\-#@$.*+|0-9]*$/;

/** Levels one after another, each with a title that stands before or behind it. */
export function readXsb(text: string): Collection["entries"] {
  const levels: { title: string; rows: string[] }[] = [];
  let rows: string[] = [];
  let title = "";
  const end = () => {
    if (rows.some((row) => /[@+]/.test(row))) levels.push({ title, rows });
    if (rows.length > 0) title = "";
    rows = [];
  };
  for (const line of text.split(/\r?\n/)) {
    if (ROW.test(line)) {
      rows.push(line.trimEnd());
      continue;
    }
    const words = line.replace(/^\s*(;|::|title:)\s*/i, "").trim();
    const behind = /^\s*title:/i.test(line) && rows.length === 0 && levels.length > 0;
    end();
    if (words === "" || /^(author|comment|collection|date|difficulty)\b/i.test(words)) continue;
    const last = levels.at(-1);
    if ((behind || /^\s*title:/i.test(line)) && last && last.title === "") last.title = words;
    else title = words;
  }
  end();
  return levels.map(({ title, rows }, i) => ({ title: title || String(i + 1), position: rows.join("\n") }));
}

/** Boards of 36 characters, one in each line, with what else stands there: as in Fogleman's list, the moves before it. */
export function readRushHour(text: string): Collection["entries"] {
  return text.split(/\r?\n/).flatMap((line, i) => {
    const words = line.trim().split(/[\s,;]+/);
    const board = words.find((word) => /^[.oxA-Za-z]{36}$/.test(word));
    if (board === undefined) return [];
    const [moves] = words;
    const optimum = moves !== undefined && /^\d{1,3}$/.test(moves) ? Number(moves) : undefined;
    return [{ title: String(i + 1), position: board, ...(optimum !== undefined && { optimum }) }];
  });
}

/** The collection that a text is; nothing where it is none. */
export function readCollection(text: string, name: string): Collection | undefined {
  const boards = readRushHour(text);
  if (boards.length > 0) return { name, kind: "blocks", entries: boards };
  const levels = readXsb(text);
  return levels.length > 0 ? { name, kind: "sokoban", entries: levels } : undefined;
}

/** Its puzzles as a library has them. */
export function entriesOf({ kind, name, entries }: Collection): LibraryEntry[] {
  return entries.map(({ title, position, optimum }, i) => ({
    name: `${name} ${i + 1}`,
    title,
    size: "",
    // Fogleman counts slides of any length of one piece as one move.
    optimum: optimum === undefined ? {} : { move: optimum, slide: optimum },
    puzzle: { kind, position, ...(kind === "blocks" && { format: "rush" }) } as Puzzle,
  }));
}

export function keptCollections(): Collection[] {
  try {
    const found: unknown = JSON.parse(remembered("collections") ?? "[]");
    return Array.isArray(found) ? (found as Collection[]).filter(({ entries }) => Array.isArray(entries)) : [];
  } catch {
    return [];
  }
}

/** Keeps them on the device. Says whether there was room. */
export function keepCollections(all: readonly Collection[]): boolean {
  const text = JSON.stringify(all);
  if (text.length > MOST_CHARACTERS) return false;
  remember("collections", all.length > 0 ? text : undefined);
  return all.length === 0 || remembered("collections") === text;
}
