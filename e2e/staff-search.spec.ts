/** Finding somebody by part of a name or number, on a phone, and booking a place for them. */
import type { Page } from "@playwright/test";
import { bookPlace } from "../app/bookings/book.server.ts";
import { addDays, dateInNairobi } from "../app/time/dates.server.ts";
import { sessionsBetween } from "../app/timetable/class-sessions.server.ts";
import { addMembers, setAllPlaces, writeDetails } from "../test/bookings/booking-gym.ts";
import { openConsole } from "./click-counts.ts";
import { expect, openSiteBeforeAll, test, withAndWithoutScript } from "./fixtures.ts";

test.use({ viewport: { width: 390, height: 844 } });

// Each test has its own people.
const site = openSiteBeforeAll((services) => setAllPlaces(services, 12));

/** Creates two accounts of one name, the first with a booking for tomorrow. */
async function addTwo(name: string) {
  const { services } = site;
  const tomorrow = addDays(dateInNairobi(services.now()), 1);
  const [session, other] = await sessionsBetween(services, tomorrow, addDays(tomorrow, 2));
  if (session === undefined || other === undefined) throw new Error("There are classes");
  const members = await addMembers(services, 2);
  for (const [index, { id }] of members.entries()) {
    await writeDetails(services, id, { name, phone: `0712 345 67${index}` });
  }
  const [booked] = members;
  if (booked !== undefined) await bookPlace(services, booked, { sessionId: session.id });
  return { session, other };
}

const row = (page: Page, phone: string) => page.locator(".row").filter({ hasText: phone });

withAndWithoutScript((isScripted) => {
  const name = isScripted ? "Wanjirũ Kamau" : "Zawadi Achieng";
  const typed = isScripted ? "jiru k" : "wadi";

  test("somebody who says “I booked” is found in three presses, and the class in one more", async ({ page }) => {
    const { session } = await addTwo(name);
    const { press, type, done } = await openConsole(page, site, isScripted, "desk");
    await press(page.locator(".top-bar").getByRole("link", { name: "Search" }));
    await type(page.getByRole("searchbox"), typed);
    if (!isScripted) await press(page.getByRole("button", { name: "Search" }));
    const found = row(page, "0712 345 670");
    await expect(found).toContainText(`${session.className}, tomorrow, ${session.time.from}: booked`);
    await expect(row(page, "0712 345 671")).toContainText("Nothing booked.");
    done("find out whether somebody has booked", 3);
    await expect(page).toHaveURL(`${site.url}/staff/search?q=${typed.replace(" ", "+")}`);
    await expect(found.getByRole("link", { name: "Call" })).toHaveAttribute("href", "tel:+254712345670");
    await expect(found.getByRole("link", { name: "WhatsApp" })).toHaveAttribute("href", "https://wa.me/254712345670");
    await found.getByRole("link", { name: session.className }).click();
    await expect(page).toHaveURL(`${site.url}/staff/day/${session.id}`);
  });

  test("on the page of a class somebody is chosen by part of the name", async ({ page }) => {
    const { other } = await addTwo(`${name} Chebet`);
    await openConsole(page, site, isScripted, "desk", { name: "Moraa" });
    await page.goto(`${site.url}/staff/day/${other.id}`);
    await page.getByLabel("Name, phone or email").fill(`${name} Chebet`);
    if (!isScripted) await page.getByRole("button", { name: "Find" }).click();
    await page
      .locator(".choice")
      .filter({ hasText: `${name} Chebet0712 345 671, ` })
      .click();
    await page.getByRole("button", { name: "Book", exact: true }).click();
    await expect(page.locator("[data-outcome]")).toHaveText("Booked.");
    const person = page
      .locator(".person")
      .filter({ hasText: `${name} Chebet` })
      .filter({ hasText: "0712 345 671" });
    await expect(person).toContainText("Booked by Moraa");
    await page.getByLabel("Name, phone or email").fill("nobody at all");
    await page.getByRole("button", { name: "Book", exact: true }).click();
    await expect(page.locator("main").getByText(/^Nobody has this name/)).toBeVisible();
    await expect(page.getByLabel("Name, phone or email")).toHaveValue("nobody at all");
  });
});
