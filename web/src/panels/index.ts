// The panels beside the board, in four groups that a visitor meets as tabs. A panel that is needed at once is imported; the
// others come when they are opened.
import type { Component } from "svelte";
import type { Kind } from "../engine/engine";
import type { Key } from "../i18n/index.svelte";
import PlayPanel from "./PlayPanel.svelte";

export const groups = ["play", "solve", "learn", "create"] as const;
export type Group = (typeof groups)[number];

export interface Panel {
  /** Its name in the address. */
  id: string;
  group: Group;
  label: Key;
  /** What it is shown for; all kinds where nothing is said. */
  serves?: (kind: Kind) => boolean;
  /** Parameters of the address that it reads when it comes. */
  params?: readonly string[];
  component?: Component;
  load?: () => Promise<{ default: Component }>;
}

export const panels: readonly Panel[] = [
  { id: "play", group: "play", label: "tab.puzzle", component: PlayPanel },
  { id: "library", group: "play", label: "tab.library", load: () => import("./LibraryPanel.svelte") },
  { id: "records", group: "play", label: "tab.records", load: () => import("./RecordsPanel.svelte") },
  { id: "solve", group: "solve", label: "tab.solution", load: () => import("./SolvePanel.svelte") },
  { id: "analysis", group: "solve", label: "tab.analysis", load: () => import("./AnalysisPanel.svelte") },
  {
    id: "watch",
    group: "learn",
    label: "tab.watch",
    params: ["view", "live", "tree", "tree-colour"],
    load: () => import("./WatchPanel.svelte"),
  },
  {
    id: "race",
    group: "learn",
    label: "tab.race",
    params: ["left", "right"],
    load: () => import("./RacePanel.svelte"),
  },
  {
    id: "compare",
    group: "learn",
    label: "tab.compare",
    params: ["contestants", "each", "each-memory", "side-by-side"],
    load: () => import("./ComparePanel.svelte"),
  },
  {
    id: "experiment",
    group: "learn",
    label: "tab.experiment",
    // Boards of several sizes at random: only tiles have them.
    serves: (kind) => kind === "tiles",
    params: ["x-sizes", "x-shuffles", "x-sample", "x-seed", "x-heuristics", "x-algo", "x-seconds"],
    load: () => import("./ExperimentPanel.svelte"),
  },
  {
    id: "why",
    group: "learn",
    label: "tab.why",
    params: ["why", "why-pdb"],
    load: () => import("./WhyPanel.svelte"),
  },
  { id: "edit", group: "create", label: "tab.edit", load: () => import("./EditPanel.svelte") },
  { id: "random", group: "create", label: "tab.random", load: () => import("./MakePanel.svelte") },
];
