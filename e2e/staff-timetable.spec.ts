/** Decisions about the dated timetable of each week, on a phone, with the clicks counted from the console's first page. */
import type { Locator, Page } from "@playwright/test";
import { addDays, comingDate, dateInNairobi, dayAndDate, shortDayAndMonth } from "../app/time/dates.server.ts";
import { momentAt } from "../test/bookings/booking-gym.ts";
import { bottomBar, openConsole } from "./click-counts.ts";
import { expect, openSiteBeforeAll, test, withAndWithoutScript } from "./fixtures.ts";

test.use({ viewport: { width: 390, height: 844 } });

const today = comingDate("monday", dateInNairobi(new Date()));

const site = openSiteBeforeAll(undefined, (services) => {
  // Before the first class of that Monday.
  const ahead = Date.parse(momentAt(today, 8)) - Date.now();
  return { ...services, now: () => new Date(Date.now() + ahead) };
});

/** The link of a class in the week. */
const session = (page: Page, id: string): Locator => page.locator(`main a[href$="/staff/timetable/${id}"]`).first();

/** The link to the week of a date; weeks other than this one cost a click more. */
const week = (page: Page, date: string): Locator =>
  page.getByRole("navigation", { name: "Weeks" }).getByRole("link", { name: shortDayAndMonth(date), exact: true });

const everyWeek = (page: Page): Locator => page.locator("main").getByRole("link", { name: "Weekly timetable" });

/** The link of a weekly slot in the list. */
const slotLink = (page: Page, slot: string): Locator => page.locator(`.board a[href$="/rows/${slot}"]`);

const act = (page: Page, title: string): Locator => page.getByRole("region", { name: title });

/** The stored override of a class session. */
function written(id: string) {
  const sessions = site.services.db.selectFrom("class_sessions").where("id", "=", id);
  return sessions.select(["state", "reason", "date", "time_from", "trainer_name"]).executeTakeFirst();
}

/** The link of a class on the console's first page. */
const todays = (page: Page, id: string): Locator =>
  page.getByRole("region", { name: "Classes today" }).locator(`a[href$="/timetable/${id}"]`);

withAndWithoutScript((isScripted) => {
  /** The value for the test with JavaScript, or for the one without. */
  const byMode = (withScript: string, without: string) => (isScripted ? withScript : without);
  /** A Monday that only this mode uses, in one of the weeks that have a tab. */
  const monday = addDays(today, isScripted ? 7 : 14);

  test("5 and 4: tonight’s class is cancelled, then back, and taught by a substitute", async ({ page }) => {
    const id = `${byMode("monday-4", "monday-3")}.${today}`;
    const { press, choose, done } = await openConsole(page, site, isScripted, "desk");
    await press(todays(page, id));
    await act(page, "Cancel this class").getByLabel("Reason").fill("No power at the gym.");
    await press(page.getByRole("button", { name: "Cancel the class" }));
    await expect(page.locator("[data-outcome]")).toContainText("is cancelled. Visitors see it now.");
    expect(await written(id)).toMatchObject({ state: "cancelled", reason: "No power at the gym." });
    await press(page.getByRole("button", { name: "Undo the cancellation" }));
    await expect(page.locator("[data-outcome]")).toContainText("is back as planned.");
    done("5 cancel tonight’s class, and take it back", 4);
    expect(await written(id)).toMatchObject({ state: "scheduled", reason: null });
    await choose(page.getByLabel("Who teaches it"), "Brian Otieno");
    await press(page.getByRole("button", { name: "Hand it over" }));
    // The page also shows who has to be told.
    await expect(page.locator("[data-outcome]").first()).toContainText("is handed over.");
    done("4 put in a substitute, from the page of the class", 5);
    expect(await written(id)).toMatchObject({ trainer_name: "Brian Otieno" });
  });

  test("3: a class of another week is moved", async ({ page }) => {
    const id = `monday-3.${monday}`;
    const { press, done } = await openConsole(page, site, isScripted, "desk");
    await press(bottomBar(page, "Timetable"));
    await press(week(page, monday));
    await press(session(page, id));
    const move = act(page, "Another day or time");
    await move.getByLabel("Day").fill(addDays(monday, 1));
    await move.getByLabel("From").fill("10.30 am");
    await move.getByLabel("To").fill("11:30am");
    await press(page.getByRole("button", { name: "Move the class" }));
    await expect(page.locator("[data-outcome]")).toContainText("is moved.");
    done("3 move one class", 4);
    expect(await written(id)).toMatchObject({ date: addDays(monday, 1), time_from: "10:30am" });
  });

  test("6: days are closed after the page has shown the effects, and reopened", async ({ page }) => {
    const { press, done } = await openConsole(page, site, isScripted, "desk");
    const wednesday = addDays(monday, 2);
    await press(bottomBar(page, "Timetable"));
    await press(page.getByRole("link", { name: "Close days" }));
    await page.getByLabel("First day").fill(wednesday);
    await page.getByLabel("Note").fill("Public holiday.");
    await press(page.locator(".actions").getByRole("button", { name: "Preview" }));
    await expect(page.locator("main").getByText(/^.*: [234] classes are cancelled\.$/)).toBeVisible();
    await press(page.getByRole("button", { name: `Close ${dayAndDate(wednesday)}` }));
    await expect(page.locator("[data-outcome]")).toContainText(`${dayAndDate(wednesday)}: closed.`);
    done("6 close a day", 5);
    const reopen = page.getByRole("button", { name: /^Reopen/ });
    await reopen.first().click();
    await expect(page.locator("[data-outcome]")).toContainText("reopened.");
  });
});

test("7: a class is added once", async ({ page }) => {
  const { press, choose, done } = await openConsole(page, site, true, "desk");
  await press(bottomBar(page, "Timetable"));
  await press(page.getByRole("link", { name: "Add a one-off class" }));
  await choose(page.getByLabel("Class"), "Yoga");
  await page.getByLabel("Day").fill(addDays(today, 11));
  await page.getByLabel("From").fill("11:00am");
  await page.getByLabel("To").fill("12:00pm");
  await press(page.getByRole("button", { name: "Add the class" }));
  await expect(page.locator("[data-outcome]")).toContainText("is added.");
  done("7 add a class once", 4);
  const id = page.url().match(/added-\w+/)?.[0] ?? "";
  expect(await written(id)).toMatchObject({ date: addDays(today, 11), trainer_name: "Amina Yusuf" });
});

test("3 and 8: a weekly class changes permanently, and another from a day on", async ({ page }) => {
  const { press, done } = await openConsole(page, site, true);
  await press(bottomBar(page, "Timetable"));
  await press(everyWeek(page));
  await press(slotLink(page, "tuesday-1"));
  await page.getByLabel("From", { exact: true }).fill("9:30am");
  await page.getByLabel("To", { exact: true }).fill("10:30am");
  await press(page.getByRole("button", { name: "Change the timetable" }));
  await expect(page.locator(".notice")).toContainText("The weekly timetable is changed.");
  done("3 change the time of a class for good", 4);

  const next = await openConsole(page, site, true);
  const slug = "saturday-1";
  const from = addDays(today, 19);
  await next.press(bottomBar(page, "Timetable"));
  await next.press(everyWeek(page));
  await next.press(slotLink(page, slug));
  await page.getByLabel("From", { exact: true }).fill("5:45am");
  await page.getByLabel("First day (optional)").fill(from);
  await next.press(page.getByRole("button", { name: "Change the timetable" }));
  await expect(page.locator("main").getByText(/^From .*,\s5:45am-/)).toBeVisible();
  next.done("8 a class of every week changes on a date", 6);
  // The form has the current timetable's values.
  await expect(page.getByLabel("From", { exact: true })).not.toHaveValue("5:45am");
  await expect(page.getByLabel("First day (optional)")).toHaveValue("");
  await page.goto(`${site.url}/staff/timetable?week=${addDays(today, 21)}`);
  await expect(page.locator(`main li:has(a[href*="${slug}."])`)).toContainText("5:45am");
});

test("7: a class at 6:00am on five days is one form, and one undo", async ({ page }) => {
  const { press, choose, type, done } = await openConsole(page, site, true);
  await press(bottomBar(page, "Timetable"));
  await press(page.getByRole("link", { name: "Add a weekly class" }));
  await page.waitForURL(/\/timetable\/rows\/new/);
  await type(page.getByLabel("From", { exact: true }), "6:00am");
  await type(page.getByLabel("To", { exact: true }), "7:00am");
  await choose(page.getByLabel("Class"), "Boxing");
  await choose(page.getByLabel("Trainer"), "Brian Otieno");
  await press(page.getByLabel("Monday to Friday"));
  await press(page.getByRole("button", { name: "Add to the timetable" }));
  await expect(page.locator(".notice")).toContainText(
    "Added: Monday, Tuesday, Wednesday, Thursday, Friday: 6:00am-7:00am",
  );
  done("7 a class at 6:00am on five days", 8);
  // The form starts empty again.
  await expect(page.getByLabel("From", { exact: true })).toHaveValue("");
  await expect(page.getByLabel("Monday to Friday")).not.toBeChecked();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.locator(".notice")).toContainText("The change is undone.");
});

test("7: a weekly class is added as a copy", async ({ page }) => {
  const { press, done } = await openConsole(page, site, true);
  await press(todays(page, `monday-1.${today}`));
  await press(page.getByRole("link", { name: "Copy it to another day or time" }));
  // The previous page has a field of this name too.
  await page.waitForURL(/\/timetable\/rows\/new/);
  // The copied class's day is ticked.
  await press(page.getByLabel("Monday", { exact: true }));
  await press(page.getByLabel("Tuesday", { exact: true }));
  await page.getByLabel("From", { exact: true }).fill("7:15am");
  await page.getByLabel("To", { exact: true }).fill("8:15am");
  await press(page.getByRole("button", { name: "Add to the timetable" }));
  await expect(page.locator(".notice")).toContainText("7:15am-8:15am");
  done("7 add a class of every week", 5);
});
