import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DIST, inn, tile } from "./visit";

// Under a folder, as many hosts serve pages.
const { visit, host } = inn("/some/folder/");

test("the page works under a folder, and offline after one visit", async () => {
  const { page, board, moves, leave } = await visit("?pos=1+2+3/4+5+6/0+7+8");
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  // Kept when the page is idle, one file after another.
  const files = /const FILES = (\[.*?\]);/.exec(await readFile(join(DIST, "sw.js"), "utf8"))?.[1] ?? "[]";
  const kept = () =>
    page.evaluate(async () => {
      const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
      return all.flat().length;
    });
  await expect.poll(kept, { timeout: 40_000 }).toBe((JSON.parse(files) as string[]).length);
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

test("a new release is seen at the next visit, not the one after", async () => {
  const release = await mkdtemp(join(tmpdir(), "fewest-"));
  const { page, leave } = await visit("?seed=1");
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await cp(DIST, release, { recursive: true });
  const index = join(release, "index.html");
  await writeFile(index, (await readFile(index, "utf8")).replace("<head>", '<head><meta name="release" content="2">'));
  host().change(release);
  await page.reload();
  await page.waitForSelector("#board");
  expect(await page.getAttribute("meta[name=release]", "content")).toBe("2");
  host().change(DIST);
  await leave();
  await rm(release, { recursive: true });
});
