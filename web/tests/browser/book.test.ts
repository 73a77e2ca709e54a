// The documentation below `docs/`: reached from the page, under the policy of `fewest serve`, and opened from a folder.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { violations } from "./axe";
import { DIST, inn, PHONE } from "./visit";

const policy = /Content-Security-Policy"\s+content="([^"]+)"/.exec(readFileSync(join(DIST, "index.html"), "utf8"))?.[1];
const { visit, host } = inn("/some/folder/", (request, response) => {
  if (request.url?.includes("/docs/")) response.setHeader("content-security-policy", policy ?? "default-src 'none'");
  return false;
});

const PAGES = ["index.html", "algorithms.html", "tasks.html", "lab/heuristics.html", "crates/search/src/lib.rs.html"];

async function seek(page: Page, words: string): Promise<string> {
  await page.keyboard.press("/");
  await page.keyboard.type(words);
  await page.waitForSelector(".found a");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL(/#/);
  return (await page.textContent(":target")) ?? "";
}

test("the page leads to its documentation, which can be searched", async () => {
  const { page, leave } = await visit("?seed=1");
  await page.click("[aria-label='Help and keys']");
  await page.click("[data-testid=docs]");
  await page.waitForURL(/docs\/index\.html$/);
  expect(await page.textContent("h1")).toBe("fewest");
  await page.click("nav >> text=Exit codes");
  expect(await page.textContent("nav [aria-current]")).toBe("Exit codes");
  expect(await seek(page, "linear conflict lower")).toContain("Linear conflict");
  await leave();
});

test("it works from a folder, without a host", async () => {
  const { page, leave } = await visit("?seed=1");
  await page.goto(pathToFileURL(join(DIST, "docs/lab/index.html")).href);
  expect(await seek(page, "admissible")).not.toBe("");
  await leave(/^asked for file:/);
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`it is accessible and fits a phone, ${colorScheme}`, async () => {
    const { page, leave } = await visit("?seed=1", { ...PHONE, colorScheme });
    // Both schemes have the same layout.
    for (const name of colorScheme === "light" ? PAGES : PAGES.slice(0, 2)) {
      await page.goto(`${host().url}docs/${name}`);
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    }
    await page.click(".search input");
    await page.keyboard.type("linear");
    const found = await page.locator(".found a").first().boundingBox();
    expect(found && found.x >= 0 && found.x + found.width <= 390).toBe(true);
    await page.keyboard.press("Escape");
    await page.click(".menu");
    await page.click("nav >> text=Glossary");
    expect(await page.textContent("h1")).toBe("Glossary");
    await leave();
  });
}
