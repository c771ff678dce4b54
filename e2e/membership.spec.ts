/** The page where members see their passes; `members-views.test.ts` has the words of further states. */
import { type JoinedPerson, makePeopleInStates, switchOnMembers } from "../test/members/members-gym.ts";
import { violations } from "./axe.ts";
import { expect, openAs, openSiteBeforeAll, test } from "./fixtures.ts";
import {
  edgelessInForcedColours,
  expectToPrintBlackOnWhite,
  unreadableParts,
  withTextSpacing,
} from "./screen-checks.ts";
import { expectNoFaultsAt } from "./screen-faults.ts";

let people: Record<string, JoinedPerson>;
const site = openSiteBeforeAll(async (services) => {
  await switchOnMembers(services, "boxing");
  people = await makePeopleInStates(services);
});

/** The states with the longest texts and the fullest pages, and the one without a pass. */
for (const [state, words] of [
  ["grace", /^Ended, grace period until/],
  ["frozen", /^Frozen until/],
  ["several", /^Begins/],
  ["none", /^No pass yet/],
] as const) {
  test(`the page is accessible, prints, and fits with text spacing: ${state}`, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await openAs(page, site, people[state]?.cookie ?? "", "/account/membership");
    await expect(page.getByRole("main").getByText(words).first()).toBeVisible();
    expect(await violations(page)).toEqual([]);
    expect(await edgelessInForcedColours(page)).toEqual([]);
    await expectToPrintBlackOnWhite(page);
    expect(await unreadableParts(page, [[state, await page.content()]])).toEqual([]);
    await withTextSpacing(page, () => expectNoFaultsAt(page, [1440, 768, 320], "with text spacing", "texts"));
  });
}
