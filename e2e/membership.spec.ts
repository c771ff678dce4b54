/** The page where members see their passes. */
import {
  give,
  type JoinedPerson,
  makeJoinedPerson,
  makePeopleInStates,
  switchOnMembers,
} from "../test/members/members-gym.ts";
import { violations } from "./axe.ts";
import { expect, hydrated, openAs, openSiteBeforeAll, test, withAndWithoutScript } from "./fixtures.ts";
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

const WORDS: Readonly<Record<string, RegExp>> = {
  running: /^Active/,
  ending: /^Ends in \d days/,
  grace: /^Ended, grace period until/,
  frozen: /^Frozen until/,
  ended: /^Ended/,
  none: /^No pass yet/,
  pack: /2 visits left/,
  several: /^Begins/,
};

/** The states with the longest texts and the fullest pages. */
const FULLEST: readonly string[] = ["grace", "frozen", "several"];

test("the page describes each state in words, is accessible, prints, and fits with text spacing", async ({ page }) => {
  for (const [state, { cookie }] of Object.entries(people)) {
    await test.step(state, async () => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await openAs(page, site, cookie, "/account/membership");
      await expect(
        page
          .getByRole("main")
          .getByText(WORDS[state] ?? "")
          .first(),
      ).toBeVisible();
      if (!FULLEST.includes(state)) return;
      expect(await violations(page), state).toEqual([]);
      if (state === "several") {
        expect(await edgelessInForcedColours(page)).toEqual([]);
        await expectToPrintBlackOnWhite(page);
        expect(await unreadableParts(page, [[state, await page.content()]])).toEqual([]);
      }
      await withTextSpacing(page, () =>
        expectNoFaultsAt(page, [1440, 768, 320], `${state} with text spacing`, "texts"),
      );
    });
  }
});

withAndWithoutScript((isScripted) => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("a freeze is requested from the desk by mail, and mails are switched off", async ({ page }) => {
    const person = await makeJoinedPerson(site.services, { name: isScripted ? "Joy Wanja" : "Ann Wanja" });
    await give(site.services, person.id, "mwanzo");
    await openAs(page, site, person.cookie, "/account/membership");
    if (isScripted) await hydrated(page);
    await expect(page.getByRole("link", { name: /^Ask by email/ })).toHaveAttribute("href", /^mailto:/);
    await page.getByRole("switch", { name: "Email me about my passes" }).click();
    await expect(page.getByRole("switch", { name: "Email me about my passes" })).not.toBeChecked();
  });
});
