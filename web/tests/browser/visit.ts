// A visitor of the built page, in a real browser. Whatever a test does, no error may reach the console and no request
// may leave the page's own host; `leave` checks both.
import { fileURLToPath } from "node:url";
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { host, type Handler, type Host } from "./server";

export const DIST = process.env["FEWEST_DIST"] ?? fileURLToPath(new URL("../../dist", import.meta.url));
const CHROMIUM = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
export const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--no-first-run",
];

export const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

export interface Visit {
  page: Page;
  /** Moves that the page counts. */
  moves(): Promise<string>;
  /** The board row by row, as a screen reader hears it. */
  board(): Promise<string>;
  /** Closes the page; `expecting` are errors that the test provoked. */
  leave(expecting?: RegExp): Promise<void>;
}

export interface Inn {
  visit(query?: string, options?: BrowserContextOptions): Promise<Visit>;
  host(): Host;
  browser(): Browser;
}

/** Opens a browser and a host for the tests of one file. */
export function inn(prefix = "/", handler?: Handler): Inn {
  let browser: Browser;
  let at: Host;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
    at = await host(DIST, prefix, handler);
  });
  afterAll(async () => {
    await browser?.close();
    await at?.close();
  });
  return {
    host: () => at,
    browser: () => browser,
    async visit(query = "", options = {}) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "en-GB", ...options });
      const page = await context.newPage();
      const wrong: string[] = [];
      page.on("console", (message) => {
        if (message.type() === "error" || message.type() === "warning") wrong.push(message.text());
      });
      page.on("pageerror", (error) => wrong.push(String(error)));
      context.on("request", (request) => {
        const url = request.url();
        if (!url.startsWith(at.url) && !url.startsWith("blob:") && !url.startsWith("data:"))
          wrong.push(`asked for ${url}`);
      });
      await page.goto(`${at.url}${query}`);
      await page.waitForSelector("#board");
      // The panel comes after the board.
      await page.waitForSelector("#tab-play, .embed");
      return {
        page,
        moves: () => page.textContent("[data-testid=moves]").then((text) => text?.trim() ?? ""),
        board: () => page.textContent("#board-text").then((text) => text ?? ""),
        async leave(expecting) {
          await context.close();
          expect(wrong.filter((text) => !expecting?.test(text))).toEqual([]);
        },
      };
    },
  };
}

/** Opens a panel by its tab, and by its name in the tab where there are several. */
export async function turnTo(page: Page, group: string, panel?: string): Promise<void> {
  await page.click(`#tab-${group}`);
  if (panel !== undefined) await page.click(`.mates [id$="tab-${panel}"]`);
}

/** Unfolds what the panel keeps folded. */
export const unfold = (page: Page, words: string): Promise<void> => page.click(`#panel summary:has-text("${words}")`);

/** The tile that shows this number. */
export const tile = (label: number | string) => `#board [data-label="${label}"]`;
