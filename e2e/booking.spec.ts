/** Booking as a visitor does it: from a row of the timetable to a place, with and without script. */
import type { Browser, Page } from "@playwright/test";
import { addDays, dateInNairobi } from "../app/time/dates.server.ts";
import { sessionsBetween } from "../app/timetable/class-sessions.server.ts";
import { setPlaces } from "../test/bookings/booking-gym.ts";
import { createVisitor, PASSWORD } from "../test/support/http-client.ts";
import { type SiteInProcess, startSiteInProcess } from "../test/support/site-in-process.ts";
import { violations } from "./axe.ts";
import { expect, hydrated, newEmail, test } from "./fixtures.ts";
import { expectToFitWithTextSpacing, expectToFitZoomed } from "./screen-checks.ts";

test.describe.configure({ timeout: 120_000 });

let site: SiteInProcess;
/** A session in three days, before whose limit places are given on, and the page of its day. */
let session: { id: string; path: string; time: string };

test.beforeAll(async () => {
  site = await startSiteInProcess();
  await setPlaces(site.services, "fitness", { places: 1, price: 800 });
  await setPlaces(site.services, "running", { places: 1 });
  const today = dateInNairobi(site.services.now());
  const found = (await sessionsBetween(site.services, addDays(today, 2), addDays(today, 6))).find(
    ({ classSlug }) => classSlug === "fitness",
  );
  if (found === undefined) throw new Error("Fitness is on several days of the seeded week");
  const day = new Intl.DateTimeFormat("en-GB", { weekday: "long", timeZone: "UTC" }).format(new Date(found.date));
  session = { id: found.id, path: `/schedule/${day.toLowerCase()}`, time: found.time.from };
});

test.afterAll(() => site.close());

/** From the row of the timetable through Sign Up to the page of the session. */
async function arrive(page: Page, link: string, hasScript: boolean): Promise<void> {
  await page.goto(site.url + session.path);
  if (hasScript) await hydrated(page);
  await page.getByRole("link", { name: new RegExp(`^${link} ?: Fitness, .*, ${session.time}$`) }).click();
  await expect(page).toHaveURL(/\/login\?next=/);
  await page.getByRole("main").getByRole("link", { name: "Sign Up" }).click();
  // The form of Sign In has the same fields, and is still there when the address is the new one.
  await expect(page.getByRole("heading", { level: 1, name: "Sign Up" })).toBeVisible();
  await page.getByLabel("Email").fill(newEmail());
  await page.getByLabel(/^Password/).fill(PASSWORD);
  await page.getByRole("main").locator("form button[type=submit]").click();
  await expect(page).toHaveURL(new RegExp(`/booking\\?session=${session.id.replaceAll(".", "\\.")}`));
}

/** Nothing is cut where there is least room for it, and axe finds nothing. */
async function expectGoodScreen(page: Page): Promise<void> {
  const size = page.viewportSize() ?? { width: 1280, height: 720 };
  expect(await violations(page)).toEqual([]);
  await expectToFitZoomed(page);
  await page.setViewportSize(size);
}

async function visit(browser: Browser, hasScript: boolean): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: hasScript });
  return context.newPage();
}

test("a place goes from one visitor to the next in line, with script and without", async ({ browser }) => {
  const first = await visit(browser, true);
  const second = await visit(browser, false);

  await test.step("a new visitor signs up on the way, and books with a name", async () => {
    await arrive(first, "Book", true);
    await expect(first.getByText("1 of 1 left")).toBeVisible();
    await expectGoodScreen(first);
    await first.getByRole("button", { name: "Book" }).click();
    await expect(first.getByLabel(/Your name/)).toBeFocused();
    await first.getByLabel(/Your name/).fill("Akinyi Odhiambo");
    await first.getByRole("button", { name: "Book" }).click();
    await expect(first.getByRole("heading", { level: 1, name: "You have a place" })).toBeVisible();
    await expect(first.getByText(/^Free to cancel until /)).toBeVisible();
    await expectGoodScreen(first);
  });

  await test.step("the timetable says that it is full, and the next visitor waits, without script", async () => {
    await arrive(second, "Join the waiting list", false);
    await expect(second.getByText("This class is full. You would be")).toBeVisible();
    await second.getByLabel(/Your name/).fill("Brian Kiprono");
    await second.getByLabel("Phone").fill("not a number");
    await second.getByRole("button", { name: "Join the waiting list" }).click();
    await expect(second.getByText("This doesn’t look like a phone number.")).toBeVisible();
    await expect(second.getByLabel(/Your name/)).toHaveValue("Brian Kiprono");
    await second.getByLabel("Phone").fill("");
    await second.getByRole("button", { name: "Join the waiting list" }).click();
    await expect(second.getByText("1st", { exact: true })).toBeVisible();
    await expect(second.getByRole("link", { name: "Leave the waiting list" })).toBeVisible();
  });

  await test.step("Home says to each what they have, before everything else, and to nobody else", async () => {
    for (const [page, label] of [
      [first, "Your next class"],
      [second, "On the waiting list, 1st in line"],
    ] as const) {
      const response = await page.goto(site.url);
      expect(response?.headers()).toMatchObject({ "cache-control": "private, no-store" });
      await expect(page.getByRole("main").getByRole("link").first()).toHaveText(
        new RegExp(`^${label} Fitness, \\w+\\s${session.time}$`),
      );
    }
    await expectGoodScreen(first);
    // Members without a booking share the page, which its ETag tells from one that was rendered for them.
    const member = createVisitor(site.url);
    await member.post("/signup", { email: newEmail(), password: PASSWORD });
    const shared = await member.get("/");
    expect(shared.text).not.toContain(session.id);
    expect(shared.headers.get("etag")).not.toBeNull();
    const cached = site.cachedPages();
    const other = createVisitor(site.url);
    await other.post("/signup", { email: newEmail(), password: PASSWORD });
    expect((await other.get("/")).headers.get("etag")).toBe(shared.headers.get("etag"));
    expect(site.cachedPages()).toBe(cached);
  });

  await test.step("the account begins with what is booked", async () => {
    await first.goto(`${site.url}/account`);
    const main = first.getByRole("main");
    await expect(main.getByRole("heading", { level: 2 }).first()).toHaveText("My bookings");
    await expect(main.getByRole("heading", { level: 3 }).first()).toHaveText("Fitness");
    await expectGoodScreen(first);
    await expectToFitWithTextSpacing(first);
  });

  await test.step("the first cancels from My bookings, free of charge", async () => {
    await first.getByRole("link", { name: "My bookings", exact: true }).click();
    await expect(first.getByRole("heading", { level: 1, name: "My bookings" })).toBeVisible();
    await expectGoodScreen(first);
    await expectToFitWithTextSpacing(first);
    await first.getByRole("link", { name: /^Cancel ?: Fitness/ }).click();
    await expect(first.getByText(/^Cancelling is free of charge until /)).toBeVisible();
    await first.getByRole("button", { name: "Cancel this booking" }).click();
    await expect(first.locator("[data-outcome]")).toHaveText(
      "Cancelled, free of charge. Somebody else can have the place.",
    );
    await expect(first.getByText("Cancelled by you")).toBeVisible();
  });

  await test.step("so the place is the second's, who has a calendar of it and gives it back", async () => {
    await second.goto(`${site.url}/booking?session=${session.id}`);
    await expect(second.getByRole("heading", { level: 1, name: "You have a place" })).toBeVisible();
    await second.getByRole("link", { name: "My bookings" }).click();
    await second.getByRole("button", { name: "Make my address" }).click();
    const address = (await second.getByText(/calendar\.ics\?key=/).textContent()) ?? "";
    const feed = await fetch(`${site.url}/calendar.ics${new URL(address).search}`);
    expect([feed.status, feed.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
    expect(await feed.text()).toContain(`UID:${session.id}@`);
    await second.getByRole("switch", { name: "Send me reminders" }).click();
    await expect(second.getByRole("switch", { name: "Send me reminders" })).not.toBeChecked();
    await second.getByRole("link", { name: /^Cancel ?: Fitness/ }).click();
    await second.getByRole("button", { name: "Cancel this booking" }).click();
    await expect(second.getByText("Nothing booked.")).toBeVisible();
    await second.goto(site.url);
    await expect(second.getByText("Your next class")).toHaveCount(0);
    await second.goto(`${site.url}/account/bookings`);
  });

  await test.step("and the timetable has a place again", async () => {
    await first.goto(site.url + session.path);
    await expectGoodScreen(first);
    await expect(first.getByRole("link", { name: new RegExp(`^Book ?: Fitness, .*, ${session.time}$`) })).toBeVisible();
    await first.goto(`${site.url}/booking?session=monday-9.2026-11-23`);
    await expect(first.getByRole("heading", { level: 1, name: "Nothing on this rack" })).toBeVisible();
  });

  for (const page of [first, second]) await page.context().close();
});
