/** Dates of the schedule: caching, changes, and the browser's marks by the server's clock. */
import { expect, type Page, test } from "@playwright/test";
import { cancelSession } from "../app/timetable/session-actions.server.ts";
import { ACTOR } from "../test/content/content-changes.ts";
import { type SiteInProcess, startSiteInProcess } from "../test/support/site-in-process.ts";
import { hydrated } from "./fixtures.ts";

/**
 * A Monday in Nairobi, twenty minutes after the first class began, by the server's clock. The browser's clock is left alone,
 * as Playwright's clock would remove the document's timing.
 */
const MONDAY_MORNING = "2029-11-26T06:20:00Z";

// Each test starts a site of its own.
test.describe.configure({ timeout: 120_000 });

let site: SiteInProcess;
let now: Date;

test.beforeEach(async () => {
  now = new Date(MONDAY_MORNING);
  site = await startSiteInProcess({}, (services) => ({ ...services, now: () => now }));
});

test.afterEach(() => site.close());

const get = (path: string) => fetch(site.url + path, { redirect: "manual" });

test("a date without a page redirects to the undated page, and makes no cache entry", async () => {
  for (const path of ["/schedule/monday", "/schedule/monday.data", "/schedule/week", "/schedule/week.data"]) {
    expect((await get(path)).status).toBe(200);
  }
  const cached = site.cachedPages();
  const plainData = await (await get("/schedule/monday.data")).text();
  const values = ["2029-11-27", "2029-11-19", "2029-12-24", "2029-02-31", "", "2029-12-3", "1' or '1'='1", "\0", "🥊"];
  for (const value of [...values, "9".repeat(6000)]) {
    const query = `?date=${encodeURIComponent(value)}`;
    for (const path of ["/schedule/monday", "/schedule/week"]) {
      const response = await get(path + query);
      expect([response.status, response.headers.get("location")], query.slice(0, 40)).toEqual([302, path]);
    }
    const data = await get(`/schedule/monday.data${query}`);
    expect([data.status, await data.text()], query.slice(0, 40)).toEqual([200, plainData]);
  }
  // Larger than a request may be: the socket closes, or there is an error response.
  const tooLong = await get(`/schedule/monday?date=${"9".repeat(10_000_000)}`).catch(() => undefined);
  expect(tooLong === undefined || tooLong.status >= 400).toBe(true);
  expect(site.cachedPages()).toBe(cached);
  // The undated page's own date redirects to it.
  expect((await get("/schedule/monday?date=2029-11-26")).status).toBe(200);
  expect(site.cachedPages()).toBe(cached);
});

test("four dates of each weekday and four weeks have a page, 64 cache entries with data, with undated canonical addresses", async () => {
  const pages = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "week"];
  for (const [index, page] of pages.entries()) {
    const first = Date.UTC(2029, 10, 26 + (index % 7));
    for (const week of [0, 1, 2, 3]) {
      const date = new Date(first + week * 7 * 86_400_000).toISOString().slice(0, 10);
      const response = await get(`/schedule/${page}?date=${date}`);
      const html = await response.text();
      expect([response.status, response.headers.get("cache-control")?.startsWith("public")]).toEqual([200, true]);
      expect(html).toMatch(new RegExp(`<link rel="canonical" href="[^"?]*/schedule/${page}"`));
      expect((await get(`/schedule/${page}.data?date=${date}`)).status).toBe(200);
    }
  }
  expect(site.cachedPages()).toBe(64);
});

test("midnight in Nairobi and a cancellation change only the pages concerned", async () => {
  const about = (await get("/about")).headers.get("etag");
  now = new Date("2029-11-26T20:59:59Z");
  expect(await (await get("/schedule/monday")).text()).toContain("26 November 2029");
  const act = { id: "monday-1.2029-12-03", seen: 0, reason: "Kenya Power works on our street." };
  expect(await cancelSession(site.services, act, ACTOR)).toMatchObject({ code: "done" });
  now = new Date("2029-11-26T21:00:00Z");
  const html = await (await get("/schedule/monday")).text();
  expect(html).toContain("3 December 2029");
  expect(html).toContain("Kenya Power works on our street.");
  expect((await get("/about")).headers.get("etag")).toBe(about);
});

/** The page's marks: the classes beside each word. */
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
  await page.goto(`${site.url}/schedule/monday`);
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
  await expect.poll(() => marks(page)).toEqual({ ...all, onNow: [], next: [] });

  // Going back in the browser's history keeps the measured time.
  await page.goBack();
  await expect.poll(() => marks(page)).toEqual(all);
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

test("the week marks today, and each day links to its page", async ({ page }) => {
  await page.goto(`${site.url}/schedule/week`);
  await hydrated(page);
  const monday = page.getByRole("main").getByRole("listitem").filter({ hasText: "Today" }).first();
  await expect(monday.getByRole("heading")).toContainText(/mon/i);
  await expect(monday).toContainText("On now");
  await page.getByRole("main").getByRole("heading", { name: /tue/i }).getByRole("link").click();
  await expect(page).toHaveURL(`${site.url}/schedule/tuesday`);
});
