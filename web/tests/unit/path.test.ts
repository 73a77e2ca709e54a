import { describe, expect, test } from "vitest";
import { prolonged } from "../../src/boards/path";

/** A drag that made these steps behind the moves before. */
const dragged = (before: string[], ...steps: string[]) =>
  steps.reduce((made, step) => prolonged(made, before.length, step), before);

describe("a drag", () => {
  test("is one move, with its way round corners", () => {
    expect(dragged([], "gR", "gR", "gD")).toEqual(["gR2D"]);
  });

  test("leaves the moves before it alone, of the same piece too", () => {
    expect(dragged(["gR"], "gR", "gR")).toEqual(["gR", "gR2"]);
  });

  test("that goes back takes its steps back", () => {
    expect(dragged(["aU"], "gR", "gR", "gL")).toEqual(["aU", "gR"]);
    expect(dragged(["aU"], "gR", "gL")).toEqual(["aU"]);
    expect(dragged(["aU"], "gR", "gL", "gD")).toEqual(["aU", "gD"]);
    expect(dragged([], "gR", "gD", "gU", "gL")).toEqual([]);
  });

  test("of a piece whose name is a direction is not taken for one", () => {
    expect(dragged([], "UL", "UL", "UR")).toEqual(["UL"]);
    expect(dragged([], "2R", "2R")).toEqual(["2R2"]);
  });

  test("does not join moves of other pieces, of tiles and of players", () => {
    expect(dragged([], "aR", "bR", "aR")).toEqual(["aR", "bR", "aR"]);
    expect(dragged([], "L", "L2")).toEqual(["L", "L2"]);
    expect(dragged([], "r", "R")).toEqual(["r", "R"]);
    expect(dragged([], "a+bR", "a+bR")).toEqual(["a+bR", "a+bR"]);
  });

  test("goes on counting beyond nine", () => {
    expect(dragged([], ...Array.from({ length: 12 }, () => "aR"), "aL")).toEqual(["aR11"]);
  });
});
