import { beforeEach, describe, expect, test, vi } from "vitest";
import { toward } from "../../src/boards/choose";
import type { Puzzle } from "../../src/engine/engine";
import { Game } from "../../src/state/game.svelte";
import { FakeEngine } from "./fake-engine";

const puzzle: Puzzle = { kind: "tiles", position: "1 2 3/4 5 6/0 7 8" };
let game: Game;

beforeEach(async () => {
  game = new Game(new FakeEngine());
  await game.open(puzzle);
});

describe("a game", () => {
  test("is played to its end", async () => {
    await game.play(() => "L");
    expect(game.view.solved).toBe(false);
    expect(game.clock.running).toBe(true);
    await game.play(() => "L");
    expect(game.view.solved).toBe(true);
    expect(game.clock.running).toBe(false);
    expect(game.length).toBe(2);
  });

  test("takes moves back and makes them again", async () => {
    await game.play(() => "L");
    await game.play(() => "D");
    await game.undo();
    expect(game.made).toEqual(["L"]);
    await game.redo();
    expect(game.made).toEqual(["L", "D"]);
    await game.restart();
    expect(game.made).toEqual([]);
    await game.redo();
    expect(game.made).toEqual(["L"]);
    await game.play(() => "L");
    expect(game.canRedo).toBe(false);
  });

  test("knows which moves a film made", async () => {
    await game.play(() => "L");
    expect(game.filmed).toBe(false);
    await game.show(["L", "L"]);
    expect(game.filmed).toBe(true);
    await game.undo();
    expect(game.filmed).toBe(false);
    // To make the film's moves again is to watch it.
    await game.redo();
    expect(game.filmed).toBe(true);
    await game.restart();
    expect(game.filmed).toBe(false);
    await game.play(() => "L");
    await game.play(() => "L");
    expect([game.view.solved, game.filmed]).toEqual([true, false]);
  });

  test("counts slides as its metric does", async () => {
    await game.alter({ ...puzzle, metric: "mtm" });
    await game.play(() => "L2");
    expect(game.length).toBe(1);
    await game.alter({ ...puzzle, metric: "stm" });
    expect(game.length).toBe(2);
    expect(game.made).toEqual(["L2"]);
  });

  test("loses no key that comes before the last move is made", async () => {
    const presses = [1, 2, 3].map(() => game.play((view) => toward(view.moves, [-1, 0])));
    expect(await Promise.all(presses)).toEqual([true, true, false]);
    expect(game.made).toEqual(["L", "L"]);
  });

  test("refuses what is illegal and goes on", async () => {
    expect(await game.play(() => "U")).toBe(false);
    expect(game.made).toEqual([]);
    expect(await game.play(() => "D")).toBe(true);
  });

  test("stays as it was where a puzzle is none", async () => {
    await game.play(() => "L");
    await expect(game.open({ kind: "tiles", position: "a b/c d" })).rejects.toThrow("no number");
    expect(game.made).toEqual(["L"]);
    expect(game.puzzle).toBe(puzzle);
  });

  test("opens with moves up to the first that cannot be made", async () => {
    const opened = vi.fn();
    game.onopen = opened;
    const view = await game.open(puzzle, { moves: ["L", "U", "L"], push: false });
    expect(view.illegal?.number).toBe(2);
    expect(game.made).toEqual(["L"]);
    expect(opened).toHaveBeenCalledWith(false);
  });
});
