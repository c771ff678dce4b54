/** The navigation bar, its menu on phones and the info panel. */
import { destinations } from "../app/site/layout/destinations.ts";
import { expect, hydrated, test } from "./fixtures.ts";

/** destinations.test.ts checks these against the specification. */
const DESTINATIONS = destinations(false).map(({ to }) => to);

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };

test("the navigation bar works on a desktop", async ({ page }) => {
  await page.setViewportSize(DESKTOP);
  await page.goto("/");
  await hydrated(page);

  await test.step("is transparent until scrolled more than 10 pixels, then solid black", async () => {
    const bar = page.getByRole("banner");
    const ground = () => bar.evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(await ground()).toMatch(/rgba\(.*, 0\)|transparent/);
    await page.mouse.wheel(0, 10);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(10);
    expect(await ground()).toMatch(/rgba\(.*, 0\)|transparent/);
    await page.mouse.wheel(0, 1);
    await expect.poll(ground).toBe("rgb(0, 0, 0)");
    expect(await bar.evaluate((element) => getComputedStyle(element).boxShadow)).not.toBe("none");
    expect(await bar.evaluate((element) => getComputedStyle(element).position)).toBe("fixed");
  });

  await test.step("has a logo that scrolls to the top", async () => {
    await page.mouse.wheel(0, 2000);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(500);
    await page.getByRole("banner").getByRole("link", { name: /nguvu/i }).first().click();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  });

  await test.step("opens the info panel as a dialog that takes and returns the focus", async () => {
    const open = page.getByRole("button", { name: "Open info panel" });
    await open.click();
    const panel = page.getByRole("dialog");
    await expect(panel).toBeVisible();
    expect(await panel.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await expect(panel.getByText("About Us")).toBeVisible();
    await expect(panel.locator("img")).toHaveCount(6);
    await expect(panel.getByText("+254 700 000 000")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(panel).toBeHidden();
    await expect(open).toBeFocused();
    await open.click();
    await page.mouse.click(200, 500);
    await expect(panel).toBeHidden();
    await open.click();
    await page.getByRole("button", { name: "Close info panel" }).click();
    await expect(panel).toBeHidden();
    // Its content scrolls, and only its button and links take the focus.
    await page.setViewportSize({ ...DESKTOP, height: 480 });
    await open.click();
    const stops: string[] = [];
    for (let press = 0; press < 5; press += 1) {
      stops.push(await page.evaluate(() => document.activeElement?.tagName ?? ""));
      await page.keyboard.press("Tab");
    }
    // After the last element the focus goes to the browser's own bar, and then back.
    expect(stops).toEqual(["BUTTON", "A", "A", "A", "BODY"]);
  });
});

test("the navigation bar is turned solid by script in browsers without scroll-driven animations", async ({ page }) => {
  await page.addInitScript(() => {
    CSS.supports = () => false;
  });
  await page.goto("/");
  await hydrated(page);
  const bar = page.getByRole("banner");
  await expect(bar).not.toHaveAttribute("data-solid");
  await page.mouse.wheel(0, 11);
  await expect(bar).toHaveAttribute("data-solid");
});

test("the bar has the nine destinations, the user icon and the join button, on one line", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/about");
  const main = page.getByRole("navigation", { name: "Main" }).getByRole("link");
  const tops = await main.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().top));
  expect(tops).toHaveLength(DESTINATIONS.length);
  expect(new Set(tops).size).toBe(1);
  const bar = page.getByRole("banner");
  const links = bar.getByRole("navigation").getByRole("link");
  const targets = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  for (const to of DESTINATIONS) expect(targets).toContain(to);
  await expect(bar.getByRole("link", { name: /join class now/i })).toHaveAttribute("href", "/contact");
  await expect(bar.getByRole("link", { name: "About", exact: true })).toHaveAttribute("aria-current", "page");
});

test("on a phone the bar opens a full-screen menu, with the same destinations, even by keyboard", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto("/");
  await hydrated(page);
  await page.getByRole("button", { name: "Open menu" }).focus();
  await page.keyboard.press("Enter");
  const close = page.getByRole("button", { name: "Close menu" });
  await expect(close).toBeVisible();
  for (const destination of DESTINATIONS) {
    await expect(
      page.locator(`dialog[open] a[href="${destination}"], [popover]:popover-open a[href="${destination}"]`).first(),
    ).toBeVisible();
  }
  await page.keyboard.press("Escape");
  await expect(close).toBeHidden();
  await expect(page.getByRole("button", { name: "Open menu" })).toBeFocused();
  for (const from of ["/", "/pricing"]) {
    await expect(page).toHaveURL(from);
    await page.getByRole("button", { name: "Open menu" }).click();
    await page.locator('dialog[open] a[href="/pricing"], [popover]:popover-open a[href="/pricing"]').first().click();
    await expect(page).toHaveURL("/pricing");
    await expect(close).toBeHidden();
  }
});
