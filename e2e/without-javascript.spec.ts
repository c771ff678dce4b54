/** The site with JavaScript off. */
import { expect, newEmail, SCREENS, TEST_ACCOUNT, test } from "./fixtures.ts";

test.use({ javaScriptEnabled: false });

test("every screen has its content in the first response", async ({ request }) => {
  for (const { path, heading } of SCREENS) {
    const html = await (await request.get(path)).text();
    const [, title = ""] = /<h1[^>]*>(.*?)<\/h1>/s.exec(html) ?? [];
    const words = title.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
    expect(words.trim(), path).toMatch(heading);
    expect(html, path).toContain("</footer>");
  }
});

test("the menu and the info panel open without JavaScript", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/");
  await page.getByRole("button", { name: "Open menu" }).click();
  await page.locator('dialog a[href="/pricing"], [popover] a[href="/pricing"]').first().click();
  await expect(page).toHaveURL("/pricing");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("button", { name: "Open info panel" }).click();
  await expect(page.getByRole("button", { name: "Close info panel" })).toBeVisible();
});

test("the navigation bar turns solid black once the page is scrolled by more than 10 pixels", async ({ page }) => {
  await page.goto("/");
  const ground = () => page.getByRole("banner").evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(await ground()).toBe("rgba(0, 0, 0, 0)");
  await page.mouse.wheel(0, 10);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(10);
  // Longer than the transition takes.
  await page.waitForTimeout(400);
  expect(await ground()).toBe("rgba(0, 0, 0, 0)");
  await page.mouse.wheel(0, 1);
  await expect.poll(ground).toBe("rgb(0, 0, 0)");
});

test("a link leads to all twelve classes", async ({ page }) => {
  await page.goto("/classes");
  await page.getByRole("link", { name: "show more" }).click();
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveCount(12);
  await page.getByRole("link", { name: "show less" }).click();
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveCount(8);
});

test("the page is returned with the body mass index", async ({ page }) => {
  await page.goto("/");
  const section = page.locator("section", { has: page.getByLabel("Weight (kg)") });
  await section.getByLabel("Weight (kg)").fill("70");
  await section.getByLabel("Height (cm)").fill("175");
  await section.getByRole("button", { name: "Calculate" }).click();
  await expect(section).toContainText("22.9");
  await expect(section).toContainText("Normal");
  await expect(section.getByLabel("Weight (kg)")).toHaveValue("70");
  await section.getByLabel("Height (cm)").fill("0");
  await section.getByRole("button", { name: "Calculate" }).click();
  await expect(section.getByRole("alert")).toHaveText("Please enter a valid weight and height");
});

test("the three testimonials can all be read", async ({ page }) => {
  await page.goto("/");
  const text = await page.getByRole("main").innerText();
  for (const name of ["Kevin Mwangi", "Otieno Odhiambo", "David Kiprono"]) expect(text).toMatch(new RegExp(name, "i"));
});

test("the gallery's pictures and pages are links", async ({ page }) => {
  await page.goto("/gallery/page-1");
  await page.getByRole("navigation", { name: /pages/i }).getByRole("link", { name: /next/i }).click();
  await expect(page).toHaveURL("/gallery/page-2");
  const picture = await page.locator("[data-gallery] a").first().getAttribute("href");
  const response = await page.request.get(picture ?? "");
  expect(response.status()).toBe(200);
  expect(response.headers()["content-type"]).toMatch(/^image\//);
});

test("signing up, saving a class, and signing out", async ({ page }) => {
  const email = newEmail();
  await page.goto("/signup");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill("short");
  await page.getByRole("main").getByRole("button", { name: "Sign Up" }).click();
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
  await page.getByLabel("Password", { exact: true }).fill("a long walk to Karura");
  await page.getByRole("main").getByRole("button", { name: "Sign Up" }).click();
  await expect(page).toHaveURL(/\/#home$/);
  await page.goto("/classes");
  await page.getByRole("button", { name: "Save Boxing" }).click();
  await expect(page.getByRole("button", { name: /^Saved/ })).toHaveCount(1);
  await page.goto("/account");
  await expect(page.getByRole("main")).toContainText(/boxing/i);
  await page.getByRole("main").getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page).not.toHaveURL(/account/);
  await page.goto("/account");
  await expect(page).toHaveURL(/\/login/);
});

test("a wrong password gets the same message", async ({ page }) => {
  await page.goto("/login");
  await page.getByLabel("Email", { exact: true }).fill(TEST_ACCOUNT.email);
  await page.getByLabel("Password", { exact: true }).fill("nope nope nope");
  await page.getByRole("main").getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByRole("alert")).toHaveText("Wrong email or password");
});

test("an enquiry is confirmed", async ({ page }) => {
  await page.goto("/contact?class=yoga");
  await page.getByLabel(/full name/i).fill("Otieno Ouma");
  await page.getByLabel(/email address/i).fill(newEmail());
  await page.getByRole("main").locator("form").getByRole("button").last().click();
  await expect(page.getByRole("main")).toContainText(/thank/i);
});

test("a link replaces the map", async ({ page }) => {
  await page.goto("/contact");
  const link = page.getByRole("link", { name: "Open the map" });
  await expect(link).toBeVisible();
  await expect(link).toHaveAttribute("href", "https://www.openstreetmap.org/?mlat=-1.3&mlon=36.782#map=16/-1.3/36.782");
  expect((await page.locator('iframe[title="map"]').boundingBox())?.height).toBe(45 * 16);
});

test("the body mass index and its error message are in view on a phone", async ({ page }) => {
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 360, height: 560 },
  ]) {
    await page.setViewportSize(viewport);
    await page.goto("/");
    const form = page.locator("form", { has: page.getByLabel("Weight (kg)") });
    await form.getByLabel("Weight (kg)").fill("70");
    await form.getByLabel("Height (cm)").fill("175");
    await form.getByRole("button", { name: "Calculate" }).click();
    await expect(form.getByText("22.9")).toBeInViewport({ ratio: 1 });
    await form.getByLabel("Height (cm)").fill("0");
    await form.getByRole("button", { name: "Calculate" }).click();
    await expect(form.getByRole("alert")).toBeInViewport({ ratio: 1 });
    await expect(form.getByLabel("Height (cm)")).toBeInViewport({ ratio: 1 });
  }
});
