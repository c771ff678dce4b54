/** The timetable without a connection. */
import type { Check } from "../check.ts";
import { expect, heading } from "../page.ts";

const DAY = "/schedule/monday";

/** Asks for the copy, and says whether the answer to an earlier question was yes: a driver doesn't wait for promises. */
const IS_SAVED = `(caches.match("${DAY}").then((copy) => { window.hasCopy = copy !== undefined; }), window.hasCopy === true)`;

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
];
