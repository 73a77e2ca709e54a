import { expect, test } from "vitest";
import { violations } from "./axe";
import { inn, PHONE, tile, turnTo } from "./visit";

const { visit } = inn();
for (const colorScheme of ["light", "dark"] as const) {
  for (const tab of ["play", "solve", "edit", "race", "records", "analysis"]) {
    test(`the panel ${tab} is accessible, ${colorScheme}`, async () => {
      const { page, leave } = await visit(`?pos=1+2+3/4+5+6/0+7+8&tab=${tab}`, {
        colorScheme,
        reducedMotion: "reduce",
      });
      if (tab === "solve") {
        await page.click("[data-testid=solve]");
        await page.waitForSelector("[data-testid=film]", { timeout: 30_000 });
      } else if (tab === "race") {
        await page.click("[data-testid=race-start]");
        await page.waitForSelector("[data-testid=race-winner]", { timeout: 30_000 });
      } else if (tab !== "edit") {
        await page.click(tile(8));
        await page.waitForSelector("[data-testid=solved]");
        if (tab === "records") await page.waitForSelector("[data-testid=records] tbody tr");
        if (tab === "analysis") {
          await page.click("[data-testid=analyse]");
          await page.waitForSelector("[data-testid=analysis-verdict]", { timeout: 30_000 });
        }
      } else {
        await page.fill("[data-testid=position]", "1 2 3/4 5 6/8 7 0");
        await page.waitForSelector("#panel [data-testid=unsolvable]");
      }
      expect(await violations(page)).toEqual([]);
      await leave();
    });
  }
}

test("a phone and the overlay of keys are accessible", async () => {
  const { page, leave } = await visit("?seed=1", PHONE);
  expect(await violations(page)).toEqual([]);
  await page.click("[aria-label='Help and keys']");
  await page.waitForSelector("dialog[open]");
  expect(await violations(page)).toEqual([]);
  await leave();
});

test("moves and solutions are announced, the clock is not", async () => {
  const { page, leave } = await visit("?pos=1+2+3/4+5+6/0+7+8");
  const told = () => page.textContent("[role=status]");
  await page.click(tile(7));
  await expect.poll(told).toContain("7 left");
  await page.click(tile(8));
  await expect.poll(told).toContain("Solved in 2 moves.");
  expect(await page.getAttribute("[role=timer]", "aria-live")).toBe("off");
  await leave();
});

test("what the engine composes is German where the page is", async () => {
  const { page, leave } = await visit("?tab=edit&pos=1+2+3/4+5+6/0+7+8", { locale: "de-DE" });
  await page.fill("[data-testid=position]", "1 2 3/4 5 6/8 8 0");
  await page.waitForSelector(".fault");
  expect(await page.textContent("[data-testid=faults]")).toContain("Stein 8 kommt 2-mal vor");
  expect(await page.locator(".fault[lang=en]").count()).toBe(0);
  await page.click("header nav button:has-text('Hanoi')");
  await turnTo(page, "play", "library");
  await page.waitForSelector("[data-entry=tower-8]");
  expect(await page.textContent("[data-entry=tower-8]")).toContain("Der Turm von Lucas");
  await page.click("#tab-solve");
  await page.click("[data-testid=solve]");
  await page.waitForSelector("[data-testid=answer]");
  expect(await page.textContent("[data-testid=answer]")).toContain("3 Stäbe brauchen keine Suche");
  await leave();
});

test("German is spoken where it is preferred, and the choice is kept", async () => {
  const { page, leave } = await visit("?seed=1", { locale: "de-DE" });
  expect(await page.textContent("#tab-play")).toBe("Spielen");
  expect(await page.getAttribute("html", "lang")).toBe("de");
  // The third language is a file of its own, which comes when it is spoken.
  await page.click("header [lang=fr]");
  await expect.poll(() => page.textContent("#tab-play")).toBe("Jouer");
  expect(await page.getAttribute("html", "lang")).toBe("fr");
  await page.reload();
  await page.waitForSelector("#tab-play:has-text('Jouer')");
  await page.click("header [lang=en]");
  expect(await page.textContent("#tab-play")).toBe("Play");
  await page.reload();
  expect(await page.textContent("#tab-play")).toBe("Play");
  await leave();
});

test("the theme follows the system until it is chosen", async () => {
  const { page, leave } = await visit("?seed=1", { colorScheme: "dark" });
  const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  expect(await scheme()).toBe("dark");
  await page.click("[aria-label^=Appearance]");
  expect(await scheme()).toBe("light");
  await page.reload();
  await page.waitForSelector("#board");
  expect(await scheme()).toBe("light");
  await leave();
});

test("where motion is unwelcome, tiles jump", async () => {
  const { page, leave } = await visit("?seed=1", { reducedMotion: "reduce" });
  const duration = await page.evaluate(
    () => getComputedStyle(document.querySelector("#board .piece")!).transitionDuration,
  );
  expect(parseFloat(duration)).toBeLessThan(0.001);
  await leave();
});
