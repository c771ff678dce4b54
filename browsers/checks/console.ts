/** The owner's console. */
import { consoleScreens, fillConsole } from "../../test/support/console-pages.ts";
import type { Check } from "../check.ts";
import { onGym, seeAnnounced, signInOwner } from "../gym.ts";
import { button, expect } from "../page.ts";

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
];
