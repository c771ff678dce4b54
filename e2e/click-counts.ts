/** Counts the effort of a task: clicks, loaded documents, and letters typed on a phone. */
import type { Locator, Page } from "@playwright/test";
import type { Role } from "../app/staff/roles.ts";
import type { SignedInStaff, StaffOptions } from "../test/support/staff.ts";
import { expect, hydrated, type Site, signInStaff, test } from "./fixtures.ts";

type Count = { task: string; isScripted: boolean; target: number; clicks: number; loads: number; letters: number };

const counts: Count[] = [];

export type Counter = {
  /** Clicks or taps. */
  press: (locator: Locator, options?: { position: { x: number; y: number } }) => Promise<void>;
  /** Chooses from a list: one click. */
  choose: (select: Locator, label: string) => Promise<void>;
  /** Clicks a field and types: one click, and the letters. `fill` types uncounted. */
  type: (field: Locator, text: string) => Promise<void>;
  /** Types into the focused field: the letters, and no click. */
  write: (field: Locator, text: string) => Promise<void>;
  /** Chooses a file: one click. */
  chooseFile: (input: Locator, name: string, buffer: Buffer) => Promise<void>;
  /** Checks the count against the target and adds it to the table. */
  done: (task: string, target: number) => void;
};

/** Signs somebody in, opens the console's first page, and starts counting. Typing is free. */
export async function openConsole(
  page: Page,
  site: Site,
  isScripted: boolean,
  role: Role = "owner",
  options: StaffOptions = {},
): Promise<Counter & { staff: SignedInStaff }> {
  const staff = await signInStaff(page, site, role, options);
  await page.goto("/staff");
  if (isScripted) await hydrated(page);
  return { staff, ...countClicks(page, isScripted) };
}

/** Starts counting on the open page. */
export function countClicks(page: Page, isScripted: boolean): Counter {
  let [clicks, loads, letters] = [0, 0, 0];
  page.on("request", (request) => {
    const isDocument = request.isNavigationRequest() && request.frame() === page.mainFrame();
    // A form's redirect is part of the same load.
    if (isDocument && request.redirectedFrom() === null) loads += 1;
  });
  return {
    press: async (locator, pressOptions) => {
      clicks += 1;
      await locator.click(pressOptions);
    },
    choose: async (select, label) => {
      clicks += 1;
      await select.selectOption({ label });
    },
    type: async (field, text) => {
      clicks += 1;
      letters += text.length;
      await field.click();
      await field.fill(text);
    },
    write: async (field, text) => {
      letters += text.length;
      await expect(field).toBeFocused();
      await page.keyboard.type(text);
    },
    chooseFile: async (input, name, buffer) => {
      clicks += 1;
      await input.setInputFiles({ name, mimeType: "image/jpeg", buffer });
    },
    done: (task, target) => {
      counts.push({ task, isScripted, target, clicks, loads, letters });
      const description = `${task}: ${clicks} clicks of ${target}, ${loads} page loads, ${letters} letters`;
      test.info().annotations.push({ type: "clicks", description });
      expect(clicks, description).toBeLessThanOrEqual(target);
    },
  };
}

/** Prints the table of this process's counts. */
export function printCounts(): void {
  const tasks = [...new Set(counts.map(({ task }) => task))];
  const cell = (task: string, isScripted: boolean) => {
    const found = counts.find((one) => one.task === task && one.isScripted === isScripted);
    return found
      ? `${found.clicks} clicks, ${found.loads} loads${found.letters ? `, ${found.letters} letters` : ""}`
      : "–";
  };
  const rows = tasks.map((task) => {
    const target = counts.find((one) => one.task === task)?.target;
    return `${task.padEnd(56)} | ${String(target).padStart(6)} | ${cell(task, true).padEnd(30)} | ${cell(task, false)}`;
  });
  process.stdout.write(
    [`\n${"task".padEnd(56)} | target | ${"with JavaScript".padEnd(30)} | without`, ...rows, ""].join("\n"),
  );
}
