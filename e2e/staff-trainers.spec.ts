/** The console of a trainer: her calendar, and the way to the desk when she can't lead a class. */
import type { Browser, Page } from "@playwright/test";
import ICAL from "ical.js";
import { addDays, comingDate, dateInNairobi } from "../app/time/dates.server.ts";
import type { Day } from "../app/time/days.ts";
import { violations } from "./axe.ts";
import { expectTextToFit } from "./fitting-text.ts";
import { expect, hydrated, type Site, signInStaff, test } from "./fixtures.ts";
import { ZOOMED_VIEW } from "./screen-checks.ts";

test.use({ viewport: { width: 390, height: 844 } });
test.describe.configure({ timeout: 120_000 });

/** A class of Wanjiru's more than a day ahead. */
function classOf(day: Day): string {
  return `${day}-1.${comingDate(day, addDays(dateInNairobi(new Date()), 3))}`;
}

/** A page of its own in which somebody is signed in. */
async function pageOf(browser: Browser, site: Site, javaScriptEnabled: boolean, trainerSlug?: string): Promise<Page> {
  const context = await browser.newContext({
    javaScriptEnabled,
    baseURL: site.url,
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  await signInStaff(
    page,
    site,
    trainerSlug === undefined ? "desk" : "trainer",
    trainerSlug === undefined ? {} : { trainerSlug },
  );
  return page;
}

/** Screens of trainers, which an owner's list of screens has not. */
async function expectGoodScreen(page: Page): Promise<void> {
  expect(await violations(page), page.url()).toEqual([]);
  await page.setViewportSize(ZOOMED_VIEW);
  await expectTextToFit(page);
  await page.setViewportSize({ width: 390, height: 844 });
}

for (const isScripted of [true, false]) {
  const how = isScripted ? "with script" : "without script";

  test(`a trainer follows her classes in a calendar, until the address is renewed, ${how}`, async ({
    browser,
    request,
    site,
  }) => {
    const page = await pageOf(browser, site, isScripted, "amina-yusuf");
    await page.goto("/staff/timetable");
    if (isScripted) await hydrated(page);
    await page.getByRole("link", { name: "Your classes in your calendar" }).click();
    await page.getByRole("button", { name: "Make my address" }).click();
    await expect(page.locator(".feed-address")).toBeVisible();
    if (isScripted) await expectGoodScreen(page);
    const address = (await page.locator(".feed-address").textContent()) ?? "";
    const feed = await request.get(address);
    expect(feed.headers()["cache-control"]).toBe("private, no-store");
    const events = new ICAL.Component(ICAL.parse(await feed.text())).getAllSubcomponents("vevent");
    expect(events.length).toBeGreaterThan(3);
    const trainers = new Set(events.map((event) => new ICAL.Event(event).description.split("\n").at(-1)));
    expect([...trainers].every((words) => words?.startsWith("Trainer: Amina Yusuf"))).toBe(true);
    await page.getByRole("button", { name: "New address" }).click();
    await expect(page.locator(".feed-address")).not.toHaveText(address);
    expect((await request.get(address)).status()).toBe(404);
    await page.context().close();
  });
}

test("reaches the desk about a class that she can't lead", async ({ page, site }) => {
  const id = classOf("sunday");
  await signInStaff(page, site, "trainer", { trainerSlug: "wanjiru-kamau" });
  await page.goto(`/staff/timetable/${id}/cover`);
  await expect(page).toHaveURL(new RegExp(`/staff/timetable/${id}$`));
  // The seeded gym has no WhatsApp number.
  const link = page.getByRole("link", { name: "I can’t: call the desk" });
  await expect(link).toHaveAttribute("href", /^tel:\+254/);
  await expectGoodScreen(page);
  await page.goto(`/staff/timetable?week=${id.slice(-10)}`);
  await expect(link.first()).toBeVisible();
});
