import { expect, test } from "vitest";
import { inn } from "./visit";

const { visit, host, browser } = inn();

test("header, board and controls are painted before any module of the engine has come", async () => {
  const context = await browser().newContext({ viewport: { width: 390, height: 844 }, locale: "de-DE" });
  const page = await context.newPage();
  // The rules never come.
  await page.route(/\.wasm$/, () => {});
  await page.goto(host().url);
  const shell = page.locator(".shell");
  await expect.poll(() => shell.innerText()).toContain("Lösen");
  for (const word of ["fewest", "Tipp", "Neu", "Lernen", "Erstellen"]) expect(await shell.innerText()).toContain(word);
  expect(await page.locator(".shell-board i").count()).toBe(15);
  // The board does not move when the page takes the place of what was painted.
  const before = (await page.locator(".shell-board").boundingBox())!;
  await page.unroute(/\.wasm$/);
  await page.reload();
  await page.waitForSelector("#tab-play");
  const after = (await page.locator("#board").boundingBox())!;
  expect(Math.abs(before.y - after.y)).toBeLessThan(12);
  expect(Math.abs(before.width - after.width)).toBeLessThan(4);
  await context.close();
});

test("the service worker keeps nothing while the page is busy", async () => {
  const before = host().asked.length;
  const { page, leave } = await visit("?seed=7");
  await page.waitForSelector("#board [data-piece]");
  const asked = host().asked.slice(before);
  expect(asked).not.toContain("/sw.js");
  expect(asked.filter((path) => /fewest_(?!tiles_rules)\w+_bg/.test(path))).toEqual([]);
  await leave();
});

test("a hint on an easy board needs no module but the rules", async () => {
  const before = host().asked.length;
  const { page, leave } = await visit("?size=4x4&shuffle=30&seed=7", { serviceWorkers: "block" });
  await page.keyboard.press("h");
  await page.waitForSelector("#board .hinted");
  expect(
    host()
      .asked.slice(before)
      .filter((path) => /fewest_tiles_bg/.test(path)),
  ).toEqual([]);
  await leave(/Service Worker registration blocked/);
});
