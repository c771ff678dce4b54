/** No text is cut with a visitor's own spacing (WCAG 1.4.12) or without web fonts. */
import type { Page } from "@playwright/test";
import { expectTextToFit } from "./fitting-text.ts";
import { DISTINCT_SCREENS, expect, signIn, test } from "./fixtures.ts";

/**
 * From a desktop to 400 % zoom; at 1024 and at 1280 px the navigation bar has least room for what it holds. Widest first:
 * right after a change of width Chromium still uses the last one's `vw`, which then only needs more space.
 */
const WIDTHS = [1440, 1280, 1024, 768, 390, 320];

// Each screen is laid out at six widths, with its sheets open too.
test.describe.configure({ timeout: 60_000 });

/** The four settings of WCAG 1.4.12, at their full measure. */
const SPACING = `* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }
  p { margin-bottom: 2em !important }`;

test.use({ reducedMotion: "reduce", viewport: { width: 1440, height: 900 } });

async function expectTextToFitAtAllWidths(page: Page) {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expectTextToFit(page);
  }
}

/** The menu and the info panel, whose texts are seen only while they are open. */
async function expectSheetsToFit(page: Page) {
  for (const id of ["site-menu", "info-panel"]) {
    const sheet = page.locator(`dialog#${id}`);
    await sheet.evaluate((dialog: HTMLDialogElement) => dialog.showModal());
    await expect(sheet).toBeInViewport({ ratio: 0.9 });
    await expectTextToFitAtAllWidths(page);
    await sheet.evaluate((dialog: HTMLDialogElement) => dialog.close());
  }
}

test.describe("text spacing", () => {
  for (const path of DISTINCT_SCREENS) {
    test(`cuts no text on ${path}`, async ({ page }) => {
      await page.goto(path);
      await page.addStyleTag({ content: SPACING });
      await expectTextToFitAtAllWidths(page);
    });
  }

  test("cuts no text on the account, the menu and the info panel", async ({ page }) => {
    await signIn(page);
    for (const path of ["/account", "/classes"]) {
      await page.goto(path);
      await page.addStyleTag({ content: SPACING });
      await expectTextToFitAtAllWidths(page);
    }
    await expectSheetsToFit(page);
  });
});

test.describe("without web fonts", () => {
  test.beforeEach(async ({ page }) => {
    // The adjusted fallbacks are web fonts too, so every rule for one goes, and the preloads, which would be in vain.
    await page.route("**/*", async (route) => {
      if (route.request().resourceType() !== "document") return route.fallback();
      const response = await route.fetch({ maxRedirects: 0, maxRetries: 3 });
      if (!response.headers()["content-type"]?.startsWith("text/html")) return route.fulfill({ response });
      const html = await response.text();
      const body = html.replace(/@font-face\s*\{[^}]*\}/g, "").replace(/<link rel="preload"[^>]*as="font"[^>]*>/g, "");
      expect(body).not.toBe(html);
      return route.fulfill({ response, body });
    });
  });

  for (const path of DISTINCT_SCREENS) {
    test(`cuts no text on ${path}`, async ({ page }) => {
      await page.goto(path);
      expect(await page.evaluate(() => document.fonts.size)).toBe(0);
      await expectTextToFitAtAllWidths(page);
    });
  }

  test("cuts no text on the account, the menu and the info panel", async ({ page }) => {
    await signIn(page);
    await page.goto("/account");
    await expectTextToFitAtAllWidths(page);
    await expectSheetsToFit(page);
  });
});
