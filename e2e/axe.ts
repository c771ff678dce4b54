/** What axe finds wrong with a page as it stands. */
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
    // Without frames there is nothing to put together on a page of its own, nor an account of what is right.
    .setLegacyMode(true)
    .options({ resultTypes: ["violations"] })
    .analyze();
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}
