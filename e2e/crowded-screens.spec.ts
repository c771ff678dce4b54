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
import { DISTINCT_SCREENS, expect, hydrated, test } from "./fixtures.ts";
import { openAs, openGymWithLongWords } from "./gym-with-long-words.ts";
import { bareControls, TEXT_SPACING, ZOOMED_VIEW } from "./screen-checks.ts";
import { expectNoFaults, expectNoSidewaysScrollWithLargeText } from "./screen-faults.ts";

/** The widths at which layouts begin, where they are tightest. Widest first, as in `screen-checks.ts`. */
const WIDTHS = [1280, 1024, 1000, 768, 600, 390, 320];

/** For further states of a page whose first state was checked at every width. */
const FEW_WIDTHS = [1280, 390, 320];

/** Widths at which only parts of the layout change: checked only for overflow and broken words. */
const BETWEEN: ReadonlySet<number> = new Set([1000, 600]);
const SPACED_WIDTHS = [1440, 390, 320];

test.describe.configure({ timeout: 360_000 });

const opened = openGymWithLongWords();

/** Files, and the preview, which frames pages of the site. */
const NO_SCREEN = /\.(?:csv|txt|webp)|\/thumbnail$|\/preview$|\/day\/people/;

type Screen = { path: string; cookie: string };

/** The addresses, each with the cookie of its user. */
function screens(): Screen[] {
  const { content, ownerCookie, memberCookie, newcomerCookie, bookingPaths, personPath } = opened.gym;
  const { trainerCookie, ownClassPath, classPaths } = opened.gym;
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
  return [
    ...[...DISTINCT_SCREENS, ...classPaths].map((path) => ({ path, cookie: "" })),
    ...own.map((path) => ({ path, cookie: memberCookie })),
    ...["/account/details", "/account/address/link?sent=1"].map((path) => ({ path, cookie: newcomerCookie })),
    ...ofTrainers.map((path) => ({ path, cookie: trainerCookie })),
    ...console.filter((path) => !NO_SCREEN.test(path)).map((path) => ({ path, cookie: ownerCookie })),
  ];
}

/** Everything that is the same in each state of a page. */
async function expectGoodPage(page: Page, { path, cookie }: Screen): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 900 });
  await expectNoSidewaysScrollWithLargeText(page, `${path} with text of twice its size`);
  // Markup and colours are the same at every width.
  await page.setViewportSize({ width: 390, height: 900 });
  if (cookie !== "") {
    expect.soft(await violations(page), path).toEqual([]);
    expect.soft(await bareControls(page), `without an edge in forced colours on ${path}`).toEqual([]);
    await page.setViewportSize(ZOOMED_VIEW);
    await expectTextToFit(page);
  }
  await page.addStyleTag({ content: TEXT_SPACING });
  for (const width of cookie === "" ? [390] : SPACED_WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    if (cookie !== "") await expectTextToFit(page);
    if (width === 390) await expectNoFaults(page, `${path} at ${width} px with text spacing`);
  }
}

// Every third screen: three tests, so that every worker has some.
for (const part of [0, 1, 2]) {
  test(`everything can be pressed and read on every screen at every width, part ${part + 1}`, async ({ page }) => {
    const kinds = screens().map(({ path, cookie }) => routeOf(path) + cookie);
    for (const [index, screen] of screens().entries()) {
      if (index % 3 !== part) continue;
      const { path, cookie } = screen;
      const isFirst = kinds.indexOf(routeOf(path) + cookie) === index;
      await test.step(path, async () => {
        await page.setViewportSize({ width: WIDTHS[0] ?? 0, height: 900 });
        await openAs(page, opened.site, cookie, path);
        // React logs hydration errors to the console, which the fixture watches.
        await hydrated(page);
        for (const width of isFirst ? WIDTHS : FEW_WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          await expectNoFaults(page, `${path} at ${width} px`, BETWEEN.has(width));
        }
        if (isFirst) await expectGoodPage(page, screen);
      });
    }
    await page.goto("about:blank");
  });
}

test("the classes cancelled by a closed day can be read at every width", async ({ page }) => {
  await openAs(page, opened.site, opened.gym.ownerCookie, "/staff/timetable/closures");
  await page.getByLabel("First day").fill(addDays(dateInNairobi(opened.site.services.now()), 2));
  await page.getByLabel("Note").fill("The water is off.");
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByText(/are cancelled\./).first()).toBeVisible();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoFaults(page, `Closed days at ${width} px`, BETWEEN.has(width));
  }
});
