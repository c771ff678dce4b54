/** The map on the contact page, with its third-party server reachable, unreachable and silent. */
import type { Page } from "@playwright/test";
import { expect, hydrated, test, withMap } from "./fixtures.ts";

const MAP = /openstreetmap\.org/;

async function goToMap(page: Page): Promise<void> {
  await page.goto("/contact");
  await hydrated(page);
  await page.locator('iframe[title="map"]').scrollIntoViewIfNeeded();
}

/** Expects the link in place of the map. */
async function expectPlaceholder(page: Page): Promise<void> {
  await expect(page.getByRole("link", { name: "Open the map" })).toBeVisible();
  await expect(page.locator('iframe[title="map"]')).toBeHidden();
  await expect(page.locator('iframe[title="map"]')).not.toHaveAttribute("src");
}

test("the map is fetched near the view, and shown once loaded", async ({ page }) => {
  await withMap(page);
  await page.setViewportSize({ width: 390, height: 600 });
  const requests: string[] = [];
  page.on("request", (request) => {
    if (MAP.test(request.url())) requests.push(request.url());
  });
  await page.goto("/contact");
  await hydrated(page);
  await page.waitForLoadState("networkidle");
  expect(requests).toEqual([]);
  await expectPlaceholder(page);
  await page.locator('iframe[title="map"]').scrollIntoViewIfNeeded();
  await expect(page.locator('iframe[title="map"]')).toBeVisible();
  await expect(page.getByRole("link", { name: "Open the map" })).toHaveCount(0);
  for (const name of ["Google Maps", "OpenStreetMap"]) {
    await expect(page.getByRole("link", { name: `Directions on ${name}` }).last()).toBeVisible();
  }
});

test("an unreachable map leaves a link in its place", async ({ page }) => {
  await page.route(MAP, (route) => route.abort("namenotresolved"));
  const failed = page.waitForEvent("requestfailed", (request) => MAP.test(request.url()));
  await goToMap(page);
  await failed;
  await expectPlaceholder(page);
});

test("a map whose server doesn't respond does the same", async ({ page }) => {
  await page.route(MAP, () => {});
  const request = page.waitForRequest(MAP);
  await goToMap(page);
  await request;
  await expectPlaceholder(page);
});

test("a map that stops loading halfway does the same", async ({ page }) => {
  await page.route(MAP, (route) => (route.request().method() === "HEAD" ? route.fulfill({ body: "" }) : undefined));
  await goToMap(page);
  await expect(page.locator('iframe[title="map"]')).toHaveAttribute("src", MAP);
  await expect(page.locator('iframe[title="map"]')).toBeHidden();
  await expect(page.getByRole("link", { name: "Open the map" })).toBeVisible();
});
