/** The map on the contact page, with its third-party server reachable, unreachable and silent. */
import type { Page, Route } from "@playwright/test";
import { expect, hydrated, test, withMap } from "./fixtures.ts";

const MAP = /openstreetmap\.org/;

async function goToMap(page: Page): Promise<void> {
  await page.goto("/contact");
  await hydrated(page);
  await page.locator('iframe[title="map"]').scrollIntoViewIfNeeded();
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
  await expect(page.getByRole("link", { name: "Open the map" })).toBeVisible();
  await expect(page.locator('iframe[title="map"]')).not.toHaveAttribute("src");
  await page.locator('iframe[title="map"]').scrollIntoViewIfNeeded();
  await expect(page.locator('iframe[title="map"]')).toBeVisible();
  await expect(page.getByRole("link", { name: "Open the map" })).toHaveCount(0);
  for (const name of ["Google Maps", "OpenStreetMap"]) {
    await expect(page.getByRole("link", { name: `Directions on ${name}` }).last()).toBeVisible();
  }
});

test("an unreachable map, or one that stops loading, leaves a link in its place", async ({ page }) => {
  for (const answer of [
    (route: Route) => route.abort("namenotresolved"),
    () => {},
    // Halfway.
    (route: Route) => (route.request().method() === "HEAD" ? route.fulfill({ body: "" }) : undefined),
  ]) {
    await page.route(MAP, answer);
    const request = page.waitForRequest(MAP);
    await goToMap(page);
    await request;
    await expect(page.getByRole("link", { name: "Open the map" })).toBeVisible();
    await expect(page.locator('iframe[title="map"]')).toBeHidden();
    await page.unrouteAll();
  }
});
