/** Signed-in people, classes and announcements for checks. */

import type { Services } from "../app/platform/services.ts";
import { addDays, dateInNairobi } from "../app/time/dates.server.ts";
import { addSession } from "../app/timetable/session-actions.server.ts";
import { expectDone } from "../demo/gym.ts";
import { setPlaces } from "../test/bookings/booking-gym.ts";
import { openInstance, testConfig } from "../test/support/open-instance.ts";
import { addStaffMemberTo } from "../test/support/staff.ts";
import type { Visit } from "./check.ts";
import { expect, type Page, status } from "./page.ts";

/** Runs work on the site's database. The site shows the changes within a second. */
export async function onGym<T>({ site }: Visit, work: (services: Services) => Promise<T>): Promise<T> {
  const config = await testConfig({ dataDir: site.environment.DATA_DIR ?? "" });
  const instance = await openInstance(config, "sqlite", async () => {});
  try {
    return await work(instance.services);
  } finally {
    await instance.close();
  }
}

/** Signs an owner in, past the second step. */
export async function signInOwner({ browser, site }: Visit): Promise<{ id: string; name: string }> {
  const { cookie, member } = await addStaffMemberTo(site.environment, "owner");
  const [name = "", value = ""] = cookie.split("=");
  await browser.setCookies([{ name, value, path: "/", httpOnly: true, sameSite: "lax" }]);
  return member;
}

/** Adds a class of tomorrow, with places. @returns its id */
export function addClass(visit: Visit, actor: { id: string; name: string }): Promise<string> {
  return onGym(visit, async (services) => {
    await setPlaces(services, "boxing", { places: 8 });
    const details = {
      ...{ date: addDays(dateInNairobi(services.now()), 1), time: { from: "10:00am", to: "11:00am" } },
      ...{ classSlug: "boxing", trainerSlug: "brian-otieno", confirmed: ["outside-hours", "trainer-busy"] as const },
    };
    return (await expectDone(addSession(services, details, actor))).session.id;
  });
}

/** Expects an announced outcome, and the focus in the content. */
export async function seeAnnounced(page: Page, sentence: RegExp): Promise<void> {
  await page.until(
    `the announcement “${sentence}”`,
    async () => (await page.find(status())).some(({ text }) => sentence.test(text)),
    () => page.text("[role=status]"),
  );
  const hasFocus = await page.evaluate<boolean>("document.activeElement?.closest('main') !== null");
  expect(hasFocus, "the focus is not in the content");
}
