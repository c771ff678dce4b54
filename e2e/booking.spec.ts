/** Booking as a visitor does it: from a row of the timetable to a place, with and without JavaScript. */
import type { Page } from "@playwright/test";
import { bookPlace } from "../app/bookings/book.server.ts";
import { addDays, dateInNairobi, dayOfDate } from "../app/time/dates.server.ts";
import { sessionsBetween } from "../app/timetable/class-sessions.server.ts";
import { addMembers, setPlaces } from "../test/bookings/booking-gym.ts";
import { PASSWORD } from "../test/support/http-client.ts";
import { addSession } from "../test/support/staff.ts";
import { violations } from "./axe.ts";
import { type Counter, countClicks } from "./click-counts.ts";
import { expect, hydrated, newEmail, openAs, openSiteBeforeAll, test, testWithoutScript } from "./fixtures.ts";

test.use({ viewport: { width: 390, height: 844 } });

/** A session in three days, early enough for promotions, and the page of its day. */
let session: { id: string; path: string; time: string };

/** Finds the next session of a class from the day after tomorrow on, the page of its day, and its start. */
async function sessionOf(gymClass: string) {
  const today = dateInNairobi(site.services.now());
  const sessions = await sessionsBetween(site.services, addDays(today, 2), addDays(today, 6));
  const found = sessions.find(({ classSlug }) => classSlug === gymClass);
  if (found === undefined) throw new Error(`${gymClass} is on several days of the seeded week`);
  return { id: found.id, path: `/schedule/${dayOfDate(found.date)}`, time: found.time.from };
}

const site = openSiteBeforeAll(async (services) => {
  await setPlaces(services, "fitness", { places: 1, price: 800 });
  await setPlaces(services, "running", { places: 1 });
  session = await sessionOf("fitness");
});

const outcome = (page: Page) => page.locator("[data-outcome]");
const rowButton = (page: Page, label: string) =>
  page.getByRole("link", { name: new RegExp(`^${label} ?: Fitness, .*, ${session.time}$`) });

/** From Home to the page of the session, on a phone's menu. */
async function arrive(page: Page, label: string, hasScript: boolean): Promise<Counter> {
  await page.goto(site.url);
  if (hasScript) await hydrated(page);
  const counter = countClicks(page);
  await counter.press(page.getByRole("banner").getByRole("button", { name: /menu/i }));
  await counter.press(page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name: "Schedule" }));
  await expect(page).toHaveURL(/\/schedule\/[a-z]+$/);
  if (new URL(page.url()).pathname !== session.path) {
    await counter.press(page.getByRole("main").locator(`a[href="${session.path}"]`));
    // The previous page may have the class at the same time on its own day.
    await expect(page).toHaveURL(site.url + session.path);
  }
  await counter.press(rowButton(page, label));
  await expect(page).toHaveURL(new RegExp(`/booking\\?session=${session.id.replaceAll(".", "\\.")}`));
  return counter;
}

/** Types what a first booking needs: a name, an address and a password. */
async function fillInFirstBooking(page: Page, { type }: Counter, name: string): Promise<string> {
  const email = newEmail();
  await type(page.getByLabel(/Your name/), name);
  await type(page.getByLabel("Email"), email);
  await type(page.getByLabel(/^Password/), PASSWORD);
  return email;
}

test("a cancelled place goes to the next person, with JavaScript and without", async ({ page: first, browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  const second = await context.newPage();

  await test.step("a new visitor books, which creates an account", async () => {
    const counter = await arrive(first, "Book", true);
    await expect(first.getByText("1 of 1 left")).toBeVisible();
    expect(await violations(first)).toEqual([]);
    await first.getByRole("button", { name: "Book" }).click();
    await expect(first.getByLabel(/Your name/)).toBeFocused();
    await fillInFirstBooking(first, counter, "Akinyi Odhiambo");
    await counter.press(first.getByRole("button", { name: "Book" }));
    await expect(first.getByRole("heading", { level: 1, name: "You have a place" })).toBeVisible();
    await expect(first.getByText(/^Free to cancel until /)).toBeVisible();
    counter.done("a first booking, from Home, with an account", 8);
  });

  await test.step("the timetable shows that the class is full, and the next visitor joins the waiting list, without JavaScript", async () => {
    const counter = await arrive(second, "Join the list", false);
    await expect(second.getByText("This class is full. You would be")).toBeVisible();
    const email = await fillInFirstBooking(second, counter, "Brian Kiprono");
    await second.getByLabel("Phone").fill("not a number");
    await second.getByRole("button", { name: "Join the waiting list" }).click();
    await expect(second.getByText("This doesn’t look like a phone number.")).toBeVisible();
    await expect(second.getByLabel(/Your name/)).toHaveValue("Brian Kiprono");
    await second.getByLabel("Phone").fill("");
    await expect(second.getByLabel("Email")).toHaveValue(email);
    await second.getByLabel(/^Password/).fill(PASSWORD);
    await counter.press(second.getByRole("button", { name: "Join the waiting list" }));
    await expect(second.getByText("1st", { exact: true })).toBeVisible();
    await expect(second.getByRole("link", { name: "Leave the waiting list" })).toBeVisible();
    counter.done("a first booking, from Home, with an account", 8);
  });

  await test.step("Home shows each their own booking first, and others none", async () => {
    for (const [page, label] of [
      [first, "Your next class"],
      [second, "On the waiting list, 1st in line"],
    ] as const) {
      expect((await page.goto(site.url))?.headers()).toMatchObject({ "cache-control": "private, no-store" });
      await expect(page.getByRole("main").getByRole("link").first()).toHaveText(
        new RegExp(`^${label} Fitness, \\w+\\s${session.time}$`),
      );
    }
  });

  await test.step("the first cancels from the mail, free of charge", async () => {
    const mails = site.services.db.selectFrom("outbox").select("body_text").where("subject", "like", "%Fitness%");
    const texts = (await mails.execute()).map(({ body_text }) => body_text).join("\n");
    const [path] = /\/booking\/cancel\?session=\S+/.exec(texts) ?? [];
    await first.setContent(`<a href="${site.url}${path}">Cancel</a>`);
    const counter = countClicks(first);
    await counter.press(first.getByRole("link", { name: "Cancel" }));
    await expect(first.getByText(/^Cancelling is free of charge until /)).toBeVisible();
    await counter.press(first.getByRole("button", { name: "Cancel this booking" }));
    counter.done("cancelling, from the mail", 2);
    await expect(outcome(first)).toHaveText("Cancelled, free of charge. Somebody else can come instead.");
    await expect(first.getByText("Cancelled by you")).toBeVisible();
  });

  await test.step("the second visitor gets the place, has it in a calendar, and cancels it", async () => {
    await second.goto(`${site.url}/booking?session=${session.id}`);
    await expect(second.getByRole("heading", { level: 1, name: "You have a place" })).toBeVisible();
    await second.getByRole("link", { name: "My bookings" }).click();
    await second.getByRole("button", { name: "Create calendar address" }).click();
    const address = (await second.getByText(/calendar\.ics\?key=/).textContent()) ?? "";
    const feed = await fetch(`${site.url}/calendar.ics${new URL(address).search}`);
    expect([feed.status, feed.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
    expect(await feed.text()).toContain(`UID:${session.id}@`);
    await second.getByRole("switch", { name: "Send me reminders" }).click();
    await expect(second.getByRole("switch", { name: "Send me reminders" })).not.toBeChecked();
    await second.getByRole("link", { name: /^Cancel ?: Fitness/ }).click();
    await second.getByRole("button", { name: "Cancel this booking" }).click();
    await expect(second.getByText("Nothing booked.")).toBeVisible();
  });

  await test.step("the timetable shows a free place again", async () => {
    await first.goto(site.url + session.path);
    const counter = countClicks(first);
    await counter.press(rowButton(first, "Book"));
    await counter.press(first.getByRole("button", { name: "Book" }));
    await expect(first.getByRole("heading", { level: 1, name: "You have a place" })).toBeVisible();
    counter.done("a booking, from the day, signed in", 2);
  });

  await context.close();
});

testWithoutScript("somebody brings a guest, cancels the guest's place, and adds another guest", async ({ page }) => {
  await setPlaces(site.services, "yoga", { places: 8, price: 500 });
  const yoga = await sessionOf("yoga");
  const [member] = await addMembers(site.services, 1, "njoki");
  const { cookie } = await addSession(site.services, member?.id ?? "");

  await test.step("the guest is named beside the checkbox", async () => {
    await openAs(page, site, cookie, yoga.path);
    const counter = countClicks(page);
    await counter.press(page.getByRole("link", { name: new RegExp(`^Book ?: Yoga, .*, ${yoga.time}$`) }));
    await expect(page.getByLabel("Your guest’s name")).toBeHidden();
    await counter.press(page.getByLabel("I’m bringing somebody"));
    await expect(page.getByText("KES 500 each, KES 1,000 together")).toBeVisible();
    await page.getByRole("button", { name: "Book for two, KES 1,000 at the desk" }).click();
    await expect(page.getByText("Please enter your guest’s name")).toBeVisible();
    await counter.type(page.getByLabel("Your guest’s name"), "Amina Njeri");
    await counter.press(page.getByRole("button", { name: "Book for two" }));
    await expect(page.getByRole("heading", { level: 1, name: "You have two places" })).toBeVisible();
    await expect(page.getByText("With Amina Njeri")).toBeVisible();
    counter.done("a booking with a guest, from the day, signed in", 4);
  });

  await test.step("only the guest's place is cancelled, from My bookings", async () => {
    await page.getByRole("link", { name: "My bookings" }).click();
    await expect(page.getByText("With Amina Njeri")).toBeVisible();
    await page.getByRole("link", { name: /^Cancel my guest’s place ?: Yoga/ }).click();
    await expect(page.getByText(/^Cancelling the place of Amina Njeri is free of charge until /)).toBeVisible();
    await page.getByRole("button", { name: "Cancel the guest’s place" }).click();
    await expect(outcome(page)).toHaveText("Your guest’s place is cancelled, free of charge. Yours is unchanged.");
  });

  await test.step("another guest is added", async () => {
    await page.goto(`${site.url}/booking?session=${yoga.id}`);
    await page.getByLabel("Your guest’s name").fill("Baraka Mutua");
    await page.getByRole("button", { name: "Add a guest, KES 500 at the desk" }).click();
    await expect(page.getByText("With Baraka Mutua")).toBeVisible();
  });
});

test("somebody moves a booking", async ({ page }) => {
  await setPlaces(site.services, "yoga", { places: 8, price: 500 });
  await setPlaces(site.services, "karate", { places: 1, price: 700 });
  const [yoga, karate] = [await sessionOf("yoga"), await sessionOf("karate")];
  const [member] = await addMembers(site.services, 1, "moraa");
  if (member === undefined) throw new Error("There is a member");
  await bookPlace(site.services, member, { sessionId: yoga.id });
  await openAs(page, site, (await addSession(site.services, member.id)).cookie, "/account/bookings");
  const counter = countClicks(page);
  await counter.press(page.getByRole("link", { name: /^Move ?: Yoga/ }));
  await expect(page.getByText(/^Moving is free of charge until /)).toBeVisible();

  await page.getByRole("button", { name: "Move my booking" }).click();
  await expect(page.getByText("Choose the class that you want to come to instead.")).toBeVisible();
  await counter.press(page.locator("label").filter({ has: page.locator(`input[value="${karate.id}"]`) }));
  await counter.press(page.getByRole("button", { name: "Move my booking" }));
  await expect(outcome(page)).toHaveText("Your booking is moved. Your earlier place is free for somebody else.");
  await expect(page.getByRole("main").getByRole("heading", { level: 3 }).first()).toHaveText("Karate");
  await expect(page.getByText("Moved by you")).toBeVisible();
  counter.done("moving a booking, from My bookings", 3);
});
