import { describe, expect, test } from "vitest";
import * as blocks from "../../src/editors/blocks";
import { faultySquares } from "../../src/editors/faults";
import * as graph from "../../src/editors/graph";
import * as hanoi from "../../src/editors/hanoi";
import { cellsOfSheet, sheets, withCells, withNewExit, withoutSheet } from "../../src/editors/sheets";
import * as sokoban from "../../src/editors/sokoban";

/** Everything that the native form can say. */
const ALL = `title: All of it
lock horizontal: a
lock fixed: d
alike: c e
name b: Big one
gate a c:
...#
.+..
...
exit out right b:
...#
...+
...
exit low down:
...#
....
++.
start:
aab#
e...
ccd
goal:
...#
....
...
leaves b: out
within a:
...#
+++.
...
empty:
...#
+...
...
goal:
..b#
....
...
`;

describe("a puzzle of blocks", () => {
  test("is written as it is read, with all that can be said", () => {
    const read = blocks.read(ALL);
    expect(read && blocks.written(read)).toBe(ALL);
  });

  test("is read with comments, rails, empty lines and short rows", () => {
    const read = blocks.read("# a file\n; a comment\nrail:\n\nstart:\naab\n..b\n\n...\n.aa\n");
    expect(read?.locks).toEqual({ a: "horizontal", b: "vertical" });
    expect(read?.goals[0]?.on).toEqual(["", "", "", "", "a", "a"]);
    expect(blocks.read("start:\nab#\na\n")?.ground).toEqual(["floor", "floor", "wall", "floor", "outside", "outside"]);
  });

  test("in another form, or with what is no option, is left to the engine", () => {
    expect(blocks.read("BBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxN")).toBeUndefined();
    expect(blocks.read("aab\n..b\n\n...\n.aa")).toBeUndefined();
    expect(blocks.read("start:\naa\ncolour: red\n")).toBeUndefined();
    expect(blocks.read("start:\naa\nstart:\nbb\n")).toBeUndefined();
  });

  test("keeps a row that is all outside", () => {
    let draft = blocks.blank(2, 2);
    for (const i of [2, 3]) draft = blocks.grounded(draft, i, "outside");
    expect(blocks.written(draft)).toBe("start:\n..\n#\ngoal:\n..\n#\n");
  });

  const draft = () => blocks.read("lock vertical: b\nstart:\naab.\n..b.\ngoal:\n....\n.aa.\n")!;

  test("is painted, and a wall takes everything from its square", () => {
    expect(blocks.painted(draft(), 3, "c").pieces[3]).toBe("c");
    const walled = blocks.grounded(draft(), 5, "wall");
    expect(walled.goals[0]?.on[5]).toBe("");
    expect(blocks.painted(walled, 5, "a").ground[5]).toBe("floor");
  });

  test("moves its pieces whole, and only where they fit", () => {
    expect(blocks.cellsOf(blocks.moved(draft(), "a", 0, 1), "a")).toEqual([
      [0, 1],
      [1, 1],
    ]);
    expect(blocks.moved(draft(), "a", 1, 0)).toEqual(draft());
    expect(blocks.moved(draft(), "a", -1, 0)).toEqual(draft());
  });

  test("has goals of whole pieces, put down and taken away", () => {
    const put = blocks.wanted(draft(), 0, "b", 3);
    expect(blocks.cellsIn(put.goals[0]!.on, 4, "b")).toEqual([
      [3, 0],
      [3, 1],
    ]);
    expect(blocks.wanted(put, 0, "b", 3).goals[0]?.on.includes("b")).toBe(false);
    // What would be covered in part goes.
    expect(blocks.wanted(draft(), 0, "b", 1).goals[0]?.on.includes("a")).toBe(false);
    // What would stick out is refused.
    expect(blocks.wanted(draft(), 0, "b", 4)).toEqual(draft());
  });

  test("grows and shrinks by its right and lower side", () => {
    const wide = blocks.resized(draft(), 5, 3);
    expect(blocks.cellsOf(wide, "b")).toEqual([
      [2, 0],
      [2, 1],
    ]);
    expect(blocks.resized(wide, 4, 2)).toEqual(draft());
    expect(blocks.cellsOf(blocks.resized(draft(), 4, 1), "b")).toEqual([[2, 0]]);
  });

  test("forgets a piece everywhere", () => {
    const read = blocks.read(ALL)!;
    expect(blocks.mentioned(read)).toContain("b");
    expect(blocks.mentioned(blocks.without(read, "b"))).not.toContain("b");
    expect(blocks.freshLabel(read)).toBe("f");
  });

  test("is drawn on sheets", () => {
    const read = blocks.read(ALL)!;
    expect(sheets(read).map(({ of }) => of)).toEqual([
      "start",
      "goal",
      "within",
      "empty",
      "goal",
      "gate",
      "exit",
      "exit",
    ]);
    for (const sheet of sheets(read)) expect(withCells(read, sheet, cellsOfSheet(read, sheet))).toEqual(read);
    const [more, sheet] = withNewExit(read);
    expect(more.exits.map(({ name }) => name)).toEqual(["out", "low", "out2"]);
    expect(withoutSheet(more, sheet)).toEqual(read);
    expect(withoutSheet(read, { of: "exit", at: 0 }).goals[0]?.leaves).toEqual([]);
  });

  test("shows where its faults are, each square once", () => {
    expect(faultySquares(["row 2, column 4: x", "no way leads from row 1, column 1 to row 2, column 4"])).toEqual([
      [3, 1],
      [0, 0],
    ]);
  });
});

describe("a level of Sokoban", () => {
  const level = "; Two\n#####\n#@$.#\n#####";

  test("is written as it is read; runs, bars and other floors are read", () => {
    expect(sokoban.written(sokoban.read(level)!)).toBe(level);
    expect(sokoban.written(sokoban.read("5#|#@$.#|5#")!)).toBe(level.slice(6));
    expect(sokoban.written(sokoban.read("####\n#-_#\n####")!)).toBe("####\n#  #\n####");
    expect(sokoban.read("#####\n#@x.#\n#####")).toBeUndefined();
  });

  const at = (level: sokoban.Level, i: number) => level.squares[i];

  test("keeps goals under boxes and the player, and has one player", () => {
    const read = sokoban.read(level)!;
    const boxed = sokoban.painted(read, 8, "box", true);
    expect(at(boxed, 8)).toBe("*");
    expect(at(sokoban.painted(boxed, 8, "box", false), 8)).toBe(".");
    const walked = sokoban.painted(read, 8, "player", true);
    expect([at(walked, 6), at(walked, 8)]).toEqual([" ", "+"]);
    expect(at(sokoban.painted(read, 7, "wall", true), 7)).toBe("#");
    expect(at(sokoban.painted(read, 8, "floor", true), 8)).toBe(" ");
  });

  test("is not cut in two by an empty row", () => {
    const room = sokoban.resized(sokoban.room(4, 3), 4, 4);
    expect(sokoban.written(room)).toBe("####\n#  #\n####\n-");
    expect(sokoban.read(sokoban.written(room))).toEqual(room);
  });
});

describe("discs", () => {
  test("are written as they are read", () => {
    expect(hanoi.written(hanoi.read("4 3 2 1/-/-")!)).toBe("4 3 2 1/-/-");
    expect(hanoi.read("last")).toBeUndefined();
  });
  test("find their place on a peg by their size", () => {
    expect(hanoi.written(hanoi.placed([[4, 2], [3, 1], []], 4, 1))).toBe("2/4 3 1/-");
  });
  test("come and go at the bottom, and leave pegs that go", () => {
    expect(hanoi.written(hanoi.resized([[], [2, 1], []], 4, 3))).toBe("-/4 3 2 1/-");
    expect(hanoi.written(hanoi.resized([[3], [2], [], [1]], 2, 3))).toBe("-/2/1");
  });
});

describe("a graph", () => {
  test("joins and parts vertices, either way round", () => {
    expect(graph.toggled("1-2 2-3", 3, 1)).toBe("1-2 2-3 1-3");
    expect(graph.toggled("1-2 2-3 1-3", 3, 1)).toBe("1-2 2-3");
  });
  test("grows and shrinks", () => {
    expect(graph.grown("1-2", 1, 2)).toBe("1-2 1-3");
    expect(graph.shrunk("1-2 1-3 2-3", 3)).toBe("1-2");
    expect(graph.tilesFor(3, "2 1 0")).toBe("2 1 0");
    expect(graph.tilesFor(4, "2 1 0")).toBe("1 2 3 0");
    expect(graph.exchanged([2, 1, 0], 0, 2)).toBe("0 1 2");
  });
});
