// Makers of new puzzles, by kind: the first part of the panel Play. A kind without one of its own has an input for each
// field of its random puzzles.
import type { Component } from "svelte";
import BlocksMaker from "./BlocksMaker.svelte";
import FieldsMaker from "./FieldsMaker.svelte";
import GraphMaker from "./GraphMaker.svelte";
import HanoiMaker from "./HanoiMaker.svelte";
import SokobanMaker from "./SokobanMaker.svelte";
import TilesMaker from "./TilesMaker.svelte";

const makers: Readonly<Record<string, Component>> = {
  tiles: TilesMaker,
  hanoi: HanoiMaker,
  graph: GraphMaker,
  blocks: BlocksMaker,
  sokoban: SokobanMaker,
};

export const makerOf = (kind: string): Component => makers[kind] ?? FieldsMaker;
