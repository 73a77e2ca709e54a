// Makers of new puzzles, by kind: the first part of the panel Play. A kind without one of its own offers its library.
import type { Component } from "svelte";
import BlocksMaker from "./BlocksMaker.svelte";
import GraphMaker from "./GraphMaker.svelte";
import HanoiMaker from "./HanoiMaker.svelte";
import SokobanMaker from "./SokobanMaker.svelte";
import TilesMaker from "./TilesMaker.svelte";

export const makers: Readonly<Record<string, Component>> = {
  tiles: TilesMaker,
  hanoi: HanoiMaker,
  graph: GraphMaker,
  blocks: BlocksMaker,
  sokoban: SokobanMaker,
};
