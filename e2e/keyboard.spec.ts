/** Tabbing through long pages: the focused element is never under the fixed bar. */
import { expect, test } from "./fixtures.ts";

test.use({ viewport: { width: 390, height: 600 } });

for (const path of ["/", "/classes/cycling"]) {
  test(`tabbing backwards through ${path}, each stop is below the bar`, async ({ page }) => {
    await page.goto(path);
    await page.getByRole("contentinfo").getByRole("link").first().focus();
    const bar = await page.getByRole("banner").evaluate((element) => element.getBoundingClientRect().bottom);
    const covered: string[] = [];
    let stops = 0;
    for (; stops < 100; stops += 1) {
      await page.keyboard.press("Shift+Tab");
      const stop = await page.evaluate(() => {
        const element = document.activeElement;
        if (!element?.closest("main")) return null;
        return { top: element.getBoundingClientRect().top, name: element.textContent };
      });
      if (!stop) break;
      if (stop.top < bar) covered.push(`${stop.name} at ${Math.round(stop.top)} px`);
    }
    expect(stops).toBeGreaterThan(10);
    expect(covered).toEqual([]);
  });
}

test("a card that the browser leaves half under the bar is scrolled below it", async ({ page }) => {
  await page.goto("/");
  // The keyboard is in use.
  await page.keyboard.press("Tab");
  const bar = await page.getByRole("banner").evaluate((element) => element.getBoundingClientRect().bottom);
  const card = page.getByRole("main").getByRole("link", { name: /karate/i });
  // Firefox doesn't scroll to elements that are partly in view.
  await card.evaluate((link) => {
    const { top, height } = link.getBoundingClientRect();
    window.scrollTo({ top: scrollY + top + height / 2, behavior: "instant" });
    link.focus({ preventScroll: true });
  });
  await expect.poll(() => card.evaluate((link) => link.getBoundingClientRect().top)).toBeGreaterThanOrEqual(bar);
});
