/** Dates of the schedule: their addresses, and the browser's marks by the server's clock. */
import type { Page } from "@playwright/test";
import { cancelSession } from "../app/timetable/session-actions.server.ts";
import { setPlaces } from "../test/bookings/booking-gym.ts";
import { ACTOR } from "../test/content/content-changes.ts";
import { expect, hydrated, openSiteBeforeAll, test } from "./fixtures.ts";
import { removeWebFonts } from "./screen-checks.ts";

/**
 * A Monday in Nairobi, twenty minutes after the first class began, by the server's clock. The browser's clock is left alone,
 * as Playwright's clock would remove the document's timing.
 */
const MONDAY_MORNING = "2029-11-26T06:20:00Z";
let now = MONDAY_MORNING;

const site = openSiteBeforeAll(undefined, (services) => ({ ...services, now: () => new Date(now) }));

/** The marked classes and days of a page, by mark. */
async function marks(page: Page) {
  return {
    onNow: await page.getByRole("row").filter({ hasText: "On now" }).getByRole("rowheader").allInnerTexts(),
    next: await page.getByRole("row").filter({ hasText: "Next" }).getByRole("rowheader").allInnerTexts(),
    today: await page.getByRole("listitem").filter({ hasText: "Today" }).getByRole("link").first().allInnerTexts(),
    thisWeek: await page.getByRole("listitem").filter({ hasText: "This week" }).getByRole("link").allInnerTexts(),
  };
}

const NOTHING = { onNow: [], next: [], today: [], thisWeek: [] };

test("the current and next class are marked by the server's clock, only on today's page", async ({ page }) => {
  // Next after the current class; cancelled classes are skipped.
  await cancelSession(site.services, { id: "monday-3.2029-11-26", seen: 0, reason: "No water." }, ACTOR);
  for (const path of ["/schedule/week", "/schedule/monday"]) {
    await page.goto(`${site.url}${path}?date=2029-11-27`);
    await expect(page).toHaveURL(site.url + path);
  }
  await page.goto(`${site.url}/schedule`);
  expect(await marks(page), "without JavaScript").toEqual(NOTHING);
  await hydrated(page);
  const all = { onNow: ["FITNESS"], next: ["CYCLING"], today: ["Monday"], thisWeek: ["26 Nov"] };
  await expect.poll(() => marks(page)).toEqual(all);
  const cancelled = page.getByRole("row").filter({ hasText: "No water." });
  await expect(cancelled).toContainText("Cancelled");
  await expect(cancelled.getByRole("link", { name: /join now/i })).toHaveCount(0);

  await page.getByRole("link", { name: "3 Dec" }).click();
  await expect(page).toHaveURL(/\?date=2029-12-03$/);
  await expect(page.getByRole("heading", { level: 2 }).first()).toContainText("3 December 2029");
  await expect.poll(() => marks(page)).toEqual({ ...NOTHING, thisWeek: all.thisWeek });

  // Going back in the browser's history keeps the measured time.
  await page.goBack();
  await expect.poll(() => marks(page)).toEqual(all);
});

test("a class that has begun can't be booked from a cached page", async ({ page }) => {
  await setPlaces(site.services, "fitness", { places: 12 });
  const begun = page.locator("main a[href^='/booking?'][href*='monday-1.2029-11-26']");
  now = "2029-11-26T05:00:00Z";
  await page.goto(`${site.url}/classes/fitness`);
  await expect(begun).toHaveCount(2);
  now = MONDAY_MORNING;
  await page.reload();
  await hydrated(page);
  await expect(begun).toHaveCount(0);
});

test("nothing is marked when the server's time is unknown", async ({ page }) => {
  await page.route("**/schedule/monday", async (route) => {
    const response = await route.fetch();
    const { "server-timing": _, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  await page.goto(`${site.url}/schedule/monday`);
  await hydrated(page);
  await expect(page.locator("link[rel=manifest]")).toBeAttached();
  expect(await marks(page)).toEqual(NOTHING);
});

test("the week marks today, minute by minute, and each day links to its page", async ({ page }) => {
  await page.addInitScript(() => {
    const { setTimeout } = window;
    const wait = (work: () => void, ms = 0) =>
      ms > 1000 ? addEventListener("minute", work, { once: true }) : setTimeout(work, ms);
    Object.assign(window, { setTimeout: wait });
  });
  await page.goto(`${site.url}/schedule/week`);
  await hydrated(page);
  const monday = page.getByRole("main").getByRole("listitem").filter({ hasText: "Today" }).first();
  await expect(monday.getByRole("heading")).toContainText(/mon/i);
  await expect(monday).toContainText("On now");
  for (const seen of ["minute", "visibilitychange"]) {
    await page.evaluate((type) => {
      const now = Date.now() + (type === "minute" ? 3_600_000 : -3_600_000);
      Date.now = () => now;
      document.dispatchEvent(new Event(type, { bubbles: true }));
    }, seen);
    await expect(monday.getByText("On now")).toHaveCount(seen === "minute" ? 0 : 1);
  }
  await page.getByRole("main").getByRole("heading", { name: /tue/i }).getByRole("link").click();
  await expect(page).toHaveURL(`${site.url}/schedule/tuesday`);
});

test("today's mark fits on one line at 320 px, even in a visitor's own font", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 900 });
  await page.goto(`${site.url}/schedule/wednesday`);
  await hydrated(page);
  await removeWebFonts(page);
  expect((await page.getByText("Today", { exact: true }).boundingBox())?.height).toBeLessThan(24);
});
