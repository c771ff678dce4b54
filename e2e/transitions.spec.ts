/** Documents fade into each other, except with prefers-reduced-motion. */
import { expect, hydrated, TEST_ACCOUNT, test } from "./fixtures.ts";

test.describe("with motion", () => {
  test.use({ reducedMotion: "no-preference" });

  // An error of the page fails the test.
  test("moving the pointer before the page after a sign-in is painted causes no transition error", async ({ page }) => {
    await page.goto("/login");
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
    // Without JavaScript, so that the browser loads a document.
    await page.evaluate(({ email, password }) => {
      for (const input of document.querySelectorAll<HTMLInputElement>("main form input")) {
        input.value = input.type === "password" ? password : email;
      }
      document.querySelector<HTMLFormElement>("main form")?.requestSubmit();
    }, TEST_ACCOUNT);
    await page.waitForURL("/#home", { waitUntil: "commit" });
    await page.mouse.move(3, 3);
    await hydrated(page);
  });
});

for (const [motion, fades] of [
  ["no-preference", true],
  ["reduce", false],
] as const) {
  test(`with motion "${motion}" documents ${fades ? "fade" : "change at once"}, and nothing moves`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: motion });
    // As in budget.spec.ts: a late font shifts text by as much as the machine's fonts differ.
    await page.route(/\.woff2/, (route) => route.fulfill({ status: 404 }));
    await page.addInitScript(() => {
      const seen = { ended: false, transition: false, milliseconds: 0, shift: 0 };
      Object.assign(window, { seen });
      // The DOM's types lack this event's transition and layout shifts.
      window.addEventListener("pagereveal", async (event) => {
        const { viewTransition } = event as Event & {
          viewTransition: { ready: Promise<void>; finished: Promise<void> } | null;
        };
        if (viewTransition === null) {
          seen.ended = true;
          return;
        }
        await viewTransition.ready;
        seen.transition = true;
        const lengths = document.getAnimations().map(({ effect }) => Number(effect?.getComputedTiming().endTime));
        seen.milliseconds = Math.max(...lengths.filter(Number.isFinite));
        await viewTransition.finished;
        seen.ended = true;
      });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.shift += (entry as PerformanceEntry & { value: number }).value;
      }).observe({ type: "layout-shift", buffered: true });
    });
    await page.goto("/about");
    // A document that was never painted has nothing to fade from.
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
    await page.evaluate(() => window.location.assign("/pricing"));
    await page.waitForURL("/pricing");
    await page.waitForFunction(() => Reflect.get(window, "seen").ended);
    const seen = await page.evaluate(() => Reflect.get(window, "seen"));
    expect(seen.transition).toBe(fades);
    expect(seen.milliseconds).toBeLessThanOrEqual(200);
    expect(seen.shift).toBeLessThan(0.05);
    if (fades) return;
    const animated = await page.evaluate(() => {
      document.documentElement.style.fontSize = "200%";
      return document.getAnimations().filter((animation) => animation instanceof CSSTransition).length;
    });
    expect(animated, "animated by larger text").toBe(0);
  });
}
