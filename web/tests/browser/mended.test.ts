// What visitors once found wrong or broken on the page.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { inn, tile, turnTo, unfold } from "./visit";

const { visit } = inn();
const search = (page: Page) => page.evaluate(() => decodeURIComponent(location.search));
const level = (text: string) => `?puzzle=sokoban&pos=${encodeURIComponent(text)}`;
/** A push to the left wall loses: the goal is not on it. */
const TRAP = level("#######\n#     #\n# $@. #\n#     #\n#######");
const TWO_MOVES = "?pos=1+2+3/4+5+6/0+7+8";

test("a push that loses the game is told at once, and undone by one button", async () => {
  const { page, moves, leave } = await visit(TRAP);
  await page.keyboard.press("ArrowLeft");
  await page.waitForSelector("[data-testid=lost]", { timeout: 5000 });
  // It stays lost wherever the player goes.
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => search(page)).toContain("moves=L+d");
  await page.waitForSelector("[data-testid=lost]");
  await page.keyboard.press("h");
  await page.waitForSelector("[role=status]:has-text('it is proven that this position can no longer be solved')", {
    state: "attached",
  });
  expect(await page.isDisabled("button:has-text('Hint')")).toBe(true);
  await page.click("[data-testid=lost-undo]");
  await page.waitForSelector("[data-testid=lost]", { state: "detached" });
  expect(await moves()).toBe("0");
  await leave();
});

test("64 discs on 3 pegs have their exact number, and the film plays on", async () => {
  const { page, moves, leave } = await visit("?puzzle=hanoi&discs=64&pegs=3&tab=solve");
  await page.click("[data-testid=solve]");
  await page.waitForSelector("[data-testid=film]", { timeout: 5000 });
  expect(await page.textContent("[data-testid=film] h2")).toContain("18,446,744,073,709,551,615 moves");
  expect(await page.textContent("[data-testid=optimum]")).toContain("18,446,744,073,709,551,615");
  expect(await page.textContent("[data-testid=answer]")).toContain("proven optimal");
  const listed = await page.getAttribute("[data-testid=scrub]", "max");
  await page.fill("[data-testid=scrub]", listed!);
  await expect.poll(moves).toBe(Number(listed).toLocaleString("en"));
  await page.click("[aria-label='Step forward']");
  await expect.poll(moves).toBe((Number(listed) + 1).toLocaleString("en"));
  await leave();
});

test("what ended a search and what it proved are whole sentences", async () => {
  const { page, leave } = await visit("?size=5x5&seed=1&algo=IDA*&heuristic=manhattan&expansions=50&tab=watch");
  await page.click("[data-testid=watch-start]");
  await page.waitForSelector("[data-testid=watch-outcome]");
  expect(await page.textContent("[data-testid=watch-outcome]")).toMatch(
    /^The limit of expansions ended the search\. No solution has fewer than \d+ moves\.$/,
  );
  await leave();
});

test("nothing is counted twice over the moves", async () => {
  const { page, leave } = await visit("?puzzle=blocks&pos=rush-02");
  const head = async () => (await page.textContent(".status dt"))?.replace(/\s+/g, " ").trim();
  expect(await head()).toBe("Moves");
  await unfold(page, "Rules");
  await page.click("label:has-text('steps')");
  await expect.poll(head).toBe("Moves (steps)");
  await leave();
});

test("the first hint on 5×5 comes soon, and a move made meanwhile does not lose it", async () => {
  const { page, leave } = await visit("?size=5x5&seed=4");
  await page.keyboard.press("h");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowDown");
  await page.waitForSelector("#board .hinted", { timeout: 4000 });
  await leave();
});

test("the page says who works and which search runs, in every tab", async () => {
  const { page, leave } = await visit("?size=6x6&seed=1&algo=IDA*&heuristic=manhattan&tab=watch");
  const line = () => page.textContent("[data-testid=engine]");
  await expect.poll(line).toContain("Works in this browser");
  await page.click("[data-testid=watch-start]");
  await expect.poll(line).toContain("IDA* · manhattan");
  await page.click("#tab-play");
  expect(await line()).toContain("IDA* · manhattan");
  await turnTo(page, "learn", "watch");
  await page.click("[data-testid=watch-cancel]");
  await expect.poll(line).not.toContain("IDA*");
  await leave();
});

test("W, A, S and D move in every kind, and no letter alone gives the solution away", async () => {
  const { page, moves, leave } = await visit(TWO_MOVES);
  await page.keyboard.press("a");
  await expect.poll(moves).toBe("1");
  await page.keyboard.press("s");
  await expect.poll(moves).toBe("2");
  expect(await page.getAttribute("#tab-play", "aria-selected")).toBe("true");
  expect(await search(page)).not.toContain("tab=solve");
  await page.keyboard.press("Shift+Enter");
  await expect.poll(() => search(page)).toContain("tab=solve");
  await leave();
});

/**
 * A stroke of the mouse over the board, from a tile, in units of a tile; a slow one takes a while. It is made within the page:
 * how fast the test's own events arrive depends on what else the machine does.
 */
async function stroke(page: Page, label: number, [dx, dy]: [number, number], slow = false) {
  const box = (await page.locator(tile(label)).boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.evaluate(
    async ([selector, x, y, dx, dy, ms]) => {
      const target = document.querySelector(selector)!;
      const tell = (type: string, x: number, y: number) =>
        target.dispatchEvent(
          new PointerEvent(type, { bubbles: true, pointerId: 1, pointerType: "mouse", clientX: x, clientY: y }),
        );
      tell("pointerdown", x, y);
      for (const part of [0.3, 0.6, 1]) tell("pointermove", x + part * dx, y + part * dy);
      if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
      tell("pointerup", x + dx, y + dy);
    },
    [tile(label), x, y, dx * box.width, dy * box.height, slow ? 400 : 0] as const,
  );
  await page.waitForTimeout(200);
}

test("a short flick counts, a short slow drag does not, and a swipe counts on any tile", async () => {
  const { page, moves, leave } = await visit(TWO_MOVES);
  await stroke(page, 7, [-0.3, 0], true);
  expect(await moves()).toBe("0");
  await stroke(page, 7, [-0.3, 0]);
  await expect.poll(moves).toBe("1");
  // Tile 1 is in a corner: the swipe moves the tile that can go that way.
  await stroke(page, 1, [-0.8, 0]);
  await page.waitForSelector("[data-testid=solved]");
  expect(await moves()).toBe("2");
  await leave();
});

test("tiles slide under a mouse that passes, and arrows name the blank's way, where that is wished", async () => {
  const { page, moves, leave } = await visit(TWO_MOVES);
  const pass = async (label: number) => {
    const box = (await page.locator(tile(label)).boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 3 });
    await page.waitForTimeout(100);
  };
  await pass(7);
  expect(await moves()).toBe("0");
  await page.click("summary:has-text('Controls')");
  await page.check("[data-testid=hover]");
  await page.check("[data-testid=inverted]");
  await pass(7);
  await expect.poll(moves).toBe("1");
  await page.uncheck("[data-testid=hover]");
  // The blank goes right: tile 8 goes left.
  await page.keyboard.press("b");
  await page.keyboard.press("ArrowRight");
  await page.waitForSelector("[data-testid=solved]");
  await leave();
});

test("a film is not the player's game", async () => {
  const { page, leave } = await visit(`${TWO_MOVES}&tab=solve`);
  await page.click("[data-testid=solve]");
  await page.waitForSelector("[data-testid=scrub]", { timeout: 30_000 });
  await page.fill("[data-testid=scrub]", "2");
  await page.waitForSelector("[data-testid=solved]");
  expect(await page.textContent("[data-testid=solved]")).toContain("The solution was shown");
  await page.fill("[data-testid=scrub]", "0");
  await page.waitForSelector("[data-testid=solved]", { state: "detached" });
  await page.keyboard.press("b");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await page.waitForSelector("[data-testid=solved]");
  expect(await page.textContent("[data-testid=solved]")).toContain("Solved in 2 moves");
  await leave();
});

test("“New” keeps the size and the kind of what was played", async () => {
  const { page, leave } = await visit("?pos=1+2+3/4+5+6/0+7+8");
  await page.click("button:has-text('New') >> nth=0");
  await expect.poll(() => search(page)).toContain("size=3x3&seed=");
  await page.click("header nav button:has-text('Hanoi')");
  await page.waitForSelector("#board [data-peg]");
  await page.click("header nav button:has-text('Sliding tiles')");
  await expect.poll(() => page.locator("#board [data-piece]").count()).toBe(8);
  await leave();
});

test("the optimum is never above the solution that is shown", async () => {
  const { page, leave } = await visit("?size=9x9&seed=1&tab=solve");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowLeft");
  await page.click("label:has-text('5 s')");
  await page.click("[data-testid=solve]");
  await page.waitForSelector("[data-testid=film]", { timeout: 40_000 });
  const number = (text: string | null | undefined) => Number(text?.replaceAll(",", "").match(/(\d+)(?!.*\d)/)?.[1]);
  const shown = number(await page.textContent("[data-testid=film] h2"));
  const most = number(await page.textContent("[data-testid=optimum]"));
  expect(most).toBeLessThanOrEqual(shown + 2);
  await leave();
});

test("boards above 10×10 can be made, and an address may name a size alone", async () => {
  const { page, leave } = await visit("?size=3x3&tab=random");
  expect(await page.locator(".notice").count()).toBe(0);
  expect(await page.locator("#board [data-piece]").count()).toBe(8);
  await page.fill("[data-testid=width]", "12");
  await page.fill("[data-testid=height]", "11");
  await page.click("[data-testid=make]");
  await expect.poll(() => page.locator("#board [data-piece]").count()).toBe(131);
  expect(await page.inputValue("[data-testid=width]")).toBe("12");
  await leave();
});

test("back goes to the tab before", async () => {
  const { page, leave } = await visit(TWO_MOVES);
  await page.click("#tab-solve");
  await expect.poll(() => search(page)).toContain("tab=solve");
  await page.click("#tab-create");
  await expect.poll(() => search(page)).toContain("tab=edit");
  await page.goBack();
  await expect.poll(() => page.getAttribute("#tab-solve", "aria-selected")).toBe("true");
  await page.goBack();
  await expect.poll(() => page.getAttribute("#tab-play", "aria-selected")).toBe("true");
  await leave();
});

test.each([
  ["3 2 1/-/-", "[data-disc]"],
  ["#####\n#@$.#\n#####", "#board"],
])("pasted text of another kind is recognised: %j", async (text, shows) => {
  const { page, leave } = await visit(TWO_MOVES);
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
  }, text);
  await expect.poll(() => page.inputValue("[data-testid=position]")).toBe(text);
  await page.waitForSelector("[data-testid=valid]");
  await page.click("[data-testid=use]");
  await page.waitForSelector(shows);
  await expect.poll(() => search(page)).toMatch(/puzzle=(hanoi|sokoban)/);
  await leave();
});

test("neither a message nor a verdict moves the board", async () => {
  const { page, leave } = await visit(TRAP);
  const place = async () => (await page.locator("#board").boundingBox())!;
  const before = await place();
  await page.keyboard.press("ArrowLeft");
  await page.waitForSelector("[data-testid=lost]");
  await page.click("[aria-label='Copy the link']", { force: true });
  expect(await place()).toEqual(before);
  await leave();
});

test("an illegal move of a tower says why", async () => {
  const { page, moves, leave } = await visit("?puzzle=hanoi&discs=3&pegs=3");
  for (const key of ["1", "3", "1", "3"]) await page.keyboard.press(key);
  await page.waitForSelector(".notice:has-text('Disc 2 cannot go to peg 3: disc 1 there is smaller.')");
  expect(await moves()).toBe("1");
  await leave();
});
