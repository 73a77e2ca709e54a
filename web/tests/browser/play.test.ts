import { expect, test } from "vitest";
import { inn, tile } from "./visit";

const { visit } = inn();
const TWO_MOVES = "?pos=1+2+3/4+5+6/0+7+8";

test("the page says in one line what it does, and shows the goal in words and as a picture", async () => {
  const { page, leave } = await visit("?seed=7");
  expect(await page.textContent(".motto")).toBe("Play. Then see the fewest moves possible, proven.");
  const goal = page.locator("[data-testid=goal]");
  await goal.waitFor();
  expect(await goal.textContent()).toContain("Slide the tiles into order.");
  expect(await goal.locator("svg text").count()).toBe(15);
  await leave();
});

test.each([
  [1440, 900],
  [1280, 720],
  [844, 390],
  [390, 844],
  [320, 640],
])("the tabs are one row, and nothing is wider than the window, at %i×%i", async (width, height) => {
  const { page, leave } = await visit("?seed=7", { viewport: { width, height } });
  await page.waitForSelector("#tab-create");
  const tops = await page
    .locator(".tabs [role=tab]")
    .evaluateAll((tabs) => tabs.map((tab) => tab.getBoundingClientRect().top));
  expect(tops).toHaveLength(4);
  expect(new Set(tops).size).toBe(1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  await leave();
});

test("a phone on its side shows the board whole", async () => {
  const { page, leave } = await visit("?seed=7", {
    viewport: { width: 844, height: 390 },
    hasTouch: true,
    isMobile: true,
  });
  const board = (await page.locator("#board").boundingBox())!;
  expect(board.y + board.height).toBeLessThanOrEqual(390);
  expect(board.width).toBeGreaterThan(240);
  await leave();
});

test("a difficulty is a number of moves that is proven", async () => {
  const { page, leave } = await visit("?size=3x3&seed=1");
  // 31 is the farthest of 3×3 (Schofield 1967).
  for (const [level, least, most] of [
    ["easy", 5, 10],
    ["medium", 11, 17],
    ["hard", 18, 24],
    ["extreme", 25, 31],
  ] as const) {
    await page.click(`[data-testid=level-${level}]`);
    await page.waitForSelector(`[data-testid=level-${level}][aria-pressed=true]`);
    await page.waitForSelector("[data-testid=new]", { timeout: 30_000 });
    const optimum = page.locator("[data-testid=optimum]");
    await expect.poll(() => optimum.textContent()).toContain("proven");
    const moves = Number.parseInt((await optimum.textContent()) ?? "");
    expect(moves).toBeGreaterThanOrEqual(least);
    expect(moves).toBeLessThanOrEqual(most);
    // What the chip promises, a search finds too.
    await page.click("#tab-solve");
    await page.click("[data-testid=solve]");
    await page.waitForSelector("[data-testid=film]", { timeout: 30_000 });
    expect(await page.textContent("[data-testid=answer]")).toContain(`${moves} moves: proven optimal`);
    await page.click("#tab-play");
  }
  await leave();
});

test("an exact distance is made, and the next puzzle has it too", async () => {
  const { page, leave } = await visit("?size=4x4&seed=1");
  await page.click("text=An exact number of moves");
  await page.fill("[data-testid=exactly]", "17");
  await page.click("[data-testid=make-exactly]");
  const optimum = page.locator("[data-testid=optimum]");
  await expect.poll(() => optimum.textContent(), { timeout: 30_000 }).toContain("17");
  const first = await page.textContent("#board-text");
  await page.click("[data-testid=new]");
  await expect.poll(() => page.textContent("#board-text"), { timeout: 30_000 }).not.toBe(first);
  await expect.poll(() => optimum.textContent()).toContain("17");
  await leave();
});

test.each(["tiles", "hanoi", "graph", "blocks", "sokoban", "pancake"])(
  "the puzzle of the day of %s is the same for everyone, and is told when it is solved",
  async (kind) => {
    const boards: (string | null)[] = [];
    for (let i = 0; i < 2; i++) {
      const { page, leave } = await visit(`?puzzle=${kind}`);
      await page.click("[data-testid=daily]");
      await page.waitForSelector("[data-testid=daily][aria-pressed=true]");
      boards.push(await page.textContent("#board-text"));
      await leave();
    }
    expect(boards[0]).toBe(boards[1]);
  },
);

test("a solved puzzle is a record, in milliseconds, beside the optimum, and can be exported", async () => {
  const { page, leave } = await visit(TWO_MOVES);
  await page.click(tile(7));
  await page.waitForTimeout(50);
  await page.click(tile(8));
  await page.waitForSelector("[data-testid=solved]");
  await page.click("#tab-records");
  const records = page.locator("[data-testid=records]");
  await expect.poll(() => records.textContent()).toMatch(/Best\s*0:0\d\.\d{3}/);
  await expect
    .poll(() => records.locator("tbody tr td").allTextContents())
    .toEqual(expect.arrayContaining([expect.stringMatching(/^0:0\d\.\d{3}$/), "2"]));
  // The optimum comes from a short search in the background.
  await expect.poll(() => records.locator("tbody tr td").nth(2).textContent()).toBe("2");
  const [file] = await Promise.all([page.waitForEvent("download"), page.click("[data-testid=records-csv]")]);
  expect(file.suggestedFilename()).toBe("fewest-records.csv");
  await expect.poll(() => page.evaluate("location.search")).toContain("tab=records");
  await page.reload();
  await page.waitForSelector("[data-testid=records] tbody tr");
  await page.click("[data-testid=session-new]");
  await expect.poll(() => records.locator("tbody tr").count()).toBe(0);
  await leave();
});

test("what was solved with a hint is no best time", async () => {
  const { page, leave } = await visit(`${TWO_MOVES}&tab=records`);
  for (const key of ["h", "h", "h", "h"]) {
    await page.keyboard.press(key);
    await page.waitForTimeout(300);
  }
  await page.waitForSelector("[data-testid=solved]");
  const records = page.locator("[data-testid=records]");
  await expect.poll(() => records.textContent()).toContain("with help");
  expect(await records.textContent()).toMatch(/Best\s*–/);
  await leave();
});

test("the library marks what is solved, and a collection is imported and remembered", async () => {
  const { page, leave } = await visit("?puzzle=sokoban&tab=library");
  await page.click("text=Import a collection");
  await page.fill("[data-testid=import-name]", "Mine");
  await page.fill("[data-testid=import-text]", "; One\n#####\n#@$.#\n#####\n\n; Two\n######\n#@ $.#\n######\n");
  await page.click("[data-testid=import-go]");
  await page.waitForSelector("[data-testid=collection]");
  await expect.poll(() => page.textContent("[data-testid=progress]")).toContain("0 of 2 solved");
  await page.click("[data-entry='Mine 1']");
  await page.keyboard.press("ArrowRight");
  await page.waitForSelector("[data-testid=solved]");
  await expect.poll(() => page.textContent("[data-testid=progress]")).toContain("1 of 2 solved");
  expect(await page.textContent("[data-entry='Mine 1']")).toContain("your best: 1");
  await page.click("[data-testid=library-next]");
  await page.waitForSelector("[data-entry='Mine 2'][aria-current=true]");
  await page.reload();
  await page.selectOption("[data-testid=collection]", "Mine");
  await expect.poll(() => page.textContent("[data-testid=progress]")).toContain("1 of 2 solved");
  await leave();
});

test("after a game, the page shows where the shortest way was left", async () => {
  // 7 right, then 7 left again: two moves too many; then the two that solve it.
  const { page, leave } = await visit(TWO_MOVES);
  await page.click(tile(4));
  await page.click(tile(4));
  await page.click(tile(8));
  await page.waitForSelector("[data-testid=solved]");
  await page.click("[data-testid=analyse-now]");
  await page.waitForSelector("[data-testid=analysis-verdict]", { timeout: 30_000 });
  expect(await page.textContent("[data-testid=analysis-verdict]")).toContain("1 move left the shortest way.");
  expect(await page.textContent("[data-testid=analysis] ul")).toContain("costs +2");
  await leave();
});

test("the moves that are left are told without telling the moves", async () => {
  const { page, leave } = await visit(TWO_MOVES);
  await page.click("[data-testid=left] button");
  await expect.poll(() => page.textContent("[data-testid=left]")).toContain("2");
  await page.click(tile(7));
  await expect.poll(() => page.textContent("[data-testid=left]")).toContain("1");
  await page.click(tile(4));
  expect(await page.locator("#board .hinted").count()).toBe(0);
  await leave();
});

test("the board shows what a search expands, and gives itself back", async () => {
  const { page, leave } = await visit("?seed=1&size=5x5&tab=watch&algo=IDA*&heuristic=manhattan");
  await page.click("[data-testid=watch-start]");
  await page.waitForSelector("[data-testid=search-stage]", { timeout: 30_000 });
  expect(await page.locator("#board").count()).toBe(0);
  await page.click("[data-testid=watch-cancel]");
  await page.waitForSelector("#board");
  await leave();
});

test("two searches race on two boards", async () => {
  const { page, leave } = await visit("?pos=8+6+7/2+5+4/3+0+1&tab=race&left=A*&right=IDA*");
  await page.click("[data-testid=race-start]");
  await page.waitForSelector("[data-testid=race-winner]", { timeout: 60_000 });
  const lanes = page.locator("[data-testid=lane]");
  for (const i of [0, 1]) expect(await lanes.nth(i).textContent()).toContain("31 moves: proven optimal");
  await leave();
});

test("a recorded search says of each node why it was chosen", async () => {
  const { page, leave } = await visit("?pos=1+2+3/4+0+6/7+5+8&tab=watch&view=tree&algo=A*&heuristic=manhattan");
  await page.click("[data-testid=tree-start]");
  const reason = page.locator("[data-testid=reason]");
  await page.waitForSelector("[data-testid=tree-scrub]", { timeout: 30_000 });
  await page.fill("[data-testid=tree-scrub]", "1");
  await expect.poll(() => reason.textContent()).toContain("begins at the start");
  await page.click("[aria-label='One node forward']");
  await expect.poll(() => reason.textContent()).toContain("No node of the frontier has a smaller f: it has f = 2");
  await leave();
});

test("a solution leaves as text, picture, film and page, and the page that is saved plays", async () => {
  const { page, leave } = await visit(`${TWO_MOVES}&tab=solve`);
  await page.click("[data-testid=solve]");
  await page.waitForSelector("[data-testid=film]", { timeout: 30_000 });
  await page.click("text=Take it along");
  const saved = async (form: string) => {
    const [file] = await Promise.all([page.waitForEvent("download"), page.click(`[data-testid=share-${form}]`)]);
    const { readFile } = await import("node:fs/promises");
    return readFile(await file.path());
  };
  expect((await saved("svg")).toString()).toMatch(/^<svg[^]*<\/svg>$/);
  const gif = await saved("gif");
  expect(gif.subarray(0, 6).toString()).toBe("GIF89a");
  // A browser reads it again: three pictures.
  const frames = await page.evaluate(
    async (bytes) => {
      const decoder = new ImageDecoder({ data: new Uint8Array(bytes), type: "image/gif" });
      await decoder.tracks.ready;
      return decoder.tracks.selectedTrack?.frameCount;
    },
    [...gif],
  );
  expect(frames).toBe(3);
  const html = (await saved("html")).toString();
  const other = await page.context().newPage();
  await other.setContent(html);
  await other.fill("#to", "2");
  expect(await other.textContent("#at")).toBe("2 / 2");
  await other.close();
  await leave();
});

test("an embedded board has no panels, and leads to the page", async () => {
  const { page, moves, leave } = await visit(`${TWO_MOVES}&embed=yes`);
  expect(await page.locator(".masthead, .panels").count()).toBe(0);
  await page.click(tile(7));
  await expect.poll(moves).toBe("1");
  expect(await page.getAttribute(".embed a", "href")).not.toContain("embed");
  await leave();
});
