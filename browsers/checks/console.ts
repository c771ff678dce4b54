/** The owner's console. */
import { consoleScreens, fillConsole } from "../../test/support/console-pages.ts";
import type { Check } from "../check.ts";
import { addClass, onGym, seeAnnounced, signInOwner } from "../gym.ts";
import { button, expect, field } from "../page.ts";
import { signUp } from "./accounts.ts";

const MAIN = { within: "main" };

export const consoleChecks: readonly Check[] = [
  {
    name: "every screen of the console hydrates",
    in: { script: true, widths: [390] },
    run: async (visit) => {
      await signInOwner(visit);
      visit.expectStatus(404);
      const content = await onGym(visit, (services) => fillConsole(services, { entries: 20, enquiries: 30 }));
      const screens = consoleScreens(content);
      // A hydration error in the console fails the check.
      for (const path of screens) await visit.page.open(path);
      return `${screens.length} screens`;
    },
  },
  {
    name: "the first press on Sign out under More signs out",
    in: { widths: [390] },
    run: async (visit) => {
      await signInOwner(visit);
      await visit.page.openCold("/staff/more");
      await visit.page.click(button("Sign out", { within: "main" }));
      await visit.page.seePath("/");
      return "/";
    },
  },
  {
    name: "moved rows of a list in an entry keep the focus, and the move is announced",
    in: { script: true, widths: [1440] },
    run: async (visit) => {
      const { page } = visit;
      await signInOwner(visit);
      await page.open("/staff/content/class/boxing");
      await page.click(button("Item 3 up"));
      await seeAnnounced(page, /is now second of three/);
      expect((await page.see(button("Item 2 up"))).isFocused, "Item 2 up has lost the focus");
      await page.click(button("Item 2 up"));
      await seeAnnounced(page, /is now first of three/);
      expect((await page.see(button("Item 1 down"))).isFocused, "Item 1 down has not got the focus");
      return "third, second, first";
    },
  },
  {
    name: "a booking and switched-off reminders are announced",
    in: { script: true, widths: [390] },
    run: async (visit) => {
      const { page } = visit;
      const session = await addClass(visit, { id: "owner", name: "Akinyi" });
      await signUp(visit);
      visit.expectStatus(404);
      await page.until("the class", async () => {
        await page.open(`/booking?session=${session}`);
        return (await page.find(field(/your name/i))).length > 0;
      });
      await page.fill(field(/your name/i), "Wambui Kariuki");
      await page.click(button(/^book/, MAIN));
      await seeAnnounced(page, /You have a place/);
      await page.open("/account/bookings");
      await page.click(button("Send me reminders"));
      await seeAnnounced(page, /Reminders are off/);
      expect(await page.evaluate<boolean>("document.activeElement?.getBoundingClientRect().bottom > 0"), "off screen");
      return session;
    },
  },
];
