// Editors by kind. Each edits a draft of a puzzle by hand; typing and pasting is the same for all kinds, in EditPanel.
import type { Component } from "svelte";
import type { Puzzle } from "../engine/engine";

export interface EditorProps {
  /** The draft that is edited, which need not be solvable. */
  draft: Puzzle;
  /** Called with the draft after each change. */
  onchange: (draft: Puzzle) => void;
}

export const editors: Readonly<Record<string, () => Promise<{ default: Component<EditorProps> }>>> = {
  tiles: () => import("./TilesEditor.svelte"),
};
