import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { inn, PHONE, turnTo, unfold } from "./visit";

const { visit } = inn();
const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const search = "decodeURIComponent(location.search)";
/** A position of 31 moves, the most that a 3×3 board needs. */
const FAR = "?pos=8+6+7/2+5+4/3+0+1";
/** A position of 14 moves, whose tree is small. */
const NEAR = "?pos=8+1+3/4+0+2/7+6+5";
const at = (id: string) => `[data-testid="${id}"]`;
const LONG = { timeout: 45_000 };

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const found = await page.evaluate<{
    violations: { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }[];
  }>("axe.run(document, { resultTypes: ['violations'] })");
  return found.violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}

/** The value of a counter by its name. */
async function fact(page: Page, name: string): Promise<string> {
  const text = await page.locator(`#panel dl div:has(dt:text-is("${name}")) dd`).first().textContent();
  return text?.trim() ?? "";
}

test("a search is watched to its end, charted, and its solution shown", async () => {
  const { page, leave } = await visit(`${FAR}&tab=watch&algo=ida&heuristic=manhattan`, { reducedMotion: "reduce" });
  expect(await page.inputValue(at("algorithm"))).toBe("IDA*");
  await page.click(at("watch-start"));
  await page.waitForSelector(at("watch-answer"), LONG);
  expect(await page.textContent(at("watch-answer"))).toContain("31 moves: proven optimal.");
  expect(await fact(page, "Lower bound")).toBe("31");
  const expanded = Number((await fact(page, "Expanded")).replaceAll(",", ""));
  // The chart and its table tell of every expansion.
  await page.waitForSelector(`${at("depths")} canvas`);
  await page.click(`${at("depths")} summary`);
  const counts = await page.locator(`${at("depths")} tbody td`).allTextContents();
  expect(counts.map((text) => Number(text.replaceAll(",", ""))).reduce((a, b) => a + b, 0)).toBe(expanded);
  await page.click(at("watch-show"));
  await page.waitForSelector(at("film"));
  expect(await page.textContent(at("film"))).toContain("31 moves");
  await leave();
});

test("depths that are told live add up to those of the answer", async () => {
  const { page, leave } = await visit(`${FAR}&tab=watch&algo=A*&heuristic=manhattan&live=no`);
  const table = async () => {
    await page.click(at("watch-start"));
    await page.waitForSelector(at("watch-answer"), LONG);
    await page.waitForSelector(`${at("depths")} canvas`);
    return page.locator(`${at("depths")} tbody td`).allTextContents();
  };
  const quiet = await table();
  await page.check(`${at("watch")} input[type=checkbox]`);
  await expect.poll(() => page.evaluate(search)).not.toContain("live=no");
  expect(await table()).toEqual(quiet);
  await leave();
});

test("a long search shows its counters, is cancelled, and another one runs", async () => {
  const { page, leave } = await visit("?size=5x5&seed=7&tab=watch&algo=IDA*&heuristic=manhattan");
  await page.click(at("watch-start"));
  await expect.poll(() => fact(page, "Expanded"), LONG).toMatch(/\d{3}/);
  expect(await fact(page, "Expanded per second")).toMatch(/\/s$/);
  await page.waitForSelector(`${at("depths")} canvas`, LONG);
  await page.click(at("watch-cancel"));
  await expect.poll(() => page.textContent(at("watch"))).toContain("cancelled");
  // What was counted stays on screen.
  expect(await fact(page, "Expanded")).toMatch(/\d{3}/);
  await unfold(page, "Change");
  await page.selectOption(at("algorithm"), "construct");
  await page.click(at("watch-start"));
  await page.waitForSelector(at("watch-answer"), LONG);
  expect(await page.textContent(at("watch-answer"))).toContain("moves");
  await leave();
});

test("Escape cancels, and a limit that is reached is said", async () => {
  const { page, leave } = await visit("?size=5x5&seed=7&tab=watch&algo=IDA*&heuristic=manhattan");
  await page.click(at("watch-start"));
  await page.waitForSelector(at("watch-cancel"));
  await page.keyboard.press("Escape");
  await page.waitForSelector(at("watch-start"));
  await unfold(page, "Change");
  await unfold(page, "Limits");
  await page.fill(at("limit-expansions"), "1000");
  await page.press(at("limit-expansions"), "Tab");
  await page.click(at("watch-start"));
  await page.waitForSelector(at("watch-answer"), LONG);
  expect(await page.textContent(at("watch-answer"))).toMatch(/limit of expansions.*No solution has fewer than/s);
  await expect.poll(() => page.evaluate(search)).toContain("expansions=1000");
  await leave();
});

test("only what serves is offered, with the parameters it takes", async () => {
  const { page, leave } = await visit(`${NEAR}&tab=watch`);
  const names = () =>
    page.locator(`${at("algorithm")} option`).evaluateAll((all) => all.map((one) => one.getAttribute("value")));
  expect(await names()).toContain("SAT");
  expect(await names()).not.toContain("HDA*");
  await page.selectOption(at("algorithm"), "WA*");
  await page.fill(at("weight"), "2");
  await page.press(at("weight"), "Tab");
  await expect.poll(() => page.evaluate(search)).toContain("algo=WA*&weight=2");
  await page.selectOption(at("algorithm"), "A*");
  expect(await page.locator(at("weight")).count()).toBe(0);
  await expect.poll(() => page.evaluate(search)).not.toContain("weight");
  await page.selectOption(at("algorithm"), "BFS");
  expect(await page.locator(at("heuristic")).count()).toBe(0);
  await leave();
});

test("an algorithm that does not serve is explained", async () => {
  const { page, leave } = await visit(`${NEAR}&metric=mtm&tab=watch&algo=exhaustive`);
  await page.waitForSelector(".notice");
  expect(await page.textContent(".notices")).toContain("exhaustive");
  expect(await page.inputValue(at("algorithm"))).toBe("auto");
  await leave();
});

test("contestants compete on one position, and rows say what they are worth", async () => {
  const query = `${FAR}&tab=compare&contestants=A*~manhattan;greedy~manhattan;IDA*~none`;
  const { page, leave } = await visit(`${query}&each=1`);
  expect(await page.locator(`${at("contestants")} li`).count()).toBe(3);
  await page.click(at("compare-start"));
  await page.waitForSelector(at("compare-start"), LONG);
  const row = (name: string) => page.locator(`${at("compared")} tbody tr:has(th:has-text("${name}"))`).innerText();
  await expect.poll(() => row("A* · manhattan")).toMatch(/proven shortest[\s\S]*31/);
  expect(await row("greedy")).toMatch(/longer than the shortest/);
  expect(await row("IDA* · none")).toMatch(/time limit[\s\S]*>/);
  // By length: those without one come last.
  await page.click(at("sort-length"));
  const order = await page.locator(`${at("compared")} tbody th`).allInnerTexts();
  expect(order.map((text) => text.split(" ")[0])).toEqual(["A*", "greedy", "IDA*"]);
  await leave();
});

test("contestants can be added and removed, side by side, and the address remembers", async () => {
  const { page, leave } = await visit(`${NEAR}&tab=compare`);
  const usual = await page.locator(`${at("contestants")} li`).count();
  expect(usual).toBeGreaterThan(3);
  await page.click(`${at("contestants")} li:first-child button`);
  await page.click(at("adding"));
  await page.selectOption(at("algorithm"), "WA*");
  await page.selectOption(at("heuristic"), "misplaced");
  await page.fill(at("weight"), "3");
  await page.press(at("weight"), "Tab");
  await page.click(at("add"));
  await page.check("#panel input[value=yes]");
  await expect.poll(() => page.evaluate(search)).toContain("WA*~misplaced~weight:3");
  await page.click(at("compare-start"));
  await page.waitForSelector(at("compare-start"), LONG);
  expect(await page.locator(`${at("compared")} small.good, ${at("compared")} small.warn`).count()).toBe(usual);
  await page.reload();
  await page.waitForSelector(at("contestants"));
  expect(await page.locator(`${at("contestants")} li`).count()).toBe(usual);
  await expect.poll(() => page.evaluate(search)).toContain("side-by-side=yes");
  await leave();
});

test("the experiment gives the same boards to every heuristic, and its numbers are a file", async () => {
  const query = "?size=3x3&seed=1&tab=experiment&x-sizes=3x3&x-shuffles=10,30&x-sample=3&x-seed=5";
  const once = async () => {
    const { page, leave } = await visit(query);
    await page.click(at("x-start"));
    await expect.poll(() => page.textContent(at("x-progress")), LONG).toContain("18 of 18");
    await page.waitForSelector(`${at("x-charts")} canvas`);
    const [file] = await Promise.all([page.waitForEvent("download"), page.click(at("x-csv"))]);
    const lines = (await readFile(await file.path(), "utf8"))
      .trimEnd()
      .split("\r\n")
      .map((line) => line.split(","));
    expect(await page.locator(`${at("x-table")} tbody tr:has(td)`).count()).toBe(6);
    await leave();
    return lines;
  };
  const [names = [], ...rows] = await once();
  expect(rows.length).toBe(18);
  const column = (name: string) => rows.map((row) => row[names.indexOf(name)]);
  expect(new Set(column("outcome"))).toEqual(new Set(["solved"]));
  // A board's optimum is the same whatever the heuristic.
  const optima = new Map<string, Set<string>>();
  for (const row of rows) {
    const position = row[names.indexOf("position")] ?? "";
    optima.set(position, (optima.get(position) ?? new Set()).add(row[names.indexOf("length")] ?? ""));
  }
  expect(optima.size).toBe(6);
  for (const lengths of optima.values()) expect(lengths.size).toBe(1);
  const [, ...again] = await once();
  const still = (row: string[]) => row.filter((_, i) => !/seconds|memory/.test(names[i] ?? ""));
  expect(again.map(still)).toEqual(rows.map(still));
});

test("an experiment that is cancelled keeps what is done, and failures are counted", async () => {
  const query = "?size=3x3&seed=1&tab=experiment&x-sizes=4x4&x-shuffles=10,100&x-sample=3&x-heuristics=manhattan,none";
  const { page, leave } = await visit(query);
  await page.click(at("x-start"));
  // The first boards are solved at once; those of 100 moves are beyond a search without estimates.
  await expect.poll(() => page.locator(at("x-failed")).count(), LONG).toBe(1);
  await page.click(at("x-cancel"));
  await page.waitForSelector(at("x-start"));
  expect(await page.textContent("#panel")).toContain("Cancelled; finished runs are kept.");
  expect(await page.locator(`${at("x-table")} .failed`).count()).toBeGreaterThan(0);
  expect(await page.textContent(at("x-progress"))).not.toContain("12 of 12");
  await leave();
});

test("settings of an experiment that are none are refused", async () => {
  const { page, leave } = await visit("?size=3x3&seed=1&tab=experiment");
  await page.fill(at("x-sizes"), "3x3, 1x9");
  await expect.poll(() => page.isDisabled(at("x-start"))).toBe(true);
  expect(await page.textContent("#panel")).toContain("from 2x2 to 10x10");
  await page.fill(at("x-sizes"), "2x2, 3x2");
  await expect.poll(() => page.evaluate(search)).toContain("x-sizes=2x2,3x2");
  await leave();
});

test.each(["A*", "BFS", "IDA*", "greedy", "BiBFS"])(
  "the tree of %s grows, and can be walked by keys",
  async (algorithm) => {
    const { page, leave, moves } = await visit(`${NEAR}&tab=watch&view=tree&tree=5000&algo=${algorithm}`, {
      reducedMotion: "reduce",
    });
    await page.click(at("tree-start"));
    await page.waitForSelector(at("tree"), LONG);
    const result = await page.textContent(at("tree-result"));
    expect(result).toContain(algorithm === "greedy" ? "nodes" : "14 moves");
    await page.focus(at("tree"));
    await page.keyboard.press("Home");
    expect(await fact(page, "g")).toBe("0");
    await page.keyboard.press("ArrowDown");
    expect(await fact(page, "g")).toBe("1");
    expect(await page.locator(`${at("tree-node")} [data-piece]`).count()).toBe(8);
    // The tree's keys are not the game's.
    expect(await moves()).toBe("0");
    await page.fill(at("tree-scrub"), "1");
    await expect.poll(() => page.textContent("#panel")).toContain("Node 1 of");
    if (algorithm === "IDA*") expect(await page.textContent(at("round"))).toContain("Round 1 of");
    await page.click(`${at("tree-view")} summary`);
    expect(await page.locator(`${at("tree-view")} tbody tr`).count()).toBeGreaterThan(3);
    await leave();
  },
);

test("a tree that would be too large is cut, and says so", async () => {
  const { page, leave } = await visit(`${FAR}&tab=watch&view=tree&algo=A*&heuristic=none&tree=200`);
  await page.click(at("tree-start"));
  await page.waitForSelector(at("tree-view"), LONG);
  expect(await page.textContent(at("tree-result"))).toContain("not finished after 200 nodes");
  await page.click(at("tree-play"));
  await leave();
});

test("an estimate is taken apart over the board, and follows the game", async () => {
  const { page, leave } = await visit("?pos=2+1+3/4+5+6/7+8+0&tab=why");
  await page.waitForSelector(at("why"));
  expect(await page.textContent(at("sum"))).toBe("2 + 2·1 = 4");
  expect(await page.textContent(at("conflicts"))).toContain("Row 1:");
  expect(await page.locator(`${at("overlay")} .arrow`).count()).toBe(2);
  expect(await page.locator(`${at("overlay")} .conflict`).count()).toBe(1);
  await page.focus("#board");
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => page.locator(`${at("overlay")} .arrow`).count()).toBe(3);
  await page.selectOption(at("why-heuristic"), "manhattan");
  await expect.poll(() => page.locator(at("conflicts")).count()).toBe(0);
  await expect.poll(() => page.evaluate(search)).toContain("why=manhattan");
  await page.click("#tab-play");
  expect(await page.locator(at("overlay")).count()).toBe(0);
  await leave();
});

test("the split of a pattern database is shown", async () => {
  const { page, leave } = await visit(`${FAR}&tab=why&why=pdb`);
  await page.waitForSelector(at("patterns"), LONG);
  expect(await page.locator(`${at("overlay")} .pattern`).count()).toBe(8);
  await leave();
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`the panels about searches are accessible, ${colorScheme}`, async () => {
    const { page, leave } = await visit(`${NEAR}&tab=watch&algo=IDA*&x-sizes=2x2&x-sample=2`, {
      colorScheme,
      reducedMotion: "reduce",
    });
    await page.click(at("watch-start"));
    await page.waitForSelector(`${at("depths")} canvas`, LONG);
    expect(await violations(page)).toEqual([]);
    await page.check("#panel input[value=tree]");
    await page.click(at("tree-start"));
    await page.waitForSelector(at("tree"), LONG);
    expect(await violations(page)).toEqual([]);
    await turnTo(page, "learn", "compare");
    await page.click(at("compare-start"));
    await page.waitForSelector(at("compare-start"), LONG);
    expect(await violations(page)).toEqual([]);
    await turnTo(page, "learn", "experiment");
    await page.click(at("x-start"));
    await page.waitForSelector(`${at("x-charts")} canvas`, LONG);
    await page.waitForSelector(at("x-start"), LONG);
    expect(await violations(page)).toEqual([]);
    await turnTo(page, "learn", "why");
    await page.waitForSelector(at("why"), LONG);
    expect(await violations(page)).toEqual([]);
    await leave();
  });
}

test("on a phone nothing is wider than the screen", async () => {
  const { page, leave } = await visit(`${NEAR}&tab=compare`, { ...PHONE, viewport: { width: 360, height: 740 } });
  await page.click(at("compare-start"));
  await page.waitForSelector(at("compare-start"), LONG);
  for (const tab of ["compare", "experiment", "why", "race", "watch"]) {
    await turnTo(page, "learn", tab);
    await page.waitForTimeout(200);
    expect([tab, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([tab, 360]);
  }
  await leave();
});
