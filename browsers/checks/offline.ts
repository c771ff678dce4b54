/** The timetable and the card without a connection. */
import { findDoorNumber } from "../../app/people/door-numbers.server.ts";
import { give, makeJoinedPerson, switchOnMembers } from "../../test/members/members-gym.ts";
import { addSession, withStore } from "../../test/support/staff.ts";
import type { Check } from "../check.ts";
import { cookieIn, onGym } from "../gym.ts";
import { button, expect, expectEqual, heading } from "../page.ts";

const DAY = "/schedule/monday";

/** Looks for the copy, and returns the result of an earlier look: a driver doesn't wait for promises. */
const IS_SAVED = `(caches.match("${DAY}").then((copy) => { window.hasCopy = copy !== undefined; }), window.hasCopy === true)`;

const CARD = "/account/card";
const NUMBER_SHOWN = "document.querySelector('.number b')?.textContent ?? ''";
const IS_CARD_SAVED = "document.querySelector('[data-saved]')?.checkVisibility() === true";
const HAS_NO_COPY = `(caches.match("${CARD}").then((copy) => { window.hasNone = copy === undefined; }), window.hasNone === true)`;

export const offlineChecks: readonly Check[] = [
  {
    name: "a timetable that was opened once opens without a connection",
    in: { script: true, widths: [390] },
    run: async ({ page, site, browser }) => {
      await page.open(DAY);
      await page.until("a copy of the page", () => page.evaluate(IS_SAVED));
      await site.setReachable(false);
      try {
        await page.openCold(DAY);
        await page.see(heading("Schedule by Day"));
        const isShownAsCopy = await page.evaluate("document.querySelector('[data-saved]')?.checkVisibility() === true");
        expect(isShownAsCopy === true, "the page does not say that it is a copy");
        const rows = await page.evaluate("document.querySelectorAll('main [role=row], main tr').length");
        return `the copy, with ${rows} rows`;
      } finally {
        await site.setReachable(true);
        // Other files of the page could not be loaded.
        browser.takeComplaints();
      }
    },
  },
  {
    name: "a card that was opened once opens without a connection, and is gone when its person signs out",
    in: { script: true, widths: [390] },
    run: async (visit) => {
      const { page, site, browser } = visit;
      const { userId, number } = await onGym(visit, async (services) => {
        await switchOnMembers(services, "boxing");
        const person = await makeJoinedPerson(services, { name: "Naliaka Wekesa" });
        await give(services, person.id, "mwanzo");
        return { ...person, number: (await findDoorNumber(services.db, person.id)) ?? "" };
      });
      // The cookie is signed with the site's secret.
      const { cookie } = await withStore(site.environment, (store) => addSession(store, userId));
      await browser.setCookies([cookieIn(cookie)]);
      const shown = () => page.evaluate<string>(NUMBER_SHOWN);
      await page.until("the gym has members", async () => {
        await page.openCold(CARD);
        return (await shown()) !== "";
      });
      // The site reads settings of another process within a second, and had no cards until then.
      site.takeResponses();
      await page.until("the card is saved", () => page.evaluate(IS_CARD_SAVED));
      await site.setReachable(false);
      try {
        await page.openCold(CARD);
        expectEqual((await shown()).replace(" ", ""), number, "the number on the copy");
        expect(await page.evaluate<boolean>(IS_CARD_SAVED), "the page does not say that it is saved");
      } finally {
        await site.setReachable(true);
        browser.takeComplaints();
      }
      await page.open("/account");
      await page.click(button("Sign out"));
      await page.until("no copy is left", () => page.evaluate(HAS_NO_COPY));
      return `the copy, with ${number}, until signing out`;
    },
  },
];
