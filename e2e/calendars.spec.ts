/** Calendars as programs fetch them from the running site. */
import { expect, test } from "./fixtures.ts";

test("the calendar page links to the timetable's calendar, and a class's dates to theirs", async ({
  page,
  request,
}) => {
  await page.goto("/classes/boxing");
  await page.getByRole("link", { name: "Add to calendar" }).click();
  await expect(page).toHaveURL("/schedule/calendar?class=boxing");
  await expect(page.getByRole("heading", { level: 2, name: "Boxing" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Follow in my calendar" })).toHaveAttribute(
    "href",
    /^webcal:\/\/localhost:\d+\/schedule\.ics$/,
  );
  await expect(page.getByText("every 4 to 24 hours")).toBeVisible();
  const linkOf = (name: RegExp) => page.getByRole("link", { name }).first().getAttribute("href");
  const response = await request.get((await linkOf(/^Calendar file ?: Boxing/)) ?? "");
  expect(response.headers()["content-disposition"]).toMatch(/^attachment; filename="boxing-\d{4}-\d{2}-\d{2}\.ics"$/);
  const google = await linkOf(/^Google Calendar ?: Boxing/);
  expect(new URL(google ?? "").searchParams.get("text")).toBe("Boxing");
});
