import { expect, test } from "vitest";
import { inn, tile } from "./visit";

const { visit } = inn();
const search = "decodeURIComponent(location.search)";

test("the address says what is on screen and brings it back", async () => {
  const { page, moves, board, leave } = await visit("?pos=1+2+3/4+5+6/0+7+8");
  await page.click(tile(7));
  await page.click("#tab-solve");
  await expect.poll(() => page.evaluate(search)).toBe("?pos=1+2+3/4+5+6/0+7+8&moves=L&tab=solve");
  const seen = await board();
  await page.reload();
  await page.waitForSelector("#board");
  expect([await board(), await moves()]).toEqual([seen, "1"]);
  expect(await page.getAttribute("#tab-solve", "aria-selected")).toBe("true");
  await leave();
});

test("a new puzzle is a new entry, and back and forward work", async () => {
  const { page, board, leave } = await visit("?size=3x3&seed=1&tab=random");
  const first = await board();
  await page.fill("[data-testid=seed]", "2");
  await page.click("[data-testid=make]");
  await expect.poll(board).not.toBe(first);
  const second = await board();
  await expect.poll(() => page.evaluate("location.search")).toContain("seed=2");
  await page.goBack();
  await expect.poll(board).toBe(first);
  await page.goForward();
  await expect.poll(board).toBe(second);
  await leave();
});

test("a random puzzle is the same for everyone who has its seed", async () => {
  const one = await visit("?size=5x4&shuffle=100&seed=42");
  const two = await visit("?size=5x4&shuffle=100&seed=42");
  expect(await one.board()).toBe(await two.board());
  await one.leave();
  await two.leave();
});

test.each([
  ["?puzzle=chess", "puzzle=chess"],
  ["?seed=soon", "seed=soon"],
  ["?size=axb&seed=1", "axb"],
  ["?pos=1+2+3/4+5+6/8+8+0", "tile 8 appears 2 times"],
  ["?pos=1+2+3/4+5+6/0+7+8&moves=L+U+L", "Move 2"],
  ["?colour=red", "colour"],
  ["?weight=heavy", "weight=heavy"],
  ["?seed=1&shuffle=999999999999", "shuffle=999999999999"],
  ["?metric=foo&seed=2", "metric=foo"],
  ["?tab=nonsense", "tab=nonsense"],
  ["?moves=zzz&seed=1", "They were ignored"],
])("%s is explained, and the page works", async (query, words) => {
  const { page, leave } = await visit(query);
  await page.waitForSelector(".notice");
  expect(await page.textContent(".notices")).toContain(words);
  await page.waitForSelector("#board [data-piece]");
  await leave();
});

test("an address of the page that is pasted onto it is followed", async () => {
  const { page, board, leave } = await visit("?size=3x3&seed=1");
  const first = await board();
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", `${location.origin}${location.pathname}?size=3x3&seed=2`);
    window.dispatchEvent(new ClipboardEvent("paste", { clipboardData }));
  });
  await expect.poll(board).not.toBe(first);
  await page.goBack();
  await expect.poll(board).toBe(first);
  await leave();
});

test("a film of many moves keeps the address short", async () => {
  const { page, leave } = await visit("?puzzle=hanoi&discs=11&tab=solve");
  await page.click("[data-testid=solve]");
  await page.waitForSelector("[data-testid=scrub]");
  await page.fill("[data-testid=scrub]", "2047");
  await expect.poll(() => page.evaluate(search)).toContain("pos=");
  expect(await page.evaluate("location.search.length")).toBeLessThan(5000);
  await leave();
});
