/** Distances and edges that show what belongs together, each at a width where it was once wrong. */
import type { Locator, Page } from "@playwright/test";
import { comingDate, dateInNairobi } from "../app/time/dates.server.ts";
import { momentAt } from "../test/bookings/booking-gym.ts";
import { type SiteInProcess, startSiteInProcess } from "../test/support/site-in-process.ts";
import { expect, hydrated, laidOut, test } from "./fixtures.ts";
import { removeWebFonts } from "./screen-checks.ts";

test.describe.configure({ mode: "default", timeout: 90_000 });

/** A Thursday, so that the week has past days. */
const THURSDAY = comingDate("thursday", dateInNairobi(new Date()));

let site: SiteInProcess;

test.beforeAll(async () => {
  site = await startSiteInProcess({}, (services) => ({ ...services, now: () => new Date(momentAt(THURSDAY, 9)) }));
});
test.afterAll(() => site.close());

/** Opens a page at a width. */
async function open(page: Page, path: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.goto(site.url + path);
  await laidOut(page);
}

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox();
  if (box === null) throw new Error("The element is not on the screen");
  return box;
};

test("past days of a week have the same heads as future days", async ({ page }) => {
  for (const width of [390, 1024, 1440]) {
    await open(page, "/schedule/week", width);
    const heights = await page
      .locator(".week-head h3")
      .evaluateAll((all) => all.map((heading) => heading.getBoundingClientRect().height));
    expect(heights.length).toBe(7);
    expect(Math.max(...heights) - Math.min(...heights), `at ${width} px`).toBeLessThan(2);
  }
});

test("the first fact of each row is aligned with the page's left edge", async ({ page }) => {
  for (const width of [1024, 1280, 1440]) {
    await open(page, "/classes/boxing", width);
    const facts = page.locator("main dl dt");
    const { x: edge } = await boxOf(page.getByRole("heading", { level: 2, name: "What happens" }));
    const rows = Object.groupBy(await Promise.all((await facts.all()).map(boxOf)), ({ y }) => y);
    for (const row of Object.values(rows)) expect(row?.[0]?.x, `at ${width} px`).toBeCloseTo(edge, 0);
  }
});

test("today's mark fits on one line at 320 px, even in a visitor's own font", async ({ page }) => {
  await open(page, "/schedule/wednesday", 320);
  await hydrated(page);
  await removeWebFonts(page);
  await laidOut(page);
  expect((await boxOf(page.getByText("Today", { exact: true }))).height).toBeLessThan(24);
});
