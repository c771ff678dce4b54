/** Accessibility errors that axe finds on a page in its current state. */
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/**
 * Runs all of axe's rules. Frames are left out: the map is a third party's, and previews show visitors' pages, which have
 * checks of their own.
 * @returns one line for each fault, with the elements that have it
 */
export async function violations(page: Page): Promise<string[]> {
  const found = await new AxeBuilder({ page })
    .exclude("iframe")
    // Legacy mode runs in the page itself; the default mode opens a second page to merge the results of frames.
    .setLegacyMode(true)
    .options({ resultTypes: ["violations"] })
    .analyze();
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}
