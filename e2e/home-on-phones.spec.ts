/** The home page on a phone: short enough to reach the prices on metered data, with nothing left out. */
import { expect, test } from "./fixtures.ts";

const PHONE = { width: 390, height: 844 };

/** When every section was complete, the page was 15,400 px long, and a visitor gave up before the prices. */
const MAX_HOME_PX = 10_000;

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ viewport: PHONE, hasTouch: true, isMobile: true, javaScriptEnabled });

    test("Home is at most 10,000 px long", async ({ page }) => {
      await page.goto("/");
      const { height } = (await page.locator("html").boundingBox()) ?? { height: Number.POSITIVE_INFINITY };
      expect(height).toBeLessThanOrEqual(MAX_HOME_PX);
    });

    test("the prices fit on one screen, and each plan unfolds its inclusions", async ({ page }) => {
      await page.goto("/");
      const plans = page.getByRole("list").filter({ has: page.getByRole("heading", { name: "Mwanzo" }) });
      const { height } = (await plans.boundingBox()) ?? { height: Number.POSITIVE_INFINITY };
      expect(height).toBeLessThanOrEqual(PHONE.height);
      const first = plans.getByRole("listitem").first();
      const inclusion = first.getByText("Personal Trainer");
      await expect(inclusion).toBeHidden();
      await first.getByText("What you get").click();
      await expect(inclusion).toBeVisible();
    });

    test("the trainers' row scrolls sideways and says so", async ({ page }) => {
      await page.goto("/");
      await expect(page.getByText("Swipe to meet all 3")).toBeVisible();
      const last = page.getByRole("heading", { name: "Wanjiru Kamau" });
      await expect(last).not.toBeInViewport();
      await last.scrollIntoViewIfNeeded();
      await expect(last).toBeInViewport({ ratio: 1 });
      expect((await page.locator("html").boundingBox())?.width).toBe(PHONE.width);
    });
  });
}

test.describe("on a small tablet in portrait", () => {
  test.use({ viewport: { width: 744, height: 1133 } });

  test("the hero's picture is as wide as the page", async ({ page }) => {
    await page.goto("/");
    const picture = page.locator("#home picture");
    expect(await picture.boundingBox()).toMatchObject({ x: 0, width: 744 });
  });
});

test.describe("from 768 px", () => {
  test.use({ viewport: { width: 768, height: 1024 } });

  test("a plan's inclusions are shown without unfolding", async ({ page }) => {
    await page.goto("/");
    await expect(page.getByText("Personal Trainer", { exact: true }).last()).toBeVisible();
    await expect(page.getByText("What you get").first()).toBeHidden();
  });
});
