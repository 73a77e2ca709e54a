// Boards other than tiles: blocks, Sokoban, Hanoi and graphs, their library and their editors.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { violations } from "./axe";
import { inn, PHONE, turnTo } from "./visit";

const { visit } = inn();
const search = (page: Page) => page.evaluate(() => decodeURIComponent(location.search));
const piece = (label: string) => `#board [data-label="${label}"]`;

/** Drags from the middle of an element along some ways, in units of a square. */
async function drag(page: Page, selector: string, square: number, ...ways: [number, number][]) {
  // Pieces glide to their places.
  await page.waitForTimeout(250);
  const box = (await page.locator(selector).boundingBox())!;
  let [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (const [dx, dy] of ways) {
    [x, y] = [x + dx * square, y + dy * square];
    await page.mouse.move(x, y, { steps: 12 });
    // A step is the engine's to make; a hand is slower than that.
    await page.waitForTimeout(100);
  }
  await page.mouse.up();
}

/** The side of a square of a grid. */
const side = (page: Page) =>
  page.evaluate(() => {
    const field = document.querySelector<HTMLElement>("#board .field")!;
    return field.getBoundingClientRect().width / Number(getComputedStyle(field).getPropertyValue("--w"));
  });

/** Solves what is on the board and plays it to the end. Returns the length that is told. */
async function solve(page: Page, timeout = 40_000): Promise<number> {
  await page.click("#tab-solve");
  await page.click("[data-testid=solve]");
  await page.waitForSelector("[data-testid=film]", { timeout });
  expect(await page.textContent("[data-testid=answer]")).toContain("proven optimal");
  const steps = await page.getAttribute("[data-testid=scrub]", "max");
  await page.fill("[data-testid=scrub]", steps ?? "");
  await page.waitForSelector("[data-testid=solved]");
  return Number((await page.textContent("[data-testid=film] h2"))?.match(/\d+/)?.[0]);
}

test("a car is dragged: several squares are one move, the way back is none", async () => {
  const { page, moves, leave } = await visit("?puzzle=blocks&pos=rush-02");
  const square = await side(page);
  await drag(page, piece("C"), square, [2, 0]);
  await expect.poll(moves).toBe("1");
  await expect.poll(() => search(page)).toContain("moves=CR2");
  await drag(page, piece("C"), square, [1, 0], [-1, 0]);
  expect(await moves()).toBe("1");
  // A car on rails goes along them, however it is pulled.
  await drag(page, piece("D"), square, [1, 2]);
  await expect.poll(() => search(page)).toContain("moves=CR2+DR");
  await page.keyboard.press("u");
  await expect.poll(moves).toBe("1");
  await page.keyboard.press("u");
  await expect.poll(moves).toBe("0");
  await leave();
});

test("a block is dragged round a corner", async () => {
  const { page, leave } = await visit(
    `?puzzle=blocks&pos=${encodeURIComponent("start:\na..\n#b.\ngoal:\n...\n..a\n")}`,
  );
  await drag(page, piece("a"), await side(page), [2, 0], [0, 1]);
  await page.waitForSelector("[data-testid=solved]");
  await expect.poll(() => search(page)).toContain("moves=aR2D");
  await leave();
});

test("a tap moves a block that has one way to go, and only that", async () => {
  const { page, moves, leave } = await visit("?puzzle=blocks&pos=rush-02", PHONE);
  await page.tap(piece("D"));
  await expect.poll(moves).toBe("1");
  await page.tap(piece("C"));
  await page.waitForTimeout(100);
  expect(await moves()).toBe("1");
  expect(await page.getAttribute(piece("C"), "aria-label")).toBe("Block C, row 4, column 2; can move left, right");
  await leave();
});

test("the keyboard chooses blocks and moves them", async () => {
  const { page, moves, leave } = await visit("?puzzle=blocks&pos=rush-02");
  await page.keyboard.press("Shift+D");
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => search(page)).toContain("moves=DR");
  await page.focus(piece("C"));
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => search(page)).toContain("moves=DR+CL");
  await expect.poll(() => page.textContent("[role=status]")).toContain("C left");
  await page.keyboard.press("]");
  await page.keyboard.press("ArrowRight");
  await expect.poll(moves).toBe("3");
  await leave();
});

test.each([
  ["move", 21],
  ["step", 31],
  ["slide", 24],
  ["group", 16],
])("blocks are solved and played to the goal, by %s in %i", async (metric, optimum) => {
  const { page, moves, leave } = await visit(`?puzzle=blocks&pos=hughes&metric=${metric}`);
  await expect.poll(() => page.textContent("[data-testid=optimum]")).toContain(String(optimum));
  expect(await solve(page)).toBe(optimum);
  expect(await moves()).toBe(String(optimum));
  await leave();
});

test("Klotski takes 81 moves", async () => {
  const { page, leave } = await visit("?puzzle=blocks&pos=klotski");
  expect(await solve(page)).toBe(81);
  await leave();
});

test("a piece leaves through an exit", async () => {
  const text = "start:\na.\nb.\nexit out right a:\n.+\n..\ngoal:\n..\n..\nleaves a: out\n";
  const { page, leave } = await visit(`?puzzle=blocks&pos=${encodeURIComponent(text)}`);
  await page.keyboard.press("Shift+A");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.waitForSelector("[data-testid=solved]");
  // A key too many moves nothing else.
  await page.keyboard.press("ArrowRight");
  expect(await page.locator(piece("a")).count()).toBe(0);
  await page.keyboard.press("u");
  await page.waitForSelector(piece("a"));
  await leave();
});

test("Sokoban is played by keys to the goal", async () => {
  const { page, moves, leave } = await visit("?puzzle=sokoban&pos=niche");
  for (const key of ["ArrowDown", "d", "d", "w", "s", "a", "ArrowUp"]) await page.keyboard.press(key);
  await page.waitForSelector("[data-testid=solved]");
  expect(await moves()).toBe("4");
  expect(await page.textContent("[data-testid=solved]")).toContain("No solution is shorter.");
  for (let i = 0; i < 7; i++) await page.keyboard.press("u");
  await expect.poll(moves).toBe("0");
  await leave();
});

test("Sokoban walks to a square, pushes a box beside the player and takes swipes", async () => {
  const { page, moves, leave } = await visit("?puzzle=sokoban&pos=two-rooms");
  const square = await side(page);
  const field = (await page.locator("#board .field").boundingBox())!;
  const at = (x: number, y: number): [number, number] => [field.x + (x + 0.5) * square, field.y + (y + 0.5) * square];
  await page.mouse.click(...at(3, 3));
  await expect.poll(() => search(page)).toContain("moves=rr");
  await page.mouse.click(...at(3, 2));
  await expect.poll(() => search(page)).toContain("moves=rr+U");
  expect(await moves()).toBe("1");
  await page.mouse.move(...at(6, 3));
  await page.mouse.down();
  await page.mouse.move(at(6, 3)[0], at(6, 3)[1] + square, { steps: 8 });
  await page.waitForTimeout(100);
  await page.mouse.up();
  await expect.poll(() => search(page)).toContain("moves=rr+U+d");
  await leave();
});

test.each([
  ["push", 11],
  ["move", 19],
])("Sokoban is solved by %s in %i", async (metric, optimum) => {
  const { page, moves, leave } = await visit(`?puzzle=sokoban&pos=two-rooms&metric=${metric}`);
  expect(await solve(page)).toBe(optimum);
  expect(await moves()).toBe(String(optimum));
  await leave();
});

test("a kind that the page knows nothing of is played by clicks and by keys, drawn by its fields and solved", async () => {
  const { page, moves, leave } = await visit("?puzzle=pancake&pos=3+1+2");
  await page.click(piece("2"));
  await expect.poll(() => search(page)).toContain("moves=3");
  await page.focus(piece("1"));
  await page.keyboard.press("Enter");
  await page.waitForSelector("[data-testid=solved]");
  expect(await moves()).toBe("2");
  await turnTo(page, "create", "random");
  await page.fill("[data-testid=size]", "5 burnt");
  await page.fill("[data-testid=seed]", "7");
  await page.click("[data-testid=make]");
  await expect.poll(() => search(page)).toContain("puzzle=pancake&size=5+burnt&seed=7");
  expect(await solve(page)).toBeGreaterThan(1);
  await leave();
});

test("a cube is turned by keys, by buttons, by drag and by touch, and solved", async () => {
  const { page, moves, leave } = await visit("?puzzle=cube&pos=R+U");
  await page.waitForSelector("[data-sticker]");
  await page.focus("#board");
  await page.keyboard.press("Shift+F");
  await expect.poll(() => search(page)).toContain("moves=F");
  // What comes after a turn makes it another one.
  await page.keyboard.press("'");
  await expect.poll(() => search(page)).toContain("moves=F'");
  await page.click('[data-move="F"]');
  await expect.poll(() => search(page)).toContain("moves=F'+F");
  const draw = async (sticker: number, dx: number, dy: number) => {
    const box = await page.locator(`[data-sticker="${sticker}"]`).boundingBox();
    if (!box) throw new Error("no such sticker");
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + dx, y + dy, { steps: 4 });
    await page.mouse.up();
  };
  // The row above of the face in front, to the left; then the column at the right, down.
  await draw(19, -50, -10);
  await expect.poll(() => search(page)).toContain("moves=F'+F+U");
  await page.keyboard.press("u");
  await draw(19, 50, 10);
  await expect.poll(() => search(page)).toContain("moves=F'+F+U'");
  await draw(21, 0, 50);
  await page.waitForSelector("[data-testid=solved]");
  expect(await moves()).toBe("4");
  await leave();
});

test("Hanoi is played by clicks, by keys and by drag", async () => {
  const { page, moves, leave } = await visit("?puzzle=hanoi&discs=3&pegs=3");
  const peg = (i: number) => `#board [data-peg="${i - 1}"]`;
  for (const [from, to] of [
    [1, 3],
    [1, 2],
  ] as const) {
    await page.click(peg(from));
    await page.click(peg(to));
  }
  await expect.poll(moves).toBe("2");
  for (const key of ["3", "2", "1", "3"]) await page.keyboard.press(key);
  await expect.poll(moves).toBe("4");
  const width = (await page.locator(peg(1)).boundingBox())!.width;
  await drag(page, "#board [data-disc='1']", width, [-1, 0]);
  await expect.poll(moves).toBe("5");
  // A larger disc cannot lie on a smaller one.
  await drag(page, "#board [data-disc='2']", width, [-1, 0]);
  expect(await moves()).toBe("5");
  await drag(page, "#board [data-disc='2']", width, [1, 0]);
  await drag(page, "#board [data-disc='1']", width, [2, 0]);
  await page.waitForSelector("[data-testid=solved]");
  expect(await moves()).toBe("7");
  expect(await page.textContent("[data-testid=solved]")).toContain("No solution is shorter.");
  await leave();
});

test.each([
  ["discs=4&pegs=3", 15],
  ["discs=8&pegs=4", 33],
])("Hanoi %s is solved in %i", async (query, optimum) => {
  const { page, leave } = await visit(`?puzzle=hanoi&${query}`);
  expect(await solve(page)).toBe(optimum);
  await leave();
});

test("tiles on a graph slide by clicks, arrows and hints to the goal", async () => {
  const { page, moves, leave } = await visit("?puzzle=graph&edges=1-2+2-3+3-4+4-1&pos=1+2+0+3");
  await page.click(piece("2"));
  await expect.poll(moves).toBe("1");
  await page.keyboard.press("u");
  await expect.poll(moves).toBe("0");
  await page.keyboard.press("h");
  await page.waitForSelector("#board .hinted");
  await page.keyboard.press("h");
  await page.waitForSelector("[data-testid=solved]");
  await page.keyboard.press("u");
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => search(page)).toContain("moves=3");
  await leave();
});

test("a graph is solved", async () => {
  const { page, leave } = await visit("?puzzle=graph&seed=3&edges=1-2+2-3+3-4+4-5+5-1+1-3");
  expect(await solve(page)).toBeGreaterThan(0);
  await leave();
});

test("the library is searched and sorted, and opens puzzles with their optimum", async () => {
  const { page, leave } = await visit("?puzzle=blocks&tab=library");
  await page.waitForSelector("[data-entry=klotski] svg");
  expect(await page.locator("[data-entry]").count()).toBeGreaterThan(50);
  await page.fill("[data-testid=library-search]", "rush-0");
  expect(await page.locator("[data-entry]").count()).toBe(9);
  await page.selectOption("[data-testid=library-order]", "hard");
  expect(await page.getAttribute("[data-entry] >> nth=0", "data-entry")).toBe("rush-09");
  await page.press("[data-entry=rush-03]", "Enter");
  await expect.poll(() => search(page)).toContain("pos=rush-03");
  await expect.poll(() => page.textContent("[data-testid=optimum]")).toContain("6");
  expect(await page.getAttribute("[data-entry=rush-03]", "aria-current")).toBe("true");
  await page.goBack();
  await expect.poll(() => page.locator("#board [data-piece]").count()).toBe(10);
  await leave();
});

test.each(["tiles", "hanoi", "graph", "sokoban"])("the library of %s has pictures and opens", async (kind) => {
  const { page, leave } = await visit(`?puzzle=${kind}&tab=library`);
  await page.waitForSelector("[data-entry] .picture svg");
  const before = await search(page);
  await page.click("[data-entry] >> nth=3");
  await expect.poll(() => search(page)).not.toBe(before);
  await expect.poll(() => page.locator("[data-entry][aria-current]").count()).toBe(1);
  await leave();
});

test.each([
  ["hanoi", "puzzle=hanoi&discs=4&seed=7"],
  ["graph", "puzzle=graph&edges="],
  ["sokoban", "puzzle=sokoban&seed=7"],
  ["blocks", "puzzle=blocks&pos=klotski&seed=7"],
])("a random puzzle of %s has a seed that brings it back", async (kind, query) => {
  const { page, board, leave } = await visit(`?puzzle=${kind}&tab=random`);
  await page.fill("[data-testid=seed]", "7");
  await page.click("[data-testid=make]");
  await expect.poll(() => search(page)).toContain(query);
  const seen = await board();
  await page.reload();
  await page.waitForSelector("#board");
  expect(await board()).toBe(seen);
  await leave();
});

test("what cannot be drawn is explained where it was asked for", async () => {
  const { page, leave } = await visit("?puzzle=sokoban&pos=niche&tab=random");
  await page.fill("[data-testid=width]", "3");
  await page.fill("[data-testid=height]", "3");
  await page.click("[data-testid=make]");
  await expect.poll(() => page.textContent("#panel .fault")).toContain("3 boxes in a room of 9 squares");
  await leave();
});

/** Clicks on a square of the drawing area. */
async function paint(page: Page, x: number, y: number) {
  const square = await side(page);
  await page.click("#board .field", { position: { x: (x + 0.5) * square, y: (y + 0.5) * square } });
}

test("a level of Sokoban is drawn, its faults are told, and it is played", async () => {
  const { page, leave } = await visit("?puzzle=sokoban&pos=niche&tab=edit");
  await page.waitForSelector("[data-tool]");
  await page.click("text=Empty room");
  await expect.poll(() => page.textContent("[data-testid=faults]")).toContain("there are no boxes");
  expect(await page.isDisabled("[data-testid=use]")).toBe(true);
  await page.click("[data-tool=player]");
  await paint(page, 1, 2);
  await page.click("[data-tool=box]");
  await paint(page, 2, 2);
  await expect.poll(() => page.textContent("[data-testid=faults]")).toContain("the numbers of boxes");
  await page.click("[data-tool=goal]");
  await paint(page, 4, 2);
  await page.waitForSelector("[data-testid=valid]");
  // A hole in the wall is told and shown.
  await page.click("[data-tool=floor]");
  await paint(page, 0, 2);
  await expect.poll(() => page.textContent("[data-testid=faults]")).toContain("the player can walk out");
  await page.waitForSelector("#board .faulty");
  await page.click("[aria-label='Undo the change']");
  await page.waitForSelector("[data-testid=valid]");
  await page.click("[data-testid=use]");
  await page.waitForSelector("#board [data-piece]");
  await page.keyboard.press("d");
  await page.keyboard.press("d");
  await page.waitForSelector("[data-testid=solved]");
  await expect.poll(() => search(page)).toContain("moves=");
  await page.reload();
  await page.waitForSelector("[data-testid=solved]");
  await leave();
});

test("a puzzle of blocks is drawn from nothing and played", async () => {
  const { page, moves, leave } = await visit("?puzzle=blocks&pos=moving-day&tab=edit");
  await page.waitForSelector("[data-tool]");
  await page.click("[data-testid=clear]");
  await page.click("[data-testid=new-piece]");
  await paint(page, 0, 0);
  await paint(page, 0, 1);
  await expect.poll(() => page.inputValue("[data-testid=position]")).toContain("start:\na..\na..\ngoal:");
  await expect.poll(() => page.textContent("[data-testid=faults]")).not.toBe("");
  await page.click("[data-sheet=goal]");
  await paint(page, 2, 0);
  await page.waitForSelector("[data-testid=valid]");
  await page.click("[data-testid=piece-settings] label:has-text('up and down')");
  await page.waitForSelector("#panel [data-testid=unsolvable]");
  await page.click("[data-testid=piece-settings] label:has-text('left and right')");
  await page.waitForSelector("[data-testid=valid]");
  await page.click("[data-testid=use]");
  await drag(page, piece("a"), await side(page), [2, 0]);
  await page.waitForSelector("[data-testid=solved]");
  expect(await moves()).toBe("1");
  await leave();
});

test("blocks that are typed in any format are read, and faults are told in the engine's words", async () => {
  const { page, leave } = await visit("?puzzle=blocks&tab=edit");
  await page.fill("[data-testid=position]", "BBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxN");
  await expect.poll(() => page.textContent("[data-testid=valid]")).toContain("6×6 sliding blocks with 12 pieces");
  await expect.poll(() => page.locator("[data-tool^=piece]").count()).toBe(12);
  await page.fill("[data-testid=position]", "start:\naab\n..b\na..\n");
  await expect.poll(() => page.textContent("[data-testid=faults]")).toContain("piece `a` is not connected");
  await page.waitForSelector("#board .faulty");
  await leave();
});

test("the keyboard alone draws, takes back, and nothing is lost by looking elsewhere", async () => {
  const { page, leave } = await visit("?puzzle=sokoban&pos=niche&tab=edit");
  await page.waitForSelector("[data-tool]");
  const text = () => page.inputValue("[data-testid=position]");
  const before = await text();
  await page.focus("#board");
  await page.keyboard.press("#");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press(" ");
  await expect.poll(() => page.textContent("[role=status]")).toContain("Row 2, column 1: floor");
  const drawn = before.replace("\n##..#", "\n #..#");
  await expect.poll(text).toBe(drawn);
  await page.keyboard.press("Control+z");
  await expect.poll(text).toBe(before);
  await page.keyboard.press("Control+y");
  await expect.poll(text).toBe(drawn);
  await page.click("#tab-play");
  await page.waitForSelector("#board [data-piece]");
  await turnTo(page, "create", "edit");
  await expect.poll(text).toBe(drawn);
  await page.click("text=From the board");
  await expect.poll(text).toBe(before);
  await leave();
});

test("discs are arranged for a start and a goal", async () => {
  const { page, leave } = await visit("?puzzle=hanoi&discs=3&pegs=3&tab=edit");
  await page.waitForSelector("#board [data-disc]");
  const width = (await page.locator("#board .pegs").boundingBox())!.width / 3;
  await drag(page, "#board [data-disc='2'] span", width, [1, 0]);
  await expect.poll(() => page.inputValue("[data-testid=position]")).toBe("3 1/2/-");
  await page.focus("section [aria-label=Goal] [data-disc='1']");
  await page.keyboard.press("1");
  await expect.poll(() => page.inputValue("[data-testid=goal]")).toBe("1/-/3 2");
  await page.fill("[data-testid=goal]", "Q");
  await expect.poll(() => page.textContent("[data-testid=faults]")).not.toBe("");
  await page.fill("[data-testid=goal]", "B");
  await page.waitForSelector("[data-testid=valid]");
  await page.click("[data-testid=use]");
  await expect.poll(() => search(page)).toContain("goal=B");
  await leave();
});

test("a graph is changed by its edges and its tiles", async () => {
  const { page, leave } = await visit("?puzzle=graph&edges=1-2+2-3+3-4+4-1&pos=1+2+3+0&tab=edit");
  const vertex = (number: number) => page.locator(`#board [data-vertex="${number}"]`);
  await vertex(1).click();
  await vertex(2).click();
  await expect.poll(() => page.inputValue("[data-testid=position]")).toBe("2 1 3 0");
  await page.waitForSelector("#panel [data-testid=unsolvable]");
  await page.click("label:has-text('Edges') >> nth=0");
  await vertex(1).click();
  await vertex(3).click();
  await expect.poll(() => page.inputValue("[data-testid=edges]")).toBe("1-2 2-3 3-4 4-1 1-3");
  await page.waitForSelector("[data-testid=valid]");
  await page.fill("[data-testid=edges]", "1-2 2-2");
  await expect.poll(() => page.textContent("[data-testid=faults]")).toContain("joins a vertex to itself");
  await leave();
});

const EVERYWHERE = ["blocks&pos=klotski", "sokoban&pos=cellar", "hanoi&discs=5&pegs=4", "graph"];

test.each(EVERYWHERE)("%s is accessible, in play, in the library and in the editor", async (query) => {
  for (const colorScheme of ["light", "dark"] as const) {
    for (const tab of ["play", "library", "records", "edit", "random"]) {
      const { page, leave } = await visit(`?puzzle=${query}&tab=${tab}`, { colorScheme, reducedMotion: "reduce" });
      if (tab === "library") await page.waitForSelector("[data-entry] svg");
      if (tab === "edit") await page.waitForSelector("[data-testid=valid], #panel [data-testid=unsolvable]");
      expect(await violations(page)).toEqual([]);
      await leave();
    }
  }
});

test.each(EVERYWHERE)("%s fits narrow phones", async (query) => {
  for (const tab of ["play", "library", "records", "edit", "random"]) {
    const { page, leave } = await visit(`?puzzle=${query}&tab=${tab}`, {
      ...PHONE,
      viewport: { width: 360, height: 740 },
    });
    await page.waitForTimeout(200);
    const [width, scroll] = await page.evaluate(() => [innerWidth, document.documentElement.scrollWidth]);
    expect(scroll).toBeLessThanOrEqual(width!);
    await leave();
  }
});
