import { expect, test } from "vitest";
import { inn, tile } from "./visit";

// Under a folder, as many hosts serve pages.
const { visit } = inn("/some/folder/");

test("the page works under a folder, and offline after one visit", async () => {
  const { page, board, moves, leave } = await visit("?pos=1+2+3/4+5+6/0+7+8");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const seen = await board();
  await page.context().setOffline(true);
  await page.reload();
  await page.waitForSelector("#board");
  expect(await board()).toBe(seen);
  await page.click(tile(7));
  await expect.poll(moves).toBe("1");
  // The solver's module was kept too, though it was never asked for.
  await page.click("#tab-solve");
  await page.click("[data-testid=solve]");
  await page.waitForSelector("[data-testid=film]", { timeout: 30_000 });
  await leave();
});
