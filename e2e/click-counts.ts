/** Counts the clicks of a task. */
import type { Locator, Page } from "@playwright/test";
import type { Role } from "../app/staff/roles.ts";
import type { SiteInProcess } from "../test/support/site-in-process.ts";
import { addStaffMember, type StaffOptions } from "../test/support/staff.ts";
import { expect, hydrated, openAs } from "./fixtures.ts";

export type Counter = ReturnType<typeof countClicks>;

/** Signs somebody in, opens the console's first page, and starts counting. Typing is free. */
export async function openConsole(
  page: Page,
  site: SiteInProcess,
  isScripted: boolean,
  role: Role = "owner",
  options: StaffOptions = {},
) {
  const staff = await addStaffMember(site.services, role, options);
  await openAs(page, site, staff.cookie, "/staff");
  if (isScripted) await hydrated(page);
  return { ...countClicks(page), staff };
}

/** A link of the console's bar on phones. */
export const bottomBar = (page: Page, name: RegExp | string): Locator =>
  page.locator(".bottom-bar").getByRole("link", { name });

/** Starts counting on the open page. */
export function countClicks(page: Page) {
  let clicks = 0;
  return {
    /** Clicks or taps. */
    press: async (locator: Locator, pressOptions?: { position: { x: number; y: number } }) => {
      clicks += 1;
      await locator.click(pressOptions);
    },
    /** Chooses from a list: one click. */
    choose: async (select: Locator, label: string) => {
      clicks += 1;
      await select.selectOption({ label });
    },
    /** Clicks a field and types: one click. */
    type: async (field: Locator, text: string) => {
      clicks += 1;
      await field.click();
      await field.fill(text);
    },
    /** Types into the focused field: no click. */
    write: async (field: Locator, text: string) => {
      await expect(field).toBeFocused();
      await page.keyboard.type(text);
    },
    /** Chooses a file: one click. */
    chooseFile: async (input: Locator, name: string, buffer: Buffer) => {
      clicks += 1;
      await input.setInputFiles({ name, mimeType: "image/jpeg", buffer });
    },
    /** Checks the count against the target. */
    done: (task: string, target: number) => expect(clicks, task).toBeLessThanOrEqual(target),
  };
}
