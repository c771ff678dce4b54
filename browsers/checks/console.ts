/** The owner's console, also by keyboard: the focus is visible at every step, and the outcome is in the live region at once. */
import { consoleScreens, fillConsole } from "../../test/support/console-pages.ts";
import type { Check } from "../check.ts";
import { onGym, seeAnnounced, signInOwner } from "../gym.ts";
import type { Target } from "../in-page.ts";
import { button, expect, field, link, type Page } from "../page.ts";

/** More than the controls of any screen of the console. */
const MAX_TABS = 150;

/** Presses Tab until a control has the focus. */
async function tabTo(page: Page, wanted: Target): Promise<void> {
  await page.see(wanted);
  for (let tab = 0; tab < MAX_TABS; tab += 1) {
    await page.tab.press("Tab");
    await expectVisibleFocus(page);
    if ((await page.visible(wanted)).some(({ isFocused }) => isFocused)) return;
  }
  throw new Error(`${MAX_TABS} presses of Tab did not reach ${JSON.stringify(wanted)}`);
}

/** Expects a ring around the focused element, in the window. After the last element the browser itself has the focus. */
async function expectVisibleFocus(page: Page): Promise<void> {
  const seen = await page.evaluate<string>(`(() => {
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) return "";
    // The link of a row has its ring around the row.
    const hasRing = [undefined, "::before"].some((pseudo) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(activeElement, pseudo);
      return outlineStyle !== "none" && outlineWidth !== "0px";
    });
    const { top, bottom } = activeElement.getBoundingClientRect();
    if (!hasRing) return "no ring on " + activeElement.outerHTML.slice(0, 120);
    return bottom > 0 && top < innerHeight ? "" : "out of the window: " + activeElement.outerHTML.slice(0, 120);
  })()`);
  expect(seen === "", seen);
}

async function press(page: Page, wanted: Target): Promise<void> {
  await tabTo(page, wanted);
  await page.tab.press("Enter");
}

async function write(page: Page, wanted: Target, text: string): Promise<void> {
  await tabTo(page, wanted);
  await page.tab.type(text);
}

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
    name: "by keyboard: a price changes from a date",
    in: { script: true, engines: ["firefox"], widths: [1440] },
    run: async (visit) => {
      const { page } = visit;
      await signInOwner(visit);
      await page.open("/staff/content/plan");
      await press(page, link(/./, { within: "#entry-mwanzo" }));
      await seeAnnounced(page, /Mwanzo/);
      await write(page, field(/^Price/), "4321");
      await write(page, field(/^Publish on/), "01062031");
      await press(page, button(/^Publish/, { within: "main" }));
      await seeAnnounced(page, /changes/);
      return "KES 4,321";
    },
  },
];
