/** What members see of their passes, and asking for a freeze, from their page to the desk and back. */
import { passesOfMember } from "../app/members/pass-rows.server.ts";
import {
  give,
  type JoinedPerson,
  makeJoinedPerson,
  makePeopleInStates,
  openMembers,
} from "../test/members/members-gym.ts";
import { type SiteInProcess, startSiteInProcess } from "../test/support/site-in-process.ts";
import { addStaffMember } from "../test/support/staff.ts";
import { violations } from "./axe.ts";
import { expectTextToFit } from "./fitting-text.ts";
import { expect, hydrated, test } from "./fixtures.ts";
import { openAs } from "./gym-with-long-words.ts";
import {
  bareControls,
  expectEdgesInForcedColours,
  expectReadableWithoutStyleSheets,
  expectToPrintBlackOnWhite,
  TEXT_SPACING,
  ZOOMED_VIEW,
} from "./screen-checks.ts";

test.describe.configure({ mode: "default", timeout: 120_000 });

let site: SiteInProcess;
let people: Record<string, JoinedPerson>;
test.beforeAll(async () => {
  site = await startSiteInProcess();
  await openMembers(site.services, "boxing");
  people = await makePeopleInStates(site.services);
});
test.afterAll(() => site.close());

const passOf = async (id: string, index: number) => (await passesOfMember(site.services.db, id))[index]?.row.id ?? "";

const WORDS: Readonly<Record<string, RegExp>> = {
  running: /^Running/,
  ending: /^Ends in \d days/,
  grace: /^Ended, grace to/,
  frozen: /^Frozen to/,
  ended: /^Ended/,
  none: /^No pass yet/,
  pack: /2 visits left/,
  several: /^Begins/,
  asked: /You have asked for a freeze/,
};

/** Those with the longest texts, and with the most on the page. */
const FULLEST: readonly string[] = ["grace", "frozen", "several"];

test("the page has each state in words, is accessible, and fits with the visitor's own spacing", async ({ page }) => {
  for (const [state, { cookie }] of Object.entries(people)) {
    await test.step(state, async () => {
      // Widest first, as in screen-checks.ts.
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
      await page.addStyleTag({ content: TEXT_SPACING });
      for (const width of [1440, 1024, 768, 390, 320]) {
        await page.setViewportSize({ width, height: 900 });
        await expectTextToFit(page);
      }
    });
  }
});

test("the pages around it are accessible, have edges in forced colours, print, and fit", async ({ page }) => {
  const { cookie = "", id = "" } = people.several ?? {};
  const paths = ["/account/membership", `/account/membership/freeze?pass=${await passOf(id, 1)}`];
  for (const path of paths) {
    await test.step(path, async () => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await openAs(page, site, cookie, path);
      expect(await violations(page), path).toEqual([]);
      await expectEdgesInForcedColours(page);
      expect(await bareControls(page), path).toEqual([]);
      await expectToPrintBlackOnWhite(page);
      await page.addStyleTag({ content: TEXT_SPACING });
      for (const { width, height } of [{ width: 768, height: 900 }, { width: 390, height: 900 }, ZOOMED_VIEW]) {
        await page.setViewportSize({ width, height });
        await expectTextToFit(page);
      }
      await expectReadableWithoutStyleSheets(page);
    });
  }
});

for (const isScripted of [true, false]) {
  test.describe(isScripted ? "with script" : "without script", () => {
    test.use({ javaScriptEnabled: isScripted, viewport: { width: 390, height: 844 } });

    test("a freeze is asked for, and the desk's form is filled in with it", async ({ page }) => {
      const person = await makeJoinedPerson(site.services, { name: isScripted ? "Joy Wanja" : "Ann Wanja" });
      await give(site.services, person.id, "mwanzo");
      await openAs(page, site, person.cookie, "/account/membership");
      await page.getByRole("link", { name: "Ask for a freeze" }).click();
      if (isScripted) await hydrated(page);
      const first = await page.getByLabel("First day").inputValue();
      await page.getByLabel("Last day").fill(first);
      await page.getByLabel("Anything the desk should know").fill("to my family");
      await page.getByRole("button", { name: "Ask the desk" }).click();
      await expect(page.getByText(/A freeze lasts 14 days at least, and this is 1 day/)).toBeVisible();
      await expect(page.getByLabel("Anything the desk should know")).toHaveValue("to my family");
      await page.getByRole("button", { name: "1 month" }).click();
      await expect(page.getByText(/^30 days frozen/)).toBeVisible();
      await page.getByRole("button", { name: "Ask the desk" }).click();
      await expect(page.getByRole("main").getByText(/The desk has your request/)).toBeVisible();

      const { cookie } = await addStaffMember(site.services, "desk");
      await openAs(page, site, cookie, "/staff");
      if (isScripted) await hydrated(page);
      const request = page.getByRole("listitem").filter({ hasText: isScripted ? "Joy Wanja" : "Ann Wanja" });
      await expect(request).toContainText("to my family");
      await request.getByRole("link", { name: /^Answer/ }).click();
      await expect(page.getByLabel("First day")).toHaveValue(first);
      if (isScripted) {
        await page.getByLabel("Why not").fill("You were frozen in May.");
        await page.getByRole("button", { name: "Say no" }).click();
      } else {
        await page.getByRole("button", { name: "Freeze for 30 days" }).click();
      }
      await expect(page.locator(".notice").first()).toContainText(isScripted ? "answered" : "Frozen");
      await openAs(page, site, person.cookie, "/account/membership");
      await expect(
        page
          .getByRole("main")
          .getByText(isScripted ? "You were frozen in May." : /^Frozen to/)
          .first(),
      ).toBeVisible();
      await page.getByRole("switch", { name: "Mail me about my passes" }).click();
      await expect(page.getByRole("switch", { name: "Mail me about my passes" })).not.toBeChecked();
    });
  });
}
