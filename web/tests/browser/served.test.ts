// The page as `fewest serve` serves it: the engine behind requests and server-sent events. Here the engine's own modules
// answer them, so what is tested is the page's side of the contract.
import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DIST, inn } from "./visit";

interface Module {
  initSync(options: { module: Uint8Array }): unknown;
  query(json: string): string;
  solve(json: string, sink: (event: string) => void): string;
}

const wasm = new URL("../../src/wasm/", import.meta.url);
async function load(name: string): Promise<Module> {
  const file = `${name}/fewest_${name.replaceAll("-", "_")}`;
  const module = (await import(new URL(`${file}.js`, wasm).href)) as Module;
  module.initSync({ module: readFileSync(new URL(`${file}_bg.wasm`, wasm)) });
  return module;
}
const [rules, tiles] = await Promise.all([load("tiles-rules"), load("tiles")]);

const jobs = new Map<string, string>();
const dropped: string[] = [];
let refuse = false;
/** Whether the program is gone, and the page's files are what the browser has kept. */
let dead = false;

function handler(request: IncomingMessage, response: ServerResponse): boolean {
  const { pathname } = new URL(request.url ?? "/", "http://localhost");
  if (dead && pathname.startsWith("/api/")) {
    request.socket.destroy();
    return true;
  }
  const tell = (status: number, body?: unknown) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  };
  const read = (then: (body: string) => void) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString())).on("end", () => then(body));
  };
  if (pathname === "/" || pathname === "/index.html") {
    const page = readFileSync(join(DIST, "index.html"), "utf8");
    response.writeHead(200, { "content-type": "text/html" });
    response.end(page.replace("<head>", '<head><meta name="fewest-engine" content="server">'));
  } else if (pathname === "/api/about") {
    tell(200, { name: "fewest", version: "0", schema: 1, threads: 4 });
  } else if (pathname === "/api/query") {
    read((body) => {
      try {
        tell(200, JSON.parse(rules.query(body)));
      } catch (error) {
        tell(422, { error: (error as Error).message });
      }
    });
  } else if (pathname === "/api/jobs") {
    if (refuse) tell(429, { error: "too many searches are running" });
    else
      read((body) => {
        const id = `job ${jobs.size}`;
        jobs.set(id, body);
        tell(201, { id });
      });
  } else if (pathname.startsWith("/api/jobs/") && request.method === "DELETE") {
    dropped.push(decodeURIComponent(pathname.slice("/api/jobs/".length)));
    tell(204);
  } else if (pathname.endsWith("/events")) {
    const id = decodeURIComponent(pathname.slice("/api/jobs/".length, -"/events".length));
    const body = jobs.get(id) ?? "";
    response.writeHead(200, { "content-type": "text/event-stream" });
    const send = (event: string, data: string) => response.write(`event: ${event}\ndata: ${data}\n\n`);
    // A search without a limit is one that never ends.
    if (JSON.parse(body).limits?.seconds === undefined) {
      send("event", JSON.stringify({ event: "chosen", algorithm: "IDA*", heuristic: "none", because: "so" }));
      return true;
    }
    try {
      send(
        "answer",
        tiles.solve(body, (event) => send("event", event)),
      );
    } catch (error) {
      send("fault", JSON.stringify({ error: (error as Error).message }));
    }
    response.end();
  } else return false;
  return true;
}

const { visit, host } = inn("/", handler);
const PUZZLE = "?pos=1+2+3/4+5+6/0+7+8&tab=solve";

test("a search runs behind the server", async () => {
  const { page, leave } = await visit(PUZZLE);
  await page.click("[data-testid=solve]");
  await page.waitForSelector("[data-testid=film]");
  expect(await page.textContent("[data-testid=answer]")).toContain("2 moves: proven optimal.");
  expect(jobs.size).toBeGreaterThan(0);
  const names = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  expect(names.filter((name) => name.endsWith(".wasm"))).toEqual([]);
  await leave();
});

test("a search that is cancelled is deleted", async () => {
  const { page, leave } = await visit(PUZZLE);
  await page.click("label:has-text('none')");
  await page.click("[data-testid=solve]");
  await page.waitForSelector("text=IDA* · none");
  const running = `job ${jobs.size - 1}`;
  await page.click("[data-testid=cancel]");
  await page.waitForSelector("text=The search was cancelled.");
  await expect.poll(() => dropped).toContain(running);
  await leave();
});

test("what the server refuses is told in its words", async () => {
  const { page, leave } = await visit(PUZZLE);
  refuse = true;
  await page.click("[data-testid=solve]");
  await page.waitForSelector("text=too many searches are running");
  refuse = false;
  await page.click("[data-testid=solve]");
  await page.waitForSelector("[data-testid=film]");
  await leave(/429/);
});

test("a server that is gone is replaced by this browser at once, in the middle of a search too", async () => {
  const { page, moves, leave } = await visit(PUZZLE);
  const line = () => page.textContent("[data-testid=engine]");
  expect(await line()).toContain("in the program that serves this page (4 threads)");
  await page.click("label:has-text('none')");
  await page.click("[data-testid=solve]");
  await expect.poll(line).toContain("IDA*");
  dead = true;
  host().drop();
  await page.waitForSelector(".notice:has-text('no longer answers')");
  await page.waitForSelector("[data-testid=film]", { timeout: 30_000 });
  expect(await line()).toContain("Works in this browser");
  await page.keyboard.press("b");
  await page.keyboard.press("ArrowLeft");
  await expect.poll(moves).toBe("1");
  dead = false;
  await leave(/ERR_|Failed to load/);
});
