// The page as the program itself serves it, with the native engine behind it. `FEWEST` names the program.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { chromium, type Browser, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FLAGS } from "./visit";

const program = process.env["FEWEST"];
let server: ChildProcess;
let browser: Browser;
let address = "";

beforeAll(async () => {
  if (!program) throw new Error("FEWEST must name the program that is to be tested: cargo xtask test --only page does");
  server = spawn(program, ["serve", "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
  [address] = (await once(createInterface(server.stdout!), "line")) as [string];
  browser = await chromium.launch({ executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", args: FLAGS });
});

afterAll(async () => {
  await browser?.close();
  if (server?.exitCode === null) server.kill("SIGKILL");
});

async function open(query: string): Promise<{ page: Page; wrong: string[] }> {
  const page = await browser.newPage({ locale: "en-GB" });
  const wrong: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") wrong.push(message.text());
  });
  page.on("pageerror", (error) => wrong.push(String(error)));
  await page.goto(`${address}${query}`);
  await page.waitForSelector("#board");
  return { page, wrong };
}

test("the native engine answers the page, and no module is loaded for it", async () => {
  const { page, wrong } = await open("?pos=14+13+15+7/11+12+9+5/6+0+2+1/4+8+10+3&goal=blank-first&tab=solve");
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.click("[data-testid=solve]");
  await page.waitForSelector("[data-testid=scrub]", { timeout: 60_000 });
  expect(await page.textContent("[data-testid=optimum]")).toContain("57");
  expect(asked.filter((url) => url.includes("/api/jobs")).length).toBeGreaterThan(0);
  expect(asked.filter((url) => url.endsWith(".wasm"))).toEqual([]);
  expect(wrong).toEqual([]);
  await page.close();
});

test("a long search is cancelled at the server, and the page goes on", async () => {
  const { page, wrong } = await open("?size=5x5&seed=3&algo=IDA*&heuristic=manhattan&tab=watch");
  await page.click("[data-testid=watch-start]");
  const deleted = page.waitForRequest((request) => request.method() === "DELETE");
  await page.click("[data-testid=watch-cancel]");
  await deleted;
  await page.waitForSelector("[data-testid=watch-start]");
  expect(wrong).toEqual([]);
  await page.close();
});

test("Ctrl-C ends the server, and says that all is well", async () => {
  const ended = once(server, "exit");
  server.kill("SIGINT");
  expect(await ended).toEqual([0, null]);
});
