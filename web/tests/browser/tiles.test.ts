import { expect, test } from "vitest";
import { inn, PHONE, tile, turnTo, unfold } from "./visit";

const { visit } = inn();

const TWO_MOVES = "?pos=1+2+3/4+5+6/0+7+8";
/** The two positions of 3×3 that are farthest from the goal need 31 moves (Schofield 1967). */
const FARTHEST = "?pos=8+6+7/2+5+4/3+0+1&tab=solve";

test("a game is played to the goal by clicks", async () => {
  const { page, moves, leave } = await visit(TWO_MOVES);
  await page.click(tile(7));
  await expect.poll(moves).toBe("1");
  await page.click(tile(8));
  await page.waitForSelector("[data-testid=solved]");
  expect(await moves()).toBe("2");
  await leave();
});

test("a click in line slides several, and undo and redo take it back and make it again", async () => {
  const { page, moves, board, leave } = await visit(TWO_MOVES);
  const before = await board();
  await page.click(tile(8));
  await page.waitForSelector("[data-testid=solved]");
  expect(await moves()).toBe("2");
  await page.click("[aria-label=Undo]");
  await expect.poll(moves).toBe("0");
  expect(await board()).toBe(before);
  await page.keyboard.press("Control+y");
  await expect.poll(moves).toBe("2");
  await page.keyboard.press("Control+z");
  await expect.poll(moves).toBe("0");
  await leave();
});

test("a tile is dragged", async () => {
  const { page, moves, leave } = await visit(TWO_MOVES);
  const box = (await page.locator(tile(7)).boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.2, box.y + box.height / 2, { steps: 4 });
  expect(await moves()).toBe("0");
  await page.mouse.move(box.x - box.width * 0.4, box.y + box.height / 2, { steps: 6 });
  await page.mouse.up();
  await expect.poll(moves).toBe("1");
  // A tile that cannot move stays, and nothing else can move that way.
  const other = (await page.locator(tile(1)).boundingBox())!;
  await page.mouse.move(other.x + 5, other.y + 5);
  await page.mouse.down();
  await page.mouse.move(other.x + 5, other.y - 200, { steps: 5 });
  await page.mouse.up();
  expect(await moves()).toBe("1");
  await leave();
});

test("the keyboard alone plays a whole game", async () => {
  const { page, moves, leave } = await visit("?pos=1+2+3/0+4+6/7+5+8");
  await page.keyboard.press("b");
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("board");
  for (const key of ["ArrowLeft", "ArrowUp", "ArrowLeft"]) await page.keyboard.press(key);
  await page.waitForSelector("[data-testid=solved]");
  expect(await moves()).toBe("3");
  await page.keyboard.press("u");
  await expect.poll(moves).toBe("2");
  await page.keyboard.press("r");
  await expect.poll(moves).toBe("3");
  await page.keyboard.press("?");
  await page.waitForSelector("dialog[open]");
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog[open]", { state: "detached" });
  await leave();
});

test("a hint is shown, and made when it is asked again, until the goal", async () => {
  const { page, moves, leave } = await visit("?pos=1+2+3/0+4+6/7+5+8");
  for (const made of ["1", "2", "3"]) {
    await page.keyboard.press("h");
    await page.waitForSelector("#board .hinted");
    await page.keyboard.press("h");
    await expect.poll(moves).toBe(made);
  }
  await page.waitForSelector("[data-testid=solved]");
  await leave();
});

test("3×3 is solved optimally, and the film ends at the goal", async () => {
  const { page, moves, leave } = await visit(FARTHEST);
  await page.click("[data-testid=solve]");
  await page.waitForSelector("[data-testid=film]", { timeout: 30_000 });
  expect(await page.textContent("[data-testid=film] h2")).toContain("31 moves");
  expect(await page.textContent("[data-testid=answer]")).toContain("proven optimal");
  expect(await page.getAttribute("[data-testid=scrub]", "max")).toBe("31");
  await page.fill("[data-testid=scrub]", "31");
  await page.waitForSelector("[data-testid=solved]");
  expect(await moves()).toBe("31");
  await page.fill("[data-testid=scrub]", "0");
  await expect.poll(moves).toBe("0");
  await page.click("[data-testid=play]");
  await expect.poll(moves, { timeout: 20_000 }).toBe("31");
  await leave();
});

test("4×4 is solved optimally", async () => {
  // The 79th of Korf's hundred (1985), as in crates/lab/data/korf100.txt.
  const { page, moves, leave } = await visit("?pos=0+1+9+7/11+13+5+3/14+12+4+2/8+6+10+15&goal=blank-first&tab=solve");
  await page.click("[data-testid=solve]");
  await page.waitForSelector("[data-testid=film]", { timeout: 50_000 });
  expect(await page.textContent("[data-testid=answer]")).toContain("42 moves: proven optimal");
  await page.fill("[data-testid=scrub]", "42");
  await page.waitForSelector("[data-testid=solved]");
  expect(await moves()).toBe("42");
  await leave();
});

test("a long search is cancelled, and the page goes on", async () => {
  const { page, moves, leave } = await visit("?size=6x6&seed=1&tab=solve");
  await page.click("[data-testid=solve]");
  await page.waitForSelector("[data-testid=cancel]");
  await page.waitForTimeout(500);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowDown");
  await expect.poll(moves).not.toBe("0");
  await page.click("[data-testid=cancel]");
  await page.waitForSelector("text=The search was cancelled.");
  await turnTo(page, "create", "edit");
  await page.fill("[data-testid=position]", "1 2 3/4 5 6/0 7 8");
  await page.waitForSelector("[data-testid=valid]");
  await page.click("[data-testid=use]");
  await page.click("#tab-solve");
  await page.click("[data-testid=solve]");
  await page.waitForSelector("[data-testid=film]", { timeout: 30_000 });
  await leave();
});

test("an unsolvable position is explained, and mended by one button", async () => {
  const { page, leave } = await visit("?tab=edit&pos=1+2+3/4+5+6/0+7+8");
  await page.fill("[data-testid=position]", "1, 2, 3, 4\n5, 6, 7, 8\n9, 10, 11, 12\n13, 15, 14, _");
  const explained = page.locator("#panel [data-testid=unsolvable]");
  await explained.waitFor();
  expect(await explained.textContent()).toMatch(/odd|even/);
  await explained.getByRole("button").click();
  await page.waitForSelector("[data-testid=valid]");
  await page.click("[data-testid=use]");
  await expect.poll(() => page.textContent("#board-text")).toContain("Row 4: 13 14 15 blank");
  await leave();
});

test("what is typed wrong is named under the field in the engine's words", async () => {
  const { page, leave } = await visit("?tab=edit");
  await page.fill("[data-testid=position]", "1 2 3/4 5 6/8 8 0");
  await page.waitForSelector(".fault");
  expect(await page.textContent("[data-testid=faults]")).toContain("tile 8 appears 2 times");
  expect(await page.isDisabled("[data-testid=use]")).toBe(true);
  await leave();
});

test("tiles change places in the editor by drag and by choice", async () => {
  const { page, leave } = await visit("?tab=edit&pos=1+2+3/4+5+6/7+8+0");
  const cell = (i: number) => page.locator(`[data-cell="${i}"]`);
  await cell(0).dragTo(cell(4));
  await expect.poll(() => page.inputValue("[data-testid=position]")).toBe("5 2 3/4 1 6/7 8 0");
  await page.waitForSelector("#panel [data-testid=unsolvable]");
  await cell(1).click();
  await cell(2).click();
  await expect.poll(() => page.inputValue("[data-testid=position]")).toBe("5 3 2/4 1 6/7 8 0");
  await page.waitForSelector("[data-testid=valid]");
  await leave();
});

test("a goal of one's own and another metric", async () => {
  const { page, moves, leave } = await visit(TWO_MOVES);
  await unfold(page, "Rules");
  await page.click("label:has-text('slides')");
  await page.click(tile(8));
  await page.waitForSelector("[data-testid=solved]");
  expect(await moves()).toBe("1");
  await page.click("label:has-text('Custom')");
  await page.fill("#panel textarea", "1 2 3/4 5 6/7 0 8");
  await page.click("text=Use this goal");
  await expect.poll(() => page.evaluate(() => location.search)).toContain("goal=1+2+3/4+5+6/7+0+8");
  await page.waitForSelector("[data-testid=solved]", { state: "detached" });
  await leave();
});

test("sizes from 2×2 to 10×10 can be made", async () => {
  const { page, leave } = await visit("?tab=random");
  for (const [width, height] of [
    [2, 2],
    [10, 10],
    [7, 3],
    [2, 9],
  ] as const) {
    await page.fill("[data-testid=width]", String(width));
    await page.fill("[data-testid=height]", String(height));
    await page.click("[data-testid=make]");
    await expect.poll(() => page.locator("#board [data-piece]").count()).toBe(width * height - 1);
  }
  await leave();
});

test("a picture is cut into tiles, stays on the device and comes back", async () => {
  const { page, leave } = await visit("?pos=1+2+3/4+5+6/0+7+8");
  const png = Buffer.from(
    await page.evaluate(async () => {
      const canvas = new OffscreenCanvas(60, 40);
      const context = canvas.getContext("2d")!;
      context.fillStyle = "teal";
      context.fillRect(0, 0, 60, 40);
      return [...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())];
    }),
  );
  await unfold(page, "Colours and pictures");
  await page.setInputFiles("[data-testid=picture]", { name: "mine.png", mimeType: "image/png", buffer: png });
  await page.waitForSelector("#board .pictured");
  const parts = await page.evaluate(() =>
    [...document.querySelectorAll("#board .pictured")].map((face) => getComputedStyle(face).backgroundPosition),
  );
  expect(new Set(parts).size).toBe(8);
  await page.reload();
  await page.waitForSelector("#board .pictured");
  await unfold(page, "Colours and pictures");
  await page.uncheck("text=Show numbers on the picture");
  await page.waitForSelector("#board .badge", { state: "detached" });
  await page.click("text=Back to numbers");
  await page.waitForSelector("#board .pictured", { state: "detached" });
  await page.setInputFiles("[data-testid=picture]", {
    name: "no.png",
    mimeType: "image/png",
    buffer: Buffer.from("no"),
  });
  await page.waitForSelector("text=no.png is not a picture");
  await leave();
});

test("a phone shows the board first, whole, and fingers play", async () => {
  const { page, moves, leave } = await visit(TWO_MOVES, PHONE);
  const [width, scroll] = await page.evaluate(() => [innerWidth, document.documentElement.scrollWidth]);
  expect(scroll).toBeLessThanOrEqual(width!);
  const board = (await page.locator("#board").boundingBox())!;
  expect(board.y + board.height).toBeLessThan(844);
  await page.tap(tile(8));
  await expect.poll(moves).toBe("2");
  await leave();
});

test("a worker that is lost is told of, and the next search has another", async () => {
  const { page, leave } = await visit("?size=5x5&shuffle=20&seed=1&tab=solve", { serviceWorkers: "block" });
  await page.route(/fewest_tiles.*wasm/, (route) => route.abort());
  await page.click("[data-testid=solve]");
  await page.waitForSelector("text=The engine stopped");
  await page.unroute(/fewest_tiles.*wasm/);
  await page.click("[data-testid=solve]");
  await page.waitForSelector("[data-testid=film]", { timeout: 30_000 });
  await leave(/ERR_FAILED|service worker/i);
});

test("a position that is pasted onto the page goes to the editor", async () => {
  const { page, leave } = await visit(TWO_MOVES);
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", "2 1\n3 _");
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
  });
  await expect.poll(() => page.inputValue("[data-testid=position]")).toBe("2 1\n3 _");
  await leave();
});
