// Takes the pictures of the page for the README, from `dist`: `npm run pictures`. They land in `docs/img`.
import { mkdir } from "node:fs/promises";
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const TYPES = { ".css": "text/css", ".html": "text/html", ".js": "text/javascript", ".svg": "image/svg+xml" };
const DESKTOP = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const HARD = "14+13+15+7/11+12+9+5/6+0+2+1/4+8+10+3";

/** Each picture: its name, who looks, what at, and what they do before. */
const PICTURES = [
  ["solving-light", DESKTOP, "light", `?pos=${HARD}&goal=blank-first&tab=solve`, solve],
  ["playing-dark", DESKTOP, "dark", "?seed=7", look],
  ["comparing-light", DESKTOP, "light", "?pos=8+6+7/2+5+4/3+0+1&tab=compare", compare],
  ["watching-dark", DESKTOP, "dark", `?pos=${HARD}&goal=blank-first&tab=watch`, watch],
  ["blocks-light", DESKTOP, "light", "?puzzle=blocks&pos=klotski", look],
  ["phone-light", PHONE, "light", "?seed=7", look],
];

const dist = new URL("../dist/", import.meta.url);
const folder = fileURLToPath(new URL("../../docs/img/", import.meta.url));
const server = createServer(({ url }, response) => {
  const name = new URL(url ?? "/", "http://localhost").pathname.slice(1) || "index.html";
  const type = TYPES[extname(name)] ?? (name.endsWith(".wasm") ? "application/wasm" : "application/octet-stream");
  readFile(new URL(name, dist)).then(
    (body) => response.writeHead(200, { "content-type": type }).end(body),
    () => response.writeHead(404).end(),
  );
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
await mkdir(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"],
});
const wanted = process.argv.slice(2);
try {
  for (const [name, screen, colorScheme, address, act] of PICTURES) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const context = await browser.newContext({ ...screen, colorScheme, locale: "en-GB", reducedMotion: "reduce" });
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/${address}`);
    await page.waitForSelector("#board");
    await act(page);
    await page.screenshot({ path: `${folder}${name}.png` });
    await context.close();
    console.log(`docs/img/${name}.png`);
  }
} finally {
  await browser.close();
  server.close();
}

async function look(page) {
  await page.waitForTimeout(500);
}

async function solve(page) {
  await page.click("[data-testid=solve]");
  await page.waitForSelector("[data-testid=scrub]", { timeout: 60_000 });
  await page.fill("[data-testid=scrub]", "23");
  await page.waitForTimeout(500);
}

async function compare(page) {
  await page.click("[data-testid=compare-start]");
  await page.waitForSelector("[data-testid=compare-start]", { timeout: 120_000 });
  await page.waitForTimeout(500);
}

async function watch(page) {
  await page.click("[data-testid=watch-start]");
  await page.waitForSelector("[data-testid=watch-answer]", { timeout: 120_000 });
  await page.waitForTimeout(500);
}
