import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { DIST, inn } from "./visit";

const { visit, host } = inn();
/** What the first load of any kind may weigh, compressed; that of tiles, which opens by default, must be sooner there. */
const MOST = 400_000;
const MOST_OF_TILES = 390_000;

const weigh = async (name: string) => gzipSync(await readFile(join(DIST, name)), { level: 9 }).length;
const kB = (bytes: number) => `${Math.round(bytes / 1000)} kB`;

test("the first load is light, and the rest comes when it is needed", async () => {
  const assets = await readdir(join(DIST, "assets"));
  // The rules of each kind are a module of their own.
  const kinds = assets.flatMap((name) => /^fewest_(\w+)_rules_bg/.exec(name)?.[1]?.replaceAll("_", "-") ?? []).sort();
  expect(kinds).toContain("tiles");
  console.log("| kind | first load | then, with the first search |\n|---|--:|--:|");
  for (const kind of kinds) {
    const before = host().asked.length;
    // What the service worker keeps for offline use comes later, in the background.
    const { page, leave } = await visit(`?puzzle=${kind}`, { serviceWorkers: "block" });
    await page.waitForSelector("#tab-play");
    await page.waitForLoadState("networkidle");
    const asked = new Set(
      host()
        .asked.slice(before)
        .map((path) => path.slice(1) || "index.html"),
    );
    const first = (await Promise.all([...asked].map(weigh))).reduce((sum, bytes) => sum + bytes, 0);
    expect([...asked].filter((name) => /fewest_(?!\w+_rules)\w+_bg/.test(name))).toEqual([]);
    const solver = assets.find((name) => name.startsWith(`fewest_${kind.replaceAll("-", "_")}_bg`)) ?? "";
    console.log(`| ${kind} | ${kB(first)} | ${kB(await weigh(join("assets", solver)))} |`);
    expect([kind, first < (kind === "tiles" ? MOST_OF_TILES : MOST)]).toEqual([kind, true]);
    await leave(/Service Worker registration blocked/);
  }
});
