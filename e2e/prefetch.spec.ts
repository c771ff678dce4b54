/** The next page is prefetched on intent, once, and not when the visitor saves data. */
import { setTimeout as pause } from "node:timers/promises";
import type { Page, Route } from "@playwright/test";
import { PASSWORD } from "../test/support/http-client.ts";
import { expect, hydrated, inTab, newEmail, test } from "./fixtures.ts";

/** Longer than the time that a pointer has to rest on a link. */
const LONG_ENOUGH_MS = 400;

/** Opens a page with its script. @returns the paths that it requests afterwards */
async function openAndWatch(page: Page, path: string): Promise<string[]> {
  await page.goto(path);
  await hydrated(page);
  const requested: string[] = [];
  page.on("request", (request) => requested.push(new URL(request.url()).pathname));
  return requested;
}

const isData = (path: string) => path.endsWith(".data");
const isScript = (path: string) => path.endsWith(".js");

function menuLink(page: Page, name: string) {
  return page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true });
}

test("a pointer resting on a link prefetches the next page, which then needs no other request", async ({ page }) => {
  const requested = await openAndWatch(page, "/about");
  await menuLink(page, "Classes").hover();
  await expect.poll(() => requested.filter(isData)).toEqual(["/classes.data"]);
  await expect.poll(() => requested.filter((path) => isScript(path) && path.includes("/classes-"))).toHaveLength(1);
  await page.waitForLoadState("networkidle");
  const before = requested.length;
  await menuLink(page, "Classes").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Classes");
  expect(requested.slice(before).filter((path) => isData(path) || isScript(path))).toEqual([]);
  await menuLink(page, "Pricing").hover();
  await expect.poll(() => requested.at(-1)).toBe("/pricing.data");
  // By now the prefetched response is too old.
  await page.evaluate(() => {
    const later = Date.now() + 11_000;
    Date.now = () => later;
  });
  await menuLink(page, "Pricing").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Pricing");
  expect(requested.filter((path) => path === "/pricing.data")).toHaveLength(2);
});

test.describe("on a touchscreen", () => {
  test.use({ hasTouch: true });

  test("keyboard focus and a touch on a link prefetch the next page", async ({ page }) => {
    const requested = await openAndWatch(page, "/about");
    await menuLink(page, "Pricing").focus();
    await expect.poll(() => requested.filter(isData)).toEqual(["/pricing.data"]);
    await menuLink(page, "Contact").dispatchEvent("touchstart");
    await expect.poll(() => requested.filter(isData)).toEqual(["/pricing.data", "/contact.data"]);
    // In the page, so that the events follow each other as quickly as under a finger.
    await menuLink(page, "Classes").evaluate((link) => {
      for (const type of ["touchstart", "touchmove"]) link.dispatchEvent(new TouchEvent(type, { bubbles: true }));
    });
    await page.waitForTimeout(LONG_ENOUGH_MS);
    expect(requested.filter(isData), "a finger that scrolls").toHaveLength(2);
  });

  test("a link followed at once fetches its page once, however long that takes", async ({ page }) => {
    await page.route("**/*.data", async (route) => {
      await pause(LONG_ENOUGH_MS);
      await route.continue();
    });
    const follow = [
      () => menuLink(page, "Classes").click(),
      () => menuLink(page, "Classes").tap(),
      () => menuLink(page, "Classes").press("Enter"),
    ];
    for (const how of follow) {
      const requested = await openAndWatch(page, "/about");
      await how();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Classes");
      await page.waitForTimeout(LONG_ENOUGH_MS);
      expect(requested.filter(isData), String(how)).toEqual(["/classes.data"]);
    }
  });
});

test("nothing is prefetched for a pointer crossing a link, for the current page or for files", async ({ page }) => {
  const requested = await openAndWatch(page, "/gallery/page-1");
  // In the page, so that the events follow each other as quickly as under a moving pointer.
  await menuLink(page, "Classes").evaluate((link) => {
    for (const target of [link, document.querySelector("main")]) {
      target?.dispatchEvent(new MouseEvent("mouseover", { bubbles: true }));
    }
  });
  await menuLink(page, "Gallery").hover();
  await page.waitForTimeout(LONG_ENOUGH_MS);
  await page.locator("[data-gallery] a").first().hover();
  await page.waitForTimeout(LONG_ENOUGH_MS);
  expect(requested.filter((path) => isData(path) || isScript(path))).toEqual([]);
});

test("showing more of the same page requests nothing", async ({ page }) => {
  const requested = await openAndWatch(page, "/classes");
  const more = page.getByRole("link", { name: "show more" });
  await inTab(page, more);
  await more.click();
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveCount(12);
  await page.waitForTimeout(LONG_ENOUGH_MS);
  expect(requested.filter(isData)).toEqual([]);
  await menuLink(page, "Classes").click();
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveCount(8);
});

for (const [condition, connection] of [
  ["data saving", { saveData: true, effectiveType: "4g" }],
  ["a very slow connection", { saveData: false, effectiveType: "2g" }],
] as const) {
  test(`nothing is prefetched with ${condition}`, async ({ page }) => {
    await page.addInitScript((value) => Object.defineProperty(navigator, "connection", { value }), connection);
    const requested = await openAndWatch(page, "/about");
    await menuLink(page, "Classes").hover();
    await menuLink(page, "Classes").focus();
    await page.waitForTimeout(LONG_ENOUGH_MS);
    expect(requested.filter((path) => isData(path) || isScript(path))).toEqual([]);
    await menuLink(page, "Classes").click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Classes");
    expect(requested.filter(isData)).toEqual(["/classes.data"]);
  });
}

test("responses prefetched before signing in or out are not shown afterwards", async ({ page }) => {
  const requested = await openAndWatch(page, "/signup");
  await page.getByLabel("Email", { exact: true }).fill(newEmail());
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  const held = Promise.withResolvers<Route>();
  await page.route("**/signup.data**", held.resolve, { times: 1 });
  // By keyboard, as a pointer on its way to the button would cross other links.
  await page.getByLabel("Password", { exact: true }).press("Enter");
  const signUp = await held.promise;
  await menuLink(page, "Classes").hover();
  await expect.poll(() => requested.at(-1)).toBe("/classes.data");
  await signUp.continue();
  await expect(page).toHaveURL("/#home");
  // At once, so that earlier responses are not yet too old.
  await menuLink(page, "Classes").dispatchEvent("click");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Classes");
  await expect(page.getByRole("button", { name: "Save Cycling" })).toBeVisible();

  await page.goto("/account");
  await hydrated(page);
  await menuLink(page, "Pricing").hover();
  await expect.poll(() => requested.at(-1)).toBe("/pricing.data");
  await page.getByRole("main").getByRole("button", { name: "Sign out", exact: true }).dispatchEvent("click");
  await expect(page.getByRole("link", { name: "Create an account" })).toBeVisible();
  await menuLink(page, "Pricing").dispatchEvent("click");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Pricing");
  await expect(page.getByRole("link", { name: "Create an account" })).toBeVisible();
});
