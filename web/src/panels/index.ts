// The panels beside the board. A panel that is needed at once is imported; the others come when they are opened.
import type { Component } from "svelte";
import type { Kind } from "../engine/engine";
import type { Key } from "../i18n/index.svelte";
import PlayPanel from "./PlayPanel.svelte";

export interface Panel {
  /** Its name in the address. */
  id: string;
  label: Key;
  /** What it is shown for; all kinds where nothing is said. */
  serves?: (kind: Kind) => boolean;
  /** Parameters of the address that it reads when it comes. */
  params?: readonly string[];
  component?: Component;
  load?: () => Promise<{ default: Component }>;
}

export const panels: readonly Panel[] = [
  { id: "play", label: "tab.play", component: PlayPanel },
  { id: "library", label: "tab.library", load: () => import("./LibraryPanel.svelte") },
  { id: "solve", label: "tab.solve", load: () => import("./SolvePanel.svelte") },
  { id: "edit", label: "tab.edit", load: () => import("./EditPanel.svelte") },
  {
    id: "watch",
    label: "tab.watch",
    params: ["view", "live", "tree", "tree-colour"],
    load: () => import("./WatchPanel.svelte"),
  },
  {
    id: "compare",
    label: "tab.compare",
    params: ["contestants", "each", "each-memory", "side-by-side"],
    load: () => import("./ComparePanel.svelte"),
  },
  {
    id: "experiment",
    label: "tab.experiment",
    // Boards of several sizes at random: only tiles have them.
    serves: (kind) => kind === "tiles",
    params: ["x-sizes", "x-shuffles", "x-sample", "x-seed", "x-heuristics", "x-algo", "x-seconds"],
    load: () => import("./ExperimentPanel.svelte"),
  },
  { id: "why", label: "tab.why", params: ["why", "why-pdb"], load: () => import("./WhyPanel.svelte") },
];
