/** The site with JavaScript off. */
import { PASSWORD } from "../test/support/http-client.ts";
import { expect, newEmail, sendCredentials, test } from "./fixtures.ts";

test.use({ hasScript: false });

test("links lead to all classes and the gallery's pages and pictures, and replace the map", async ({ page }) => {
  await page.goto("/classes");
  await page.getByRole("link", { name: "show more" }).click();
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveCount(12);
  await page.getByRole("link", { name: "show less" }).click();
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveCount(8);

  await page.goto("/gallery/page-1");
  await page.getByRole("navigation", { name: /pages/i }).getByRole("link", { name: /next/i }).click();
  await expect(page).toHaveURL("/gallery/page-2");
  const response = await page.request.get((await page.locator("[data-gallery] a").first().getAttribute("href")) ?? "");
  expect(response.status()).toBe(200);
  expect(response.headers()["content-type"]).toMatch(/^image\//);

  await page.goto("/contact");
  const link = page.getByRole("link", { name: "Open the map" });
  await expect(link).toBeVisible();
  await expect(link).toHaveAttribute("href", "https://www.openstreetmap.org/?mlat=-1.3&mlon=36.782#map=16/-1.3/36.782");
  expect((await page.locator('iframe[title="map"]').boundingBox())?.height).toBe(45 * 16);
});

test("Home has the three testimonials, and the body mass index or its error message in view", async ({ page }) => {
  await page.goto("/");
  const text = await page.getByRole("main").innerText();
  for (const name of ["Kevin Mwangi", "Otieno Odhiambo", "David Kiprono"]) expect(text).toMatch(new RegExp(name, "i"));
  const form = page.locator("form", { has: page.getByLabel("Weight (kg)") });
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 360, height: 560 },
  ]) {
    await page.setViewportSize(viewport);
    await page.goto("/");
    await form.getByLabel("Weight (kg)").fill("70");
    await form.getByLabel("Height (cm)").fill("175");
    await form.getByRole("button", { name: "Calculate" }).click();
    await expect(form.getByText("22.9")).toBeInViewport({ ratio: 1 });
    await expect(page.locator("#bmi")).toContainText("Normal");
    await expect(form.getByLabel("Weight (kg)")).toHaveValue("70");
    await form.getByLabel("Height (cm)").fill("0");
    await form.getByRole("button", { name: "Calculate" }).click();
    await expect(form.getByRole("alert")).toHaveText("Please enter a valid weight and height");
    await expect(form.getByRole("alert")).toBeInViewport({ ratio: 1 });
    await expect(form.getByLabel("Height (cm)")).toBeInViewport({ ratio: 1 });
  }
});

test("a class leads to signing up, is saved by it, and is shown until signing out", async ({ page }) => {
  const email = newEmail();
  const main = page.getByRole("main");
  await page.goto("/classes?show=all");
  const signIn = await page.getByRole("link", { name: "Save Boxing" }).getAttribute("href");
  expect(signIn).toMatch(/^\/login\?/);
  await page.goto(signIn?.replace("/login", "/signup") ?? "");
  await sendCredentials(page, { email, password: "short" }, "Sign Up");
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await main.getByRole("button", { name: "Sign Up" }).click();
  await expect(page).toHaveURL(/\/classes\?show=all/);
  await expect(page.getByRole("button", { name: /^Saved/ })).toHaveCount(1);
  await page.goto("/account");
  await expect(main).toContainText(/boxing/i);
  await main.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page).not.toHaveURL(/account/);
  await page.goto("/account");
  await expect(page).toHaveURL(/\/login/);
  await sendCredentials(page, { email, password: "nope nope nope" });
  await expect(page.getByRole("alert")).toHaveText("Wrong email or password");
});
