/**
 * Checks of every screen of the site. Each screen is opened once for all checks, as opening it costs more than most of
 * them.
 */
import type { Page } from "@playwright/test";
import { violations } from "./axe.ts";
import { DISTINCT_SCREENS, expect, SCREENS, signIn, test, withMap } from "./fixtures.ts";
import {
  expectEdgesInForcedColours,
  expectNoWidenedColumn,
  expectReadableWithoutStyleSheets,
  expectToFitWithoutWebFonts,
  expectToFitWithTextSpacing,
  expectToFitZoomed,
  expectToPrintBlackOnWhite,
  type TextOptions,
} from "./screen-checks.ts";

// Many checks each, some of them at six widths.
test.describe.configure({ timeout: 90_000 });

test.use({ viewport: { width: 1440, height: 900 } });

/** Markup and colours are the same at every width; only the site's frame differs, which is checked on Home. */
async function expectAccessible(page: Page): Promise<void> {
  const isHome = new URL(page.url()).pathname === "/";
  for (const width of isHome ? [1440, 390] : [390]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await violations(page), `at ${width} px`).toEqual([]);
  }
}

async function expectGoodScreen(page: Page, options: TextOptions = {}): Promise<void> {
  await test.step("axe finds nothing", () => expectAccessible(page));
  await test.step("a red area has an edge in forced colours", () => expectEdgesInForcedColours(page));
  await test.step("nothing widens a column", () => expectNoWidenedColumn(page));
  await test.step("prints black on white", () => expectToPrintBlackOnWhite(page));
  await test.step("no text is cut at 400%", () => expectToFitZoomed(page));
  await test.step("no text is cut with text spacing", () => expectToFitWithTextSpacing(page, options));
  await test.step("no text is cut without web fonts", () => expectToFitWithoutWebFonts(page, options));
  await test.step("readable without style sheets", () => expectReadableWithoutStyleSheets(page));
}

/** Screens whose whole content another screen has: Home with a result, all classes, the dates of a class, other pictures. */
const REPEATED: ReadonlySet<string> = new Set([
  ...["/", "/classes", "/schedule/calendar", "/gallery/page-2"],
  // A button in the frame of `/reminders/off`.
  ...["/membership/mails?key=unknown", "/confirm-address?key=unknown"],
]);

for (const path of DISTINCT_SCREENS.filter((screen) => !REPEATED.has(screen))) {
  test(`${path} is accessible, fits every width, prints, and is readable without style sheets`, async ({ page }) => {
    if (path.startsWith("/contact")) await withMap(page);
    await page.goto(path);
    await expectGoodScreen(page);
  });
}

test("the account and a form with errors pass the same checks", async ({ page }) => {
  await page.goto("/contact");
  await page.getByRole("main").locator("form").getByRole("button").last().click();
  await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page);
  await page.goto("/account");
  // Its bar and its menu are the fullest.
  await expectGoodScreen(page, { frame: true });
});

test("the first response of every screen is a complete document with one h1, its own title and address", async ({
  request,
}) => {
  const titles = new Set<string>();
  for (const { path, heading } of SCREENS) {
    const response = await request.get(path);
    expect(response.status(), path).toBe(200);
    const html = await response.text();
    const textsOf = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, text = ""]) => text);
    const [title, ...others] = textsOf(/<h1[^>]*>(.*?)<\/h1>/gs);
    expect(others, path).toEqual([]);
    expect(
      title
        ?.replace(/<[^>]+>/g, " ")
        .replace(/\s+/g, " ")
        .trim(),
      path,
    ).toMatch(heading);
    expect(html, path).toMatch(/<title>[^<]*\S[^<]* \| Nguvu Fitness<\/title>/);
    expect(html, path).toMatch(/<meta name="description" content="[^"]{30,}"/);
    const [address = ""] = textsOf(/<link rel="canonical" href="([^"]*)"/g);
    expect(new URL(address).pathname).toBe(path);
    expect(html, path).toContain("</footer>");
    titles.add(textsOf(/<title>([^<]*)/g)[0] ?? "");
  }
  expect(titles.size).toBe(SCREENS.length);
});
