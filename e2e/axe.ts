/** Accessibility errors that axe finds on a page in its current state. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type axe from "axe-core";

/** The minified source, as each page has to read it again. */
const SOURCE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** Loads axe with each document that the page opens, where many are checked: sending its source to each takes longer. */
export async function loadAxe(page: Page): Promise<void> {
  await page.addInitScript({ path: SOURCE });
}

/**
 * Runs all of axe's rules. Frames are left out: the map is a third party's, and previews show visitors' pages, which have
 * checks of their own.
 * @returns one line for each fault, with the elements that have it
 */
export async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(await readFile(SOURCE, "utf8"));
  return page.evaluate(async () => {
    const { run }: typeof axe = Reflect.get(window, "axe");
    const found = await run({ exclude: [["iframe"]] }, { resultTypes: ["violations"] });
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  });
}
