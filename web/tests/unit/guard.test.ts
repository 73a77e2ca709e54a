import { beforeEach, describe, expect, test } from "vitest";
import type { Answer, Puzzle } from "../../src/engine/engine";
import { Game } from "../../src/state/game.svelte";
import { Guard } from "../../src/state/guard.svelte";
import { FakeEngine } from "./fake-engine";

const puzzle: Puzzle = { kind: "tiles", position: "1 2 3/4 5 6/0 7 8" };
const lost = { outcome: "unsolvable", reason: "so it is" } as Answer;
let game: Game;
let guard: Guard;

beforeEach(async () => {
  const engine = new FakeEngine();
  game = new Game(engine);
  guard = new Guard(engine, game);
  await game.open(puzzle);
});

describe("what is lost", () => {
  test("stays lost whatever follows, until it is taken back", async () => {
    await game.play(() => "L");
    guard.learn(game.made, lost);
    expect([guard.lost, guard.tooMany]).toEqual(["so it is", 1]);
    await game.play(() => "D");
    expect([guard.lost, guard.tooMany]).toEqual(["so it is", 2]);
    await game.undo();
    await game.undo();
    expect([guard.lost, guard.tooMany]).toEqual([undefined, 0]);
    await game.redo();
    expect(guard.lost).toBe("so it is");
  });

  test("is forgotten with the puzzle, and a puzzle without a solution is another matter", async () => {
    guard.learn([], lost);
    expect(guard.lost).toBeUndefined();
    await game.play(() => "L");
    guard.learn(game.made, lost);
    await game.open({ ...puzzle });
    await game.play(() => "L");
    expect(guard.lost).toBeUndefined();
  });
});
