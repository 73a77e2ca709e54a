// Takes the pictures of the page for the README: `npm run pictures`. They land in `docs/img`.
import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, test } from "vitest";
import { inn, PHONE } from "../browser/visit";

const { visit } = inn();
const FOLDER = fileURLToPath(new URL("../../../docs/img/", import.meta.url));
const LIGHT: BrowserContextOptions = { colorScheme: "light", reducedMotion: "reduce" };
const DARK: BrowserContextOptions = { colorScheme: "dark", reducedMotion: "reduce" };
/** The first of Korf's hundred instances (1985): 57 moves. */
const HARD = "?pos=14+13+15+7/11+12+9+5/6+0+2+1/4+8+10+3&goal=blank-first";

type Act = (page: Page) => Promise<unknown>;

const PICTURES: [name: string, who: BrowserContextOptions, address: string, act: Act][] = [
  ["solving-light", LIGHT, `${HARD}&tab=solve`, solve],
  ["playing-dark", DARK, "?seed=7", look],
  ["comparing-light", LIGHT, "?pos=8+6+7/2+5+4/3+0+1&tab=compare", compare],
  ["watching-dark", DARK, `${HARD}&tab=watch`, watch],
  ["blocks-light", LIGHT, "?puzzle=blocks&pos=klotski", look],
  ["phone-light", { ...LIGHT, ...PHONE }, "?seed=7", look],
];

beforeAll(() => mkdir(FOLDER, { recursive: true }));

test.each(PICTURES)("%s", { timeout: 180_000 }, async (name, who, address, act) => {
  const { page, leave } = await visit(address, who);
  await act(page);
  // What a search has changed is drawn a moment later.
  await page.waitForTimeout(500);
  await page.screenshot({ path: `${FOLDER}${name}.png` });
  await leave();
});

async function look(page: Page) {
  await page.waitForSelector("#board");
}

async function solve(page: Page) {
  await page.click("[data-testid=solve]");
  await page.waitForSelector("[data-testid=scrub]", { timeout: 60_000 });
  await page.fill("[data-testid=scrub]", "23");
}

async function compare(page: Page) {
  await page.click("[data-testid=compare-start]");
  await page.waitForSelector("[data-testid=compared][aria-busy=false]", { timeout: 120_000 });
  await page.locator("[data-testid=compare-start]").evaluate((start) => start.scrollIntoView());
}

async function watch(page: Page) {
  await page.click("[data-testid=watch-start]");
  await page.waitForSelector("[data-testid=watch-answer]", { timeout: 120_000 });
  await page.locator("[data-testid=watch-start]").evaluate((start) => start.scrollIntoView());
}
