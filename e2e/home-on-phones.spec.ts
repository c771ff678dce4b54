/** The home page on a phone, without JavaScript: short enough to reach the prices on metered data, with nothing left out. */
import { expect, test } from "./fixtures.ts";

const PHONE = { width: 390, height: 844 };

/** When every section was complete, the page was 15,400 px long, and a visitor gave up before the prices. */
const MAX_HOME_PX = 10_000;

test.use({ viewport: PHONE, hasTouch: true, isMobile: true, hasScript: false });

test("Home is at most 10,000 px long, the prices fit on one screen and unfold, and the trainers' row says that it scrolls", async ({
  page,
}) => {
  await page.goto("/");
  const { height, width } = (await page.locator("html").boundingBox()) ?? { height: Number.POSITIVE_INFINITY };
  expect(height).toBeLessThanOrEqual(MAX_HOME_PX);
  expect(width).toBe(PHONE.width);
  const plans = page.getByRole("list").filter({ has: page.getByRole("heading", { name: "Mwanzo" }) });
  expect((await plans.boundingBox())?.height).toBeLessThanOrEqual(PHONE.height);
  const first = plans.getByRole("listitem").first();
  const inclusion = first.getByText("Personal Trainer");
  await expect(inclusion).toBeHidden();
  await first.getByText("What you get").click();
  await expect(inclusion).toBeVisible();
  await expect(page.getByText("Swipe to meet all 3")).toBeVisible();
  const last = page.getByRole("heading", { name: "Wanjiru Kamau" });
  await expect(last).not.toBeInViewport();
  await last.scrollIntoViewIfNeeded();
  await expect(last).toBeInViewport({ ratio: 1 });
});
