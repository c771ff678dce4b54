/** Reading the timetable without a connection: the service worker and its copies. */
import type { BrowserContext, Page } from "@playwright/test";
import { addDays, comingDate, dateInNairobi } from "../app/time/dates.server.ts";
import { startSiteProcess } from "../test/support/site-process.ts";
import { expect, hydrated, savedPaths, signIn, startSite, test } from "./fixtures.ts";

/** Opens a page and moves the mouse, which starts its script; resolves when the page is saved. */
async function openAndSave(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.mouse.move(40, 40);
  await page.mouse.move(60, 60);
  const { pathname, search } = new URL(page.url());
  await expect.poll(() => savedPaths(page)).toContain(pathname + search);
}

async function reloadOffline(visitor: BrowserContext, page: Page): Promise<void> {
  await visitor.setOffline(true);
  await page.reload();
  await expect(page.getByText("You are offline.")).toBeVisible();
}

const countWorkers = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);

test("a timetable that was opened once can be read offline", async ({ ownBrowser: visitor }) => {
  const page = await visitor.newPage();
  await openAndSave(page, "/schedule/monday");
  await expect(page.locator("[data-saved]")).toBeHidden();
  const rows = await page.getByRole("row").allInnerTexts();
  await expect.poll(() => savedPaths(page)).toContainEqual(expect.stringMatching(/^\/pictures\//));

  await reloadOffline(visitor, page);
  await expect(page.getByText(/^Saved \d{1,2} [A-Z][a-z]+, \d{1,2}:\d\d[ap]m\.$/)).toBeVisible();
  const withoutMarks = (texts: readonly string[]) =>
    texts.map((text) => text.replace(/on now|next/i, " ").replace(/\s+/g, " "));
  expect(withoutMarks(await page.getByRole("row").allInnerTexts())).toEqual(withoutMarks(rows));
  await expect(page.getByText(/^(on now|next|today)$/i)).toHaveCount(0);
  await expect(page.getByRole("link", { name: /^join now ?: /i }).first()).toHaveCSS("border-top-style", "dashed");
  expect(await page.evaluate(() => document.scripts.length)).toBe(0);

  await page.goto("/schedule/sunday");
  await expect(page.getByRole("heading", { name: "You are offline." })).toBeVisible();
  await page.getByRole("link", { name: /Monday/ }).click();
  await expect(page.getByRole("heading", { name: "Schedule by Day" })).toBeVisible();

  await visitor.setOffline(false);
  await page.goto("/schedule/sunday");
  await expect(page.locator("[data-saved]")).toBeHidden();
});

test("an open page stays readable offline, and its links lead to saved pages", async ({ ownBrowser: visitor }) => {
  const page = await visitor.newPage();
  await openAndSave(page, "/schedule/monday");
  // The Tuesday of the shown week, which isn't always the next Tuesday.
  const tuesday = (await page.getByRole("link", { name: "Tuesday" }).getAttribute("href")) ?? "";
  await openAndSave(page, tuesday);
  await openAndSave(page, "/schedule/monday");
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
  await visitor.setOffline(true);
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await page.getByRole("link", { name: "Tuesday" }).click();
  await expect(page.getByText("You are offline.")).toBeVisible();
  await expect(page).toHaveURL(tuesday);
});

test("opening a first day saves its week and the current one, or with data saving neither", async ({ ownBrowser }) => {
  const later = addDays(comingDate("sunday", dateInNairobi(new Date())), 7);
  const saving = await ownBrowser.newPage();
  await saving.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
  await openAndSave(saving, `/schedule/sunday?date=${later}`);
  expect((await savedPaths(saving)).filter((path) => path.startsWith("/schedule/week"))).toEqual([]);
  await saving.close();
  const page = await ownBrowser.newPage();
  await openAndSave(page, `/schedule/sunday?date=${later}`);
  const whole = page.getByRole("main").getByRole("link", { name: "The whole week" });
  const week = (await whole.getAttribute("href")) ?? "";
  expect(week).toMatch(/^\/schedule\/week\?date=/);
  await expect.poll(() => savedPaths(page)).toEqual(expect.arrayContaining(["/schedule/week", week]));
  await ownBrowser.setOffline(true);
  await whole.click();
  await expect(page).toHaveURL(week);
  await expect(page.getByText("You are offline.")).toBeVisible();
  await page.goto("/schedule/week");
  await expect(page.getByRole("heading", { level: 1, name: "The whole week" })).toBeVisible();
});

test("a class that was opened can be read offline with its picture", async ({ ownBrowser: visitor }) => {
  const page = await visitor.newPage();
  await openAndSave(page, "/classes/boxing");
  expect(await savedPaths(page)).not.toContain("/schedule/week");
  await reloadOffline(visitor, page);
  await expect(page.getByRole("heading", { level: 1, name: "Boxing" })).toBeVisible();
  const hero = page.locator("main img").first();
  await expect.poll(() => hero.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});

test("a visitor's own pages are never saved, and signing out deletes all copies", async ({ ownBrowser: visitor }) => {
  const page = await visitor.newPage();
  await signIn(page);
  for (const path of ["/account", "/classes", "/contact"]) await page.goto(path);
  await openAndSave(page, "/schedule/monday");
  const pages = (await savedPaths(page)).filter((path) => !path.startsWith("/pictures/"));
  expect(pages.every((path) => path.startsWith("/schedule/"))).toBe(true);

  await reloadOffline(visitor, page);
  expect(await page.content()).not.toContain("Your account");
  await visitor.setOffline(false);

  await page.goto("/account");
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page).toHaveURL("/");
  expect(await savedPaths(page)).toEqual([]);
  expect(await countWorkers(page)).toBe(0);
});

test("switching off offline reading deletes all copies", async ({ ownBrowser: visitor }) => {
  const first = await startSite();
  const page = await visitor.newPage();
  await openAndSave(page, `${first.url}/schedule/monday`);
  // At once, as an orderly end would wait for the browser's connections.
  first.signal("SIGKILL");
  await first.ended;

  const second = await startSiteProcess({ ...first.environment, PORT: String(first.port), OFFLINE_READING: "off" });
  await page.reload();
  await expect.poll(async () => [await savedPaths(page), await countWorkers(page)]).toEqual([[], 0]);
  await page.reload();
  await hydrated(page);
  await expect(page.locator("[data-saved]")).toHaveCount(0);
  expect(await countWorkers(page)).toBe(0);
  expect(await (await page.request.get(`${first.url}/privacy`)).text()).not.toContain("What your browser saves");
  second.signal("SIGKILL");
  await second.ended;
  await first.close();
});
