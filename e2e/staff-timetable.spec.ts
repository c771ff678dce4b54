/** Decisions about the dated timetable of each week, on a phone, with the clicks counted from the console's first page. */
import type { Locator, Page } from "@playwright/test";
import { dayAndDate } from "../app/time/date-texts.server.ts";
import { addDays, comingDate, dateInNairobi, dayOfDate } from "../app/time/dates.server.ts";
import { dayName } from "../app/time/days.ts";
import { withStore } from "../test/support/staff.ts";
import { openConsole, printCounts } from "./click-counts.ts";
import { expect, type Site, signInStaff, test } from "./fixtures.ts";

// One process for all, so that it can print one table.
test.describe.configure({ mode: "default" });
test.use({ viewport: { width: 390, height: 844 } });
test.afterAll(printCounts);

const today = dateInNairobi(new Date());
const tomorrow = addDays(today, 1);

const timetable = (page: Page): Locator => page.locator(".bottom-bar").getByRole("link", { name: "Timetable" });

/** The link of a class in the week. */
const session = (page: Page, id: string): Locator => page.locator(`main a[href$="/staff/timetable/${id}"]`).first();

/** The link to the week of a date; weeks other than this one cost a click more. */
const week = (page: Page, date: string): Locator =>
  page.getByRole("navigation", { name: "Weeks" }).getByRole("link", { name: weekLabel(date), exact: true });

function weekLabel(date: string): string {
  const [, day, month = ""] = dayAndDate(date).split(" ");
  return `${day} ${month.slice(0, 3)}`;
}

const everyWeek = (page: Page): Locator => page.locator("main").getByRole("link", { name: "Weekly timetable" });

/** The link of a weekly slot in the list. */
const slotLink = (page: Page, slot: string): Locator => page.locator(`.board a[href$="/rows/${slot}"]`);

const act = (page: Page, title: string): Locator => page.getByRole("region", { name: title });

/** The stored override of a class session. */
function written(site: Site, id: string) {
  return withStore(site.environment, ({ db }) =>
    db
      .selectFrom("class_sessions")
      .select(["state", "reason", "date", "time_from", "trainer_name"])
      .where("id", "=", id)
      .executeTakeFirst(),
  );
}

/** The link of a class on the console's first page. */
const todays = (page: Page, id: string): Locator =>
  page.getByRole("region", { name: "Classes today" }).locator(`a[href$="/timetable/${id}"]`);

/** Adds a class to today that has not begun; impossible in the last minutes before midnight. */
async function tonight(page: Page, site: Site, minute: string): Promise<string> {
  test.skip(new Date().toISOString().slice(11, 16) >= "20:45", "the evening’s last class has begun");
  const id = `added-${minute}`;
  await withStore(site.environment, async ({ db }) => {
    const [starts, ends] = [`${today}T20:${minute}:00.000Z`, `${today}T20:59:00.000Z`];
    const when = { date: today, time_from: `11:${minute}pm`, time_to: "11:59pm", starts_at: starts, ends_at: ends };
    const planned = { planned_date: today, planned_from: when.time_from, planned_to: when.time_to };
    const who = {
      class_slug: "boxing",
      class_name: "Boxing",
      trainer_slug: "brian-otieno",
      trainer_name: "Brian Otieno",
    };
    await db
      .insertInto("class_sessions")
      .values({
        ...{ id, slot: null, slot_date: null, ...when, ...planned, ...who },
        ...{ planned_trainer_slug: who.trainer_slug, planned_trainer_name: who.trainer_name },
        ...{ state: "scheduled", reason: null, closed_note: null, decided: '["added"]', sequence: 0 },
        // Without a time of change the row would count as a copy of a past session.
        ...{ changed_at: new Date().toISOString(), changed_by_id: null, changed_by: "test" },
      })
      .execute();
    await db
      .updateTable("schedule_state")
      .set(({ eb }) => ({ version: eb("version", "+", 1) }))
      .execute();
  });
  await signInStaff(page, site, "desk");
  await expect(async () => {
    await page.goto("/staff");
    await expect(todays(page, id)).toBeVisible({ timeout: 500 });
  }).toPass();
  return id;
}

for (const isScripted of [true, false]) {
  const mode = isScripted ? "with JavaScript" : "without JavaScript";
  /** The value for the test with JavaScript, or for the one without. */
  const one = (withScript: string, without: string) => (isScripted ? withScript : without);
  /** A Monday that only this mode uses, in one of the weeks that have a tab. */
  const monday = addDays(comingDate("monday", tomorrow), isScripted ? 0 : 7);

  test.describe(mode, () => {
    test.use({ javaScriptEnabled: isScripted });

    test("5: tonight’s class is cancelled, and the cancellation undone", async ({ page, site }) => {
      const id = await tonight(page, site, one("50", "52"));
      const { press, done } = await openConsole(page, site, isScripted, "desk");
      await press(todays(page, id));
      await act(page, "Cancel this class").getByLabel("Reason").fill("No power at the gym.");
      await press(page.getByRole("button", { name: "Cancel the class" }));
      await expect(page.locator("[data-outcome]")).toContainText("is cancelled. Visitors see it now.");
      done("5 cancel tonight’s class", 4);
      expect(await written(site, id)).toMatchObject({ state: "cancelled", reason: "No power at the gym." });
      await press(page.getByRole("button", { name: "Undo the cancellation" }));
      await expect(page.locator("[data-outcome]")).toContainText("is back as planned.");
      done("5 cancel tonight’s class, and take it back", 4);
      expect(await written(site, id)).toMatchObject({ state: "scheduled", reason: null });
    });

    test("4: a substitute teaches tonight", async ({ page, site }) => {
      const id = await tonight(page, site, one("54", "56"));
      const { press, choose, done } = await openConsole(page, site, isScripted, "desk");
      await press(todays(page, id));
      // One substitute has another class at that time.
      const substitute = one("Wanjiru Kamau", "Amina Yusuf");
      await choose(page.getByLabel("Who teaches it"), substitute);
      await press(page.getByRole("button", { name: "Hand it over" }));
      // The page also shows who has to be told.
      await expect(page.locator("[data-outcome]").first()).toContainText("is handed over.");
      done("4 put in a substitute", 4);
      expect(await written(site, id)).toMatchObject({ trainer_name: substitute });
    });

    test("3: a class of another week is moved, after a warning about the opening hours if needed", async ({
      page,
      site,
    }) => {
      const id = `monday-3.${monday}`;
      const { press, done } = await openConsole(page, site, isScripted, "desk");
      await press(timetable(page));
      await press(week(page, monday));
      await press(session(page, id));
      const move = act(page, "Another day or time");
      await move.getByLabel("Day").fill(addDays(monday, 1));
      await move.getByLabel("From").fill("10.30 am");
      await move.getByLabel("To").fill("11:30am");
      await press(page.getByRole("button", { name: "Move the class" }));
      await expect(page.locator("[data-outcome]")).toContainText("is moved.");
      done("3 move one class", 4);
      expect(await written(site, id)).toMatchObject({ date: addDays(monday, 1), time_from: "10:30am" });

      await move.getByLabel("From").fill("4:30am");
      await move.getByLabel("To").fill("5:30am");
      await move.getByLabel("Reason").fill("For early birds.");
      await page.getByRole("button", { name: "Move the class" }).click();
      await expect(page.locator("main").getByText(/That is outside the opening hours/)).toBeVisible();
      await expect(move.getByLabel("Reason")).toHaveValue("For early birds.");
      await page.getByRole("button", { name: "Move the class anyway" }).click();
      await expect(page.locator("[data-outcome]")).toContainText("is moved.");
      expect(await written(site, id)).toMatchObject({ time_from: "4:30am", reason: "For early birds." });
    });

    test("6: days are closed after the page has shown the effects, and reopened", async ({ page, site }) => {
      const { press, done } = await openConsole(page, site, isScripted, "desk");
      const wednesday = addDays(monday, 2);
      await press(timetable(page));
      await press(page.getByRole("link", { name: "Close days" }));
      await page.getByLabel("First day").fill(wednesday);
      await page.getByLabel("Note").fill("Public holiday.");
      await press(page.locator(".actions").getByRole("button", { name: "Preview" }));
      await expect(page.locator("main").getByText(/^.*: [234] classes are cancelled\.$/)).toBeVisible();
      await press(page.getByRole("button", { name: `Close ${dayAndDate(wednesday)}` }));
      await expect(page.locator("[data-outcome]")).toContainText(`${dayAndDate(wednesday)}: closed.`);
      done("6 close a day", 5);
      await page
        .getByRole("button", { name: /^Reopen/ })
        .first()
        .click();
      await expect(page.locator("[data-outcome]")).toContainText("reopened.");
    });

    test("7: a class is added once", async ({ page, site }) => {
      const { press, choose, done } = await openConsole(page, site, isScripted, "desk");
      await press(timetable(page));
      await press(page.getByRole("link", { name: "Add a one-off class" }));
      await choose(page.getByLabel("Class"), "Yoga");
      await page.getByLabel("Day").fill(addDays(monday, 4));
      await page.getByLabel("From").fill("11:00am");
      await page.getByLabel("To").fill("12:00pm");
      await press(page.getByRole("button", { name: "Add the class" }));
      await expect(page.locator("[data-outcome]")).toContainText("is added.");
      done("7 add a class once", 4);
      const id = page.url().match(/added-\w+/)?.[0] ?? "";
      expect(await written(site, id)).toMatchObject({ date: addDays(monday, 4), trainer_name: "Amina Yusuf" });
    });

    test("3 and 8: a weekly class changes permanently, and another from a day on", async ({ page, site }) => {
      const { press, done } = await openConsole(page, site, isScripted);
      await press(timetable(page));
      await press(everyWeek(page));
      await press(slotLink(page, one("tuesday-1", "thursday-1")));
      await page.getByLabel("From", { exact: true }).fill("9:30am");
      await page.getByLabel("To", { exact: true }).fill("10:30am");
      await press(page.getByRole("button", { name: "Change the timetable" }));
      await expect(page.locator(".notice")).toContainText("The weekly timetable is changed.");
      done("3 change the time of a class for good", 4);

      const next = await openConsole(page, site, isScripted);
      const slug = one("saturday-1", "sunday-1");
      const from = addDays(monday, 12);
      await next.press(timetable(page));
      await next.press(everyWeek(page));
      await next.press(slotLink(page, slug));
      await page.getByLabel("From", { exact: true }).fill("5:45am");
      await page.getByLabel("First day (optional)").fill(from);
      await next.press(page.getByRole("button", { name: "Change the timetable" }));
      await expect(page.locator("main").getByText(/^From .*, 5:45am-/)).toBeVisible();
      next.done("8 a class of every week changes on a date", 6);
      // The form has the current timetable's values.
      await expect(page.getByLabel("From", { exact: true })).not.toHaveValue("5:45am");
      await expect(page.getByLabel("First day (optional)")).toHaveValue("");
      await page.goto(`/staff/timetable?week=${addDays(monday, 14)}`);
      await expect(page.locator(`main li:has(a[href*="${slug}."])`)).toContainText("5:45am");
    });

    test("7: a class at 6:00am on five days is one form, and one undo", async ({ page, site }) => {
      const { press, choose, type, done } = await openConsole(page, site, isScripted);
      await press(timetable(page));
      await press(page.getByRole("link", { name: "Add a weekly class" }));
      await page.waitForURL(/\/timetable\/rows\/new/);
      await type(page.getByLabel("From", { exact: true }), "6:00am");
      await type(page.getByLabel("To", { exact: true }), "7:00am");
      await choose(page.getByLabel("Class"), one("Boxing", "Yoga"));
      await choose(page.getByLabel("Trainer"), one("Brian Otieno", "Amina Yusuf"));
      await press(page.getByLabel("Monday to Friday"));
      await press(page.getByRole("button", { name: "Add to the timetable" }));
      await expect(page.locator(".notice")).toContainText(
        "Added: Monday, Tuesday, Wednesday, Thursday, Friday: 6:00am-7:00am",
      );
      done("7 a class at 6:00am on five days", 8);
      // The form starts empty again.
      await expect(page.getByLabel("From", { exact: true })).toHaveValue("");
      await expect(page.getByLabel("Monday to Friday")).not.toBeChecked();
      await page.goto("/staff/timetable/rows");
      const wednesday = page.getByRole("link", { name: /, Wednesday$/ });
      await expect(wednesday.first()).toContainText(`6:00am-7:00am, ${one("Boxing", "Yoga")}`);
      await page.goBack();
      await page.getByRole("button", { name: "Undo" }).click();
      await expect(page.locator(".notice")).toContainText("The change is undone.");
    });

    test("7: a weekly class is added as a copy", async ({ page, site }) => {
      const { press, done } = await openConsole(page, site, isScripted);
      await press(todays(page, `${dayOfDate(today)}-1.${today}`));
      await press(page.getByRole("link", { name: "Copy it to another day or time" }));
      // The previous page has a field of this name too.
      await page.waitForURL(/\/timetable\/rows\/new/);
      // The copied class's day is ticked.
      await press(page.getByLabel(dayName(dayOfDate(today)), { exact: true }));
      await press(page.getByLabel(dayName(dayOfDate(addDays(today, isScripted ? 1 : 2))), { exact: true }));
      await page.getByLabel("From", { exact: true }).fill("7:15am");
      await page.getByLabel("To", { exact: true }).fill("8:15am");
      await press(page.getByRole("button", { name: "Add to the timetable" }));
      await expect(page.locator(".notice")).toContainText("7:15am-8:15am");
      done("7 add a class of every week", 5);
    });

    test("5: a weekly class is removed permanently", async ({ page, site }) => {
      // Not Monday's third slot: another test moves a class of it, which would raise a question here.
      const slug = `${dayOfDate(today)}-${one("2", dayOfDate(today) === "monday" ? "4" : "3")}`;
      const { press, done } = await openConsole(page, site, isScripted);
      await press(todays(page, `${slug}.${today}`));
      await press(page.getByRole("link", { name: "Change or remove it" }));
      await press(page.getByRole("button", { name: "Remove from the timetable" }));
      await expect(page.locator(".notice").first()).toContainText("This class is removed from the timetable.");
      done("5 take a class off for good", 4);
      await page.goto("/staff/timetable/rows");
      await page.getByRole("region", { name: "No longer in the timetable" }).getByRole("link").first().click();
      await page.getByRole("button", { name: "Undo" }).click();
      await expect(page.locator(".notice").first()).toContainText("The change is undone.");
      await page.goto("/staff/activity");
      await expect(page.locator("main").getByText("removed from the weekly timetable:").first()).toBeVisible();
    });
  });
}

test("a trainer sees their own week, without any buttons", async ({ page, site }) => {
  const monday = addDays(comingDate("monday", tomorrow), 14);
  await signInStaff(page, site, "trainer", { trainerSlug: "amina-yusuf" });
  await page.goto(`/staff/timetable?week=${monday}`);
  await expect(page.locator("main section li")).not.toHaveCount(0);
  await expect(page.locator("main section li").filter({ hasNotText: "Amina Yusuf" })).toHaveCount(0);
  await session(page, `monday-3.${monday}`).click();
  await expect(page.getByRole("heading", { name: "Running", level: 1 })).toBeVisible();
  await expect(page.locator("main button, main form")).toHaveCount(0);
});
