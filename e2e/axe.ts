/** Accessibility errors that axe finds on a page as it stands. */
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/**
 * Runs all of axe's rules. Frames are left out: the map's is a third party's, and those of a preview hold visitors' pages,
 * which are checked as such.
 * @returns one line for each fault, with the elements that have it
 */
export async function violations(page: Page): Promise<string[]> {
  const found = await new AxeBuilder({ page })
    .exclude("iframe")
    // One run in the page itself: the other mode opens a second page to join the results of frames.
    .setLegacyMode(true)
    .options({ resultTypes: ["violations"] })
    .analyze();
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}
