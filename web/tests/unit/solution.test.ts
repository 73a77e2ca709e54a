import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Answer, Puzzle } from "../../src/engine/engine";
import { Game } from "../../src/state/game.svelte";
import { Hint } from "../../src/state/hint.svelte";
import { Optimum } from "../../src/state/optimum.svelte";
import type { Settings } from "../../src/state/settings.svelte";
import { Solution } from "../../src/state/solution.svelte";
import { FakeEngine } from "./fake-engine";

const puzzle: Puzzle = { kind: "tiles", position: "1 2 3/0 4 6/7 5 8" };
let engine: FakeEngine;
let game: Game;
let solution: Solution;

beforeEach(async () => {
  engine = new FakeEngine();
  game = new Game(engine);
  solution = new Solution(engine, game, { speed: 1000 } as Settings);
  await game.open(puzzle);
});

describe("a solution", () => {
  test("is found from where the game is, and can be walked through", async () => {
    await solution.find();
    expect(solution.plan?.steps).toEqual(["L", "U", "L"]);
    expect([solution.at, solution.next]).toEqual([0, "L"]);
    await solution.step(1);
    expect([solution.at, game.made.length]).toEqual([1, 1]);
    await solution.go(3);
    expect(game.view.solved).toBe(true);
    await solution.step(-1);
    expect([solution.at, game.canRedo]).toEqual([2, true]);
    await game.redo();
    expect(game.view.solved).toBe(true);
  });

  test("knows when the game leaves its way, and when it comes back", async () => {
    await solution.find();
    await game.play(() => "L");
    expect(solution.at).toBe(1);
    await game.play(() => "D");
    expect(solution.at).toBeUndefined();
    await game.undo();
    expect(solution.at).toBe(1);
  });

  test("does not reach back before it begins", async () => {
    await game.play(() => "L");
    await solution.find();
    expect([solution.at, solution.plan?.steps]).toEqual([0, ["U", "L"]]);
    await game.undo();
    expect(solution.at).toBeUndefined();
  });

  test("is about what was asked, wherever the player has gone meanwhile", async () => {
    const told: Puzzle[] = [];
    solution.onanswer = (puzzle) => told.push(puzzle);
    await game.play(() => "L");
    const { here } = game.view;
    const found = solution.find();
    await game.undo();
    await found;
    expect(told).toEqual([here]);
  });

  test("does not take the place of one that leads on from where the player has gone meanwhile", async () => {
    const { here } = game.view;
    const asked = solution.find();
    await game.play(() => "D");
    const other = await solution.take(game.view.here, game.made, {
      moves: "U",
      length: 1,
      metric: "stm",
      proof: "none",
    } as Answer);
    await asked;
    expect(here).not.toEqual(game.view.here);
    expect([solution.plan, solution.at]).toEqual([other, 0]);
  });

  test("plays to its end", async () => {
    await solution.find();
    solution.play();
    await vi.waitFor(() => expect(solution.playing).toBe(false), { timeout: 2000 });
    expect(game.view.solved).toBe(true);
  });

  test("that is cancelled leaves the page as it was", async () => {
    engine.hold = true;
    const found = solution.find();
    await Promise.resolve();
    solution.cancel();
    expect(await found).toBeUndefined();
    expect(solution.job.state).toBe("cancelled");
    engine.hold = false;
    expect(await solution.find()).toBeDefined();
  });
});

describe("a hint", () => {
  test("is shown first and made when it is asked again", async () => {
    const hint = new Hint(engine, game, solution);
    expect(await hint.ask({ seconds: 1 })).toBe("shown");
    expect([hint.shown?.move, game.made.length]).toEqual(["L", 0]);
    expect(await hint.ask({ seconds: 1 })).toBe("made");
    expect([hint.shown, game.made.length]).toEqual([undefined, 1]);
  });

  test("is for where the player has moved while it was sought", async () => {
    const hint = new Hint(engine, game, solution);
    const asked = hint.ask({ seconds: 1 });
    await game.play(() => "D");
    expect(await asked).toBe("shown");
    expect(hint.shown?.at).toBe(game.made);
  });

  test("is out of date when the player moves", async () => {
    const hint = new Hint(engine, game, solution);
    await hint.ask({ seconds: 1 });
    await game.play(() => "D");
    expect(hint.shown).toBeUndefined();
  });
});

describe("the optimum", () => {
  test("is proven by a search", async () => {
    const optimum = new Optimum(engine, game);
    expect(optimum.known).toBeUndefined();
    await optimum.find("quietly");
    expect(optimum.known).toEqual({ length: 3, lowerBound: 3, proven: true, unsolvable: false });
  });

  test("of a library is taken on trust, for its metric", async () => {
    const optimum = new Optimum(engine, game);
    await game.open({ ...puzzle, metric: "stm" } as Puzzle);
    optimum.tell({ stm: 3 });
    expect(optimum.known?.length).toBe(3);
    await game.alter({ ...puzzle, metric: "mtm" } as Puzzle);
    optimum.tell({ stm: 3 });
    expect(optimum.known).toBeUndefined();
  });
});
