/**
 * Every screen of a gym with people, long names and long words in it, at every width: nothing overflows or overlaps, and no
 * short word is broken.
 */
import { addDays, dateInNairobi } from "../app/time/dates.server.ts";
import { consolePaths } from "../test/support/console-pages.ts";
import { DISTINCT_SCREENS, expect, hydrated, test } from "./fixtures.ts";
import { openAs, openGymWithLongWords } from "./gym-with-long-words.ts";
import { TEXT_SPACING } from "./screen-checks.ts";
import { expectNoFaults, expectNoSidewaysScrollWithLargeText } from "./screen-faults.ts";

/** Widest first, as in `screen-checks.ts`. */
const WIDTHS = [1280, 1040, 1024, 1000, 800, 768, 600, 390, 320];

/** Between the widths of the design: checked only for overflow and broken words. */
const BETWEEN: ReadonlySet<number> = new Set([1040, 1000, 800, 600]);
const SPACED_WIDTHS = [390];
const LARGE_TEXT_WIDTHS = [1280];

test.describe.configure({ timeout: 360_000 });

const opened = openGymWithLongWords();

/** Files, and the preview, which frames pages of the site. */
const NO_SCREEN = /\.(?:csv|txt|webp)|\/thumbnail$|\/preview$|\/day\/people/;

/** The addresses, each with the cookie of its user. */
function screens(): { path: string; cookie: string }[] {
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

// Every third screen: three tests, so that every worker has some.
for (const part of [0, 1, 2]) {
  test(`everything can be pressed and read on every screen at every width, part ${part + 1}`, async ({ page }) => {
    for (const { path, cookie } of screens().filter((_, index) => index % 3 === part)) {
      await test.step(path, async () => {
        await page.setViewportSize({ width: WIDTHS[0] ?? 0, height: 900 });
        await openAs(page, opened.site, cookie, path);
        // React logs hydration errors to the console, which the fixture watches.
        await hydrated(page);
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          await expectNoFaults(page, `${path} at ${width} px`, BETWEEN.has(width));
        }
        for (const width of LARGE_TEXT_WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          await expectNoSidewaysScrollWithLargeText(page, `${path} at ${width} px with text of twice its size`);
        }
        await page.addStyleTag({ content: TEXT_SPACING });
        for (const width of SPACED_WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          await expectNoFaults(page, `${path} at ${width} px with text spacing`);
        }
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

test("the screens include the site's, the account's and the console's", () => {
  expect(screens().length).toBeGreaterThan(100);
});
