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

for (const path of DISTINCT_SCREENS) {
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

test("every screen is a complete document with one h1, its own title and address, and no violation of its policy", async ({
  page,
}) => {
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      // The console is watched by the fixture, which fails the test on any error.
      console.error(`policy broken: ${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  const titles = new Set<string>();
  for (const { path, heading } of SCREENS) {
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(200);
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
    await expect(page).toHaveTitle(/\S+.* \| Nguvu Fitness$/);
    expect(await page.locator('meta[name="description"]').getAttribute("content"), path).toMatch(/.{30,}/);
    const address = await page.locator('link[rel="canonical"]').getAttribute("href");
    expect(new URL(address ?? "").pathname).toBe(path);
    await expect(page.getByRole("contentinfo")).toBeVisible();
    titles.add(await page.title());
  }
  expect(titles.size).toBe(SCREENS.length);
});
