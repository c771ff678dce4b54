/**
 * Every screen of a gym with people, long names and long words in it, at every width: nothing overflows, overlaps or is cut, and
 * no short word is broken. The console's and the account's screens are also accessible; `screens.spec.ts` checks the site's.
 */
import type { Page } from "@playwright/test";
import { addDays, dateInNairobi } from "../app/time/dates.server.ts";
import { consolePaths } from "../test/support/console-pages.ts";
import { routeOf } from "../test/support/gym-in-process.ts";
import { violations } from "./axe.ts";
import { expectTextToFit } from "./fitting-text.ts";
import { type CrowdedSite, DISTINCT_SCREENS, expect, hydrated, openAs, test } from "./fixtures.ts";
import { bareControls, TEXT_SPACING } from "./screen-checks.ts";
import { expectNoFaults, expectNoSidewaysScrollWithLargeText } from "./screen-faults.ts";

/** The widths at which layouts begin, where they are tightest. Widest first, as in `screen-checks.ts`. */
const WIDTHS = [1280, 1000, 768, 390, 320];

/** For further states of a page whose first state was checked at every width. */
const FEW_WIDTHS = [1280, 320];

test.describe.configure({ timeout: 240_000 });

/** Files, and the preview, which frames pages of the site. */
const NO_SCREEN = /\.(?:csv|txt|webp)|\/thumbnail$|\/preview$|\/day\/people/;

type Screen = { path: string; cookie: string };

/** The addresses, each with the cookie of its user. */
function screens({ gym }: CrowdedSite): Screen[] {
  const { content, ownerCookie, memberCookie, newcomerCookie, bookingPaths, personPath } = gym;
  const { trainerCookie, ownClassPath, classPaths } = gym;
  const own = [
    "/account",
    "/account/bookings",
    "/account/address",
    "/account/sign-ins",
    "/account/password",
    "/account/delete",
    ...bookingPaths,
  ];
  const ofTrainers = ["/staff", "/staff/timetable", ownClassPath];
  // The version with the long words.
  const longHistory = `/staff/content/class/${content.slugs.get("class")}/history?version=2`;
  const searches = ["/staff/search?q=wanjiru", "/staff/search?q=muscle"];
  const console = [...consolePaths(content), ...searches, personPath, longHistory];
  const ofVisitors = [...DISTINCT_SCREENS, ...classPaths, ...bookingPaths.slice(0, 1)];
  return [
    ...ofVisitors.map((path) => ({ path, cookie: "" })),
    ...own.map((path) => ({ path, cookie: memberCookie })),
    ...["/account/details", "/account/address/link?sent=1"].map((path) => ({ path, cookie: newcomerCookie })),
    ...ofTrainers.map((path) => ({ path, cookie: trainerCookie })),
    ...console.filter((path) => !NO_SCREEN.test(path)).map((path) => ({ path, cookie: ownerCookie })),
  ];
}

/** Checks the first state of a page at every width, and once everything that is the same at each. */
async function expectGoodPage(page: Page, { path, cookie }: Screen): Promise<void> {
  const hasOwnChecks = cookie !== "";
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoFaults(page, `${path} at ${width} px`);
    if (width === 1280) await expectNoSidewaysScrollWithLargeText(page, `${path} with text of twice its size`);
    if (width === 390 && hasOwnChecks) {
      expect.soft(await violations(page), path).toEqual([]);
      expect.soft(await bareControls(page), `without an edge in forced colours on ${path}`).toEqual([]);
    }
    if (width === 320 && hasOwnChecks) await expectTextToFit(page);
  }
  await page.addStyleTag({ content: TEXT_SPACING });
  if (hasOwnChecks) await expectTextToFit(page);
  await page.setViewportSize({ width: 390, height: 900 });
  if (hasOwnChecks) await expectTextToFit(page);
  await expectNoFaults(page, `${path} at 390 px with text spacing`);
}

// Every third screen: three tests, so that every worker has some.
for (const part of [0, 1, 2]) {
  test(`everything can be pressed and read on every screen at every width, part ${part + 1}`, async ({
    page,
    crowded,
  }) => {
    const kinds = screens(crowded).map(({ path, cookie }) => routeOf(path) + cookie);
    for (const [index, screen] of screens(crowded).entries()) {
      if (index % 3 !== part) continue;
      const { path, cookie } = screen;
      await test.step(path, async () => {
        await page.setViewportSize({ width: WIDTHS[0] ?? 0, height: 900 });
        await openAs(page, crowded.site, cookie, path);
        // React logs hydration errors to the console, which the fixture watches.
        await hydrated(page);
        if (kinds.indexOf(routeOf(path) + cookie) === index) return expectGoodPage(page, screen);
        for (const width of FEW_WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          await expectNoFaults(page, `${path} at ${width} px`);
        }
      });
    }
    await page.goto("about:blank");
  });
}

test("the classes cancelled by a closed day can be read at every width", async ({ page, crowded }) => {
  await openAs(page, crowded.site, crowded.gym.ownerCookie, "/staff/timetable/closures");
  await page.getByLabel("First day").fill(addDays(dateInNairobi(crowded.site.services.now()), 2));
  await page.getByLabel("Note").fill("The water is off.");
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByText(/are cancelled\./).first()).toBeVisible();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoFaults(page, `Closed days at ${width} px`);
  }
});
