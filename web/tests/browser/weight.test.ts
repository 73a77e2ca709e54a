import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { DIST, inn } from "./visit";

const { visit, host } = inn();
/** What the first load may weigh, compressed. */
const MOST = 500_000;

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
    if (kind === "tiles") expect(first).toBeLessThan(MOST);
    await leave(/Service Worker registration blocked/);
  }
});
