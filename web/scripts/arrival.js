// How soon a visitor on a slow network and a slow device can play: `cargo xtask bench web`, or `npm run arrival`.
//
// Chromium's own tools slow both down: 1.6 Mb/s with 150 ms of latency, as on slow 4G, and a processor at a quarter of its
// speed. Files are sent compressed, as hosts send them. The median of some visits counts, each with an empty cache.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";

const DIST = fileURLToPath(new URL("../dist/", import.meta.url));
const VISITS = Number(process.argv[2] ?? 3);
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const SLOWER = 4;
/** What the page promises, in milliseconds. */
const PROMISED = { "first paint": 1500, "first move": 3000, "first hint": 6000 };
/** @type {Record<string, string>} */
const TYPES = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

/** @type {Map<string, Promise<Buffer>>} */
const packed = new Map();
const server = createServer(async ({ url }, response) => {
  const { pathname } = new URL(url ?? "/", "http://localhost");
  const path = join(DIST, normalize(pathname === "/" ? "/index.html" : pathname));
  try {
    const body = packed.get(path) ?? readFile(path).then((body) => gzipSync(body, { level: 9 }));
    packed.set(path, body);
    const type = TYPES[extname(path)] ?? "application/octet-stream";
    response.writeHead(200, { "content-type": type, "content-encoding": "gzip" }).end(await body);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"],
});

try {
  console.log(`Chromium ${browser.version()}, 1.6 Mb/s, 150 ms, processor at a quarter; median of ${VISITS} visits\n`);
  console.log("| kind | first paint | first move | first hint | loaded until the first move |");
  console.log("|---|--:|--:|--:|--:|");
  for (const kind of ["tiles", "blocks"]) {
    /** @type {Record<string, number>[]} */
    const seen = [];
    for (let i = 0; i < VISITS; i++) seen.push(await visited(kind));
    const median = (/** @type {string} */ name) => {
      const values = seen.map((visit) => visit[name] ?? 0).sort((a, b) => a - b);
      return values[Math.floor(values.length / 2)] ?? 0;
    };
    const cell = (/** @type {keyof typeof PROMISED} */ name) => {
      const late = kind === "tiles" && median(name) > PROMISED[name] ? ` (promised: ${PROMISED[name] / 1000} s)` : "";
      return `${(median(name) / 1000).toFixed(2)} s${late}`;
    };
    const loaded = `${Math.round(median("bytes") / 1000)} kB`;
    console.log(`| ${kind} | ${cell("first paint")} | ${cell("first move")} | ${cell("first hint")} | ${loaded} |`);
  }
} finally {
  await browser.close();
  server.close();
}

/**
 * One visit with an empty cache: everything in milliseconds since the address was followed.
 *
 * @param {string} kind
 */
async function visited(kind) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const tools = await context.newCDPSession(page);
  await tools.send("Network.enable");
  await tools.send("Network.emulateNetworkConditions", NETWORK);
  await tools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  let bytes = 0;
  tools.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
  await page.goto(`http://127.0.0.1:${port}/${kind === "tiles" ? "" : `?puzzle=${kind}`}`, { waitUntil: "commit" });
  // The board listens as soon as it is there: a move is tried until one is made.
  const now = () => page.evaluate(() => performance.now());
  await page.waitForSelector("#board [data-piece]", { timeout: 60_000 });
  const keys = ["ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown", ...(kind === "blocks" ? ["]"] : [])];
  for (let i = 0; (await page.textContent("[data-testid=moves]"))?.trim() === "0"; i++) {
    if (i > 200) throw new Error(`${kind}: no key makes a move`);
    await page.keyboard.press(keys[i % keys.length] ?? "ArrowLeft");
  }
  const move = await now();
  const loaded = bytes;
  await page.keyboard.press("h");
  await page.waitForSelector("#board .hinted", { timeout: 120_000 });
  const hint = await now();
  const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0);
  await context.close();
  return { "first paint": paint, "first move": move, "first hint": hint, bytes: loaded };
}
