// Editors by kind. Each edits a draft of a puzzle by hand; typing and pasting is the same for all kinds, in EditPanel.
import type { Component } from "svelte";
import type { Check, Puzzle } from "../engine/engine";

export interface EditorProps {
  /** The draft that is edited, which need not be solvable. */
  draft: Puzzle;
  /** What the engine says of the draft; nothing before it has spoken and where it cannot read it. */
  check?: Check | undefined;
  /** What is wrong with the draft, in the engine's words. */
  faults?: readonly string[];
  /** Called with the draft after each change; `joins` where it belongs to the change before, as in one stroke. */
  onchange: (draft: Puzzle, joins?: boolean) => void;
}

export interface Editor {
  load: () => Promise<{ default: Component<EditorProps> }>;
  /** Whether it takes the place of the board and edits drafts with faults too. */
  draws?: boolean;
}

export const editors: Readonly<Record<string, Editor>> = {
  tiles: { load: () => import("./TilesEditor.svelte") },
  hanoi: { load: () => import("./HanoiEditor.svelte"), draws: true },
  graph: { load: () => import("./GraphEditor.svelte"), draws: true },
  blocks: { load: () => import("./BlocksEditor.svelte"), draws: true },
  sokoban: { load: () => import("./SokobanEditor.svelte"), draws: true },
};
