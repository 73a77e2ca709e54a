// Makers of new puzzles, by kind: the first part of the panel Play. A kind without one of its own offers its library.
import type { Component } from "svelte";
import TilesMaker from "./TilesMaker.svelte";

export const makers: Readonly<Record<string, Component>> = {
  tiles: TilesMaker,
};
