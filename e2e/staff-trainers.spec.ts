/** The console of a trainer: the way to the desk when she can't lead a class. */
import type { Page } from "@playwright/test";
import { addDays, comingDate, dateInNairobi } from "../app/time/dates.server.ts";
import type { Day } from "../app/time/days.ts";
import { violations } from "./axe.ts";
import { expectTextToFit } from "./fitting-text.ts";
import { expect, signInStaff, test } from "./fixtures.ts";
import { ZOOMED_VIEW } from "./screen-checks.ts";

test.use({ viewport: { width: 390, height: 844 } });
test.describe.configure({ timeout: 120_000 });

/** A class of Wanjiru's more than a day ahead. */
function classOf(day: Day): string {
  return `${day}-1.${comingDate(day, addDays(dateInNairobi(new Date()), 3))}`;
}

/** Checks screens of trainers, which the list of the owner's screens lacks. */
async function expectGoodScreen(page: Page): Promise<void> {
  expect(await violations(page), page.url()).toEqual([]);
  await page.setViewportSize(ZOOMED_VIEW);
  await expectTextToFit(page);
  await page.setViewportSize({ width: 390, height: 844 });
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
