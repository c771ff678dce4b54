/** The map on the contact page, with its third-party server reachable, unreachable and silent. */
import type { Route } from "@playwright/test";
import { expect, hydrated, test } from "./fixtures.ts";

const MAP = /openstreetmap\.org/;

test("the map is fetched near the view, and shown once loaded", async ({ page }) => {
  await page.route(MAP, (route) => route.fulfill({ contentType: "text/html", body: "<!doctype html>" }));
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
  const map = page.locator('iframe[title="map"]');
  await expect(map).not.toHaveAttribute("src");
  const { height } = (await map.boundingBox()) ?? {};
  await map.scrollIntoViewIfNeeded();
  await expect(map).toBeVisible();
  await expect(map).toHaveAttribute("src", /^https:\/\/www\.openstreetmap\.org\/export\/embed\.html\?bbox=36\./);
  expect((await map.boundingBox())?.height).toBe(height);
  await expect(page.getByRole("link", { name: "Open the map" })).toHaveCount(0);
  for (const name of ["Google Maps", "OpenStreetMap"]) {
    await expect(page.getByRole("link", { name: `Directions on ${name}` }).last()).toBeVisible();
  }
});

test("an unreachable map, or one that stops loading, leaves a link in its place", async ({ page }) => {
  const answers: [isHalfway: boolean, answer: (route: Route) => unknown][] = [
    [false, (route) => route.abort("namenotresolved")],
    [false, () => {}],
    [true, (route) => (route.request().method() === "HEAD" ? route.fulfill({ body: "" }) : undefined)],
  ];
  for (const [isHalfway, answer] of answers) {
    await page.route(MAP, answer);
    const request = page.waitForRequest(MAP);
    await page.goto("/contact");
    await hydrated(page);
    const frame = page.locator('iframe[title="map"]');
    await frame.scrollIntoViewIfNeeded();
    await request;
    if (isHalfway) await expect(frame).toHaveAttribute("src", MAP);
    else await expect(frame).not.toHaveAttribute("src");
    await expect(page.getByRole("link", { name: "Open the map" })).toBeVisible();
    await expect(frame).toBeHidden();
    await page.unrouteAll();
  }
});
