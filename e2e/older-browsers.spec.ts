/**
 * Browsers without `closedby` (Chrome before 134, Firefox before 141, Safari) or popovers, simulated in Chromium.
 * `npm run browsers` tests the same in WebKitGTK, which really has no `closedby`.
 */
import type { Page } from "@playwright/test";
import { destinations } from "../app/site/layout/destinations.ts";
import { expect, hydrated, test, testWithoutScript } from "./fixtures.ts";

test.use({ viewport: { width: 390, height: 844 } });

const DESTINATIONS = destinations(false).map(({ to }) => to);

/** Changes each document on its way to the browser. */
async function rewriteDocuments(page: Page, rewrite: (html: string) => string): Promise<void> {
  await page.route("**/*", async (route) => {
    if (route.request().resourceType() !== "document") return route.fallback();
    const response = await route.fetch();
    return route.fulfill({ response, body: rewrite(await response.text()) });
  });
}

/** Disables `closedby` except for Escape, as in older browsers. */
async function ignoreClosedBy(page: Page): Promise<void> {
  await rewriteDocuments(page, (html) => html.replaceAll('closedby="any"', 'closedby="closerequest"'));
  await page.addInitScript(() => void Reflect.deleteProperty(HTMLDialogElement.prototype, "closedBy"));
}

test("without `closedby` the menu opens at the first tap and closes, even before its script", async ({ page }) => {
  await ignoreClosedBy(page);
  const released = Promise.withResolvers<void>();
  await page.route(/\.js$/, async (route) => {
    await released.promise;
    await route.fallback();
  });
  await page.goto("/");
  const menu = page.locator("dialog", { has: page.getByRole("navigation", { name: "Menu" }) });
  const open = page.getByRole("button", { name: "Open menu" });
  const isModal = () => menu.evaluate((dialog) => dialog.matches(":modal"));

  await open.click();
  expect(await isModal(), "the first tap").toBe(true);
  await page.getByRole("button", { name: "Close menu" }).click();
  await expect(menu).toBeHidden();
  await open.click();
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await open.click();

  released.resolve();
  await hydrated(page);
  expect(await isModal(), "after the script has taken over").toBe(true);
  await page.getByRole("button", { name: "Close menu" }).click();
  await expect(menu).toBeHidden();
  await open.click();
  expect(await isModal(), "opened once, not twice").toBe(true);
  await menu.getByRole("link", { name: "About" }).click();
  await expect(page).toHaveURL("/about");
  await expect(menu).toBeHidden();
});

test("without `closedby` a click beside the info panel closes it, one inside doesn't", async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await ignoreClosedBy(page);
  await page.goto("/pricing");
  const close = page.getByRole("button", { name: "Close info panel" });
  await page.getByRole("button", { name: "Open info panel" }).click();
  await expect(close).toBeVisible();
  // While the panel slides in, its content is still outside the window.
  await expect.poll(() => close.evaluate((button) => button.getBoundingClientRect().right)).toBeLessThan(1024);
  await page.mouse.click(1000, 600);
  await expect(close).toBeVisible();
  await page.mouse.click(200, 500);
  await expect(close).toBeHidden();
});

testWithoutScript("without JavaScript the menu and the info panel open, close and link to pages", async ({ page }) => {
  await page.goto("/");
  const close = page.getByRole("button", { name: "Close menu" });
  await page.getByRole("button", { name: "Open menu" }).click();
  for (const to of DESTINATIONS) await expect(page.locator(`dialog a[href="${to}"]`).first()).toBeVisible();
  await close.click();
  await expect(close).toBeHidden();
  await page.getByRole("button", { name: "Open menu" }).click();
  await page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name: "Gallery" }).click();
  await expect(page).toHaveURL("/gallery/page-1");
  await page.getByRole("button", { name: "Open info panel" }).click();
  await expect(page.getByRole("button", { name: "Close info panel" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Close info panel" })).toBeHidden();
});

testWithoutScript("the footer links to all nine destinations in browsers without popovers", async ({ page }) => {
  await rewriteDocuments(page, (html) => html.replace(/ popover\w*="[^"]*"/g, ""));
  await page.goto("/privacy");
  const links = page.getByRole("contentinfo").getByRole("navigation");
  for (const to of DESTINATIONS) await expect(links.locator(`a[href="${to}"]`)).toBeVisible();
});
