/** A trainer who can't lead a class asks her colleagues, with JavaScript and without. */
import type { Browser, Page } from "@playwright/test";
import ICAL from "ical.js";
import { addDays, comingDate, dateInNairobi } from "../app/time/dates.server.ts";
import type { Day } from "../app/time/days.ts";
import { withStore } from "../test/support/staff.ts";
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

const act = (page: Page, title: string) => page.locator(".act").filter({ hasText: title });

/** The page without what is read out of it. */
const main = (page: Page) => page.locator("#main");

/** Screens of trainers, which an owner's list of screens has not. */
async function expectGoodScreen(page: Page): Promise<void> {
  expect(await violations(page), page.url()).toEqual([]);
  await page.setViewportSize(ZOOMED_VIEW);
  await expectTextToFit(page);
  await page.setViewportSize({ width: 390, height: 844 });
}

for (const isScripted of [true, false]) {
  const how = isScripted ? "with script" : "without script";
  const day = isScripted ? "monday" : "wednesday";

  test(`a colleague accepts, and leads the class, ${how}`, async ({ browser, site }) => {
    const id = classOf(day);
    const week = `/staff/timetable?week=${id.slice(-10)}`;
    const wanjiru = await pageOf(browser, site, isScripted, "wanjiru-kamau");
    const brian = await pageOf(browser, site, isScripted, "brian-otieno");
    const amina = await pageOf(browser, site, isScripted, "amina-yusuf");
    const desk = await pageOf(browser, site, isScripted);

    await wanjiru.goto(week);
    if (isScripted) await hydrated(wanjiru);
    await wanjiru.locator(`a[href="/staff/timetable/${id}/cover#ask"]`).click();
    await expect(wanjiru).toHaveURL(/\/cover#ask$/);
    if (isScripted) await expectGoodScreen(wanjiru);
    // Nobody is chosen: the reason stays.
    const asking = act(wanjiru, "Ask a colleague");
    await asking.getByLabel("Why").fill("My sister’s wedding.");
    await asking.getByRole("button", { name: "Ask" }).click();
    await expect(main(wanjiru).getByText("Choose whom to ask.")).toBeVisible();
    await expect(asking.getByLabel("Why")).toHaveValue("My sister’s wedding.");
    await wanjiru.getByLabel("Everybody who is free").check();
    await asking.getByRole("button", { name: "Ask" }).click();
    await expect(main(wanjiru).getByText("You have asked for cover.")).toBeVisible();
    await expect(main(wanjiru).getByText(/Brian Otieno \(no answer yet\)/)).toBeVisible();

    // The desk is told once all have said no.
    await desk.goto("/staff");
    await expect(main(desk).getByText("Wanjiru Kamau can’t lead")).toBeHidden();
    for (const page of [brian, amina]) {
      await page.goto("/staff");
      if (isScripted) await hydrated(page);
      await page.locator(`a[href="/staff/timetable/${id}/cover"]`).click();
      await expect(main(page).getByText("Wanjiru Kamau asks whether you can lead it.")).toBeVisible();
      if (isScripted) await expectGoodScreen(page);
      await page.getByRole("button", { name: "I can’t" }).click();
      await expect(main(page).getByText(/You have said no, and can still accept/)).toBeVisible();
    }
    await desk.goto("/staff");
    const needed = desk.locator(".waiting-items li").filter({ has: desk.locator(`a[href="/staff/timetable/${id}"]`) });
    await expect(needed).toContainText("Wanjiru Kamau can’t lead");
    if (isScripted) await expectGoodScreen(desk);
    await needed.getByRole("link").click();
    await expect(main(desk).getByText("Wanjiru Kamau can’t lead it.")).toBeVisible();
    await expect(desk.getByRole("button", { name: "Hand it over" })).toBeVisible();
    await expect(desk.getByRole("button", { name: "Cancel the class" })).toBeVisible();

    await brian.getByRole("button", { name: "I’ll lead it" }).click();
    await expect(main(brian).getByText(/is yours: you lead it/)).toBeVisible();
    await expect(main(brian).getByText(/Brian Otieno, for Wanjiru Kamau/)).toBeVisible();
    await amina.reload();
    await expect(main(amina).getByText("Brian Otieno leads this class.")).toBeVisible();
    await desk.goto("/staff");
    await expect(main(desk).getByText("Wanjiru Kamau can’t lead")).toBeHidden();
    await desk.goto(`/schedule/${day}?date=${id.slice(-10)}`);
    await expect(desk.getByText(/Brian Otieno, for Wanjiru Kamau/).first()).toBeVisible();

    // Whoever looks again has nothing to do, and one form of an older page does nothing.
    await wanjiru.goto(`/staff/timetable/${id}/cover`);
    await expect(main(wanjiru).getByText("Brian Otieno leads this class.")).toBeVisible();
    for (const page of [wanjiru, brian, amina, desk]) await page.context().close();
  });

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

test("says that she can't, and takes it back", async ({ page, site }) => {
  const id = classOf("sunday");
  await signInStaff(page, site, "trainer", { trainerSlug: "wanjiru-kamau" });
  await page.goto(`/staff/timetable/${id}`);
  await page.getByRole("link", { name: "I can’t" }).click();
  await act(page, "I can’t").getByRole("button", { name: "Tell the desk" }).click();
  await expect(main(page).getByText("The desk knows, on its first page and by mail.")).toBeVisible();
  await page.getByRole("button", { name: "I’ll lead it after all" }).click();
  await expect(main(page).getByText("You lead it after all.")).toBeVisible();
  const mails = await withStore(site.environment, ({ db }) =>
    db.selectFrom("outbox").select("kind").where("about", "=", id).orderBy("about_order").execute(),
  );
  expect(mails.map(({ kind }) => kind).toSorted()).toEqual(["cover-found", "cover-needed"]);
});
