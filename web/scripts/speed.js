// How fast the engine is in a browser, beside the native program, in one run: `cargo xtask bench web`.
//
// Both search the same positions to the same limit, turn by turn, each on one thread; the best of three rounds counts,
// because whatever else the machine does only ever slows it down. Node counts must be equal, or the run fails.
import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { chromium } from "playwright-core";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("../src/engine/schema").Answer} Answer */

const [native] = process.argv.slice(2);
if (!native) throw new Error("write: node scripts/speed.js PATH-OF-FEWEST");

const ROUNDS = 3;
/** The first of Korf's hundred instances (1985). */
const KORF_1 = "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3";
/** Expansions of each search, where it is not solved before. */
const EXPANSIONS = 20_000_000;
const HEURISTICS = ["manhattan", "linear-conflict", "walking-distance", "wd+lc"];
/** Hard positions of Korf's hundred, with their optimum. */
/** @type {[number, string][]} */
const HARD = [
  [57, KORF_1],
  [62, "14 10 2 1/13 9 8 11/7 3 6 12/15 5 4 0"],
  [65, "15 2 12 11/14 13 9 5/1 3 8 7/0 10 6 4"],
];

const WORKER = `import start, { solve } from "/fewest_tiles.js";
onmessage = async ({ data }) => {
  await start();
  const begun = performance.now();
  const answer = JSON.parse(solve(data, () => {}));
  postMessage({ ...answer, wall: (performance.now() - begun) / 1000 });
};`;

const modules = new URL("../src/wasm/tiles/", import.meta.url);
const server = createServer(async ({ url }, response) => {
  const send = (/** @type {string} */ type, /** @type {string | Uint8Array} */ body) =>
    response.writeHead(200, { "content-type": type }).end(body);
  if (url === "/worker.js") return send("text/javascript", WORKER);
  if (url === "/fewest_tiles.js") return send("text/javascript", await readFile(new URL("fewest_tiles.js", modules)));
  if (url === "/fewest_tiles_bg.wasm")
    return send("application/wasm", await readFile(new URL("fewest_tiles_bg.wasm", modules)));
  return send("text/html", "<!doctype html><title>speed</title>");
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"],
});

try {
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${port}/`);
  console.log(`Chromium ${browser.version()}, best of ${ROUNDS} rounds, one thread each\n`);
  const ratios = await rates(page);
  console.log(`\nslowest of the ratios: ${Math.min(...ratios).toFixed(2)}\n`);
  await hard(page);
} finally {
  await browser.close();
  server.close();
}

/**
 * Generated nodes a second of IDA*, native and in the browser.
 *
 * @param {Page} page
 */
async function rates(page) {
  console.log("| IDA* with | generated | native, nodes/s | Chromium, nodes/s | ratio |");
  console.log("|---|--:|--:|--:|--:|");
  const ratios = [];
  for (const heuristic of HEURISTICS) {
    const best = { native: 0, browser: 0, generated: 0 };
    for (let round = 0; round < ROUNDS; round++) {
      const here = natively(heuristic);
      const there = await inBrowser(page, request(KORF_1, heuristic));
      if (here.generated !== there.generated)
        throw new Error(`${heuristic}: ${here.generated} nodes natively, ${there.generated} in the browser`);
      best.generated = here.generated;
      best.native = Math.max(best.native, here.generated / here.seconds);
      best.browser = Math.max(best.browser, there.generated / there.seconds);
    }
    const ratio = best.browser / best.native;
    ratios.push(ratio);
    const [generated, fast, slow] = [best.generated, best.native, best.browser].map((n) =>
      Math.round(n).toLocaleString("en"),
    );
    console.log(`| ${heuristic} | ${generated} | ${fast} | ${slow} | ${ratio.toFixed(2)} |`);
  }
  return ratios;
}

/**
 * Hard positions as the page solves them: nothing chosen, tables built on the way.
 *
 * @param {Page} page
 */
async function hard(page) {
  console.log("| moves | proof | expanded | seconds in Chromium, tables and all | how |");
  console.log("|--:|---|--:|--:|---|");
  for (const [optimum, position] of HARD) {
    const answer = await inBrowser(page, { puzzle: { kind: "tiles", position, goal: "blank-first" } });
    if (answer.length !== optimum) throw new Error(`${position}: ${answer.length} moves, not ${optimum}`);
    const { length, proof, expanded, wall, algorithm, pdb, heuristic } = answer;
    console.log(
      `| ${length} | ${proof} | ${expanded.toLocaleString("en")} | ${wall.toFixed(2)} | ${algorithm}, ${pdb ?? heuristic} |`,
    );
  }
}

/**
 * @param {string} position
 * @param {string} heuristic
 */
function request(position, heuristic) {
  return {
    puzzle: { kind: "tiles", position, goal: "blank-first" },
    algorithm: "IDA*",
    heuristic,
    limits: { expansions: EXPANSIONS },
  };
}

/**
 * @param {string} heuristic
 * @returns {Answer}
 */
function natively(heuristic) {
  const options = ["--solver", "IDA*", "--heuristic", heuristic, "--threads", "1", "--max-expansions", EXPANSIONS];
  const args = ["solve", KORF_1, "--goal", "blank-first", ...options.map(String), "--json"];
  try {
    return JSON.parse(execFileSync(String(native), args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
  } catch (error) {
    // A limit is an answer too; the exit status says that it was one.
    const { status, stdout } = /** @type {{ status?: number, stdout?: string }} */ (error);
    if (status === 20 && stdout) return JSON.parse(stdout);
    throw error;
  }
}

/**
 * Each search in a worker of its own.
 *
 * @param {Page} page
 * @param {object} request
 * @returns {Promise<Answer & { wall: number }>}
 */
function inBrowser(page, request) {
  return page.evaluate(
    (json) =>
      new Promise((resolve, reject) => {
        const worker = new Worker("/worker.js", { type: "module" });
        worker.onmessage = ({ data }) => (worker.terminate(), resolve(data));
        worker.onerror = ({ message }) => (worker.terminate(), reject(new Error(message)));
        worker.postMessage(json);
      }),
    JSON.stringify(request),
  );
}
