/** Accounts, saved classes and enquiries, with script. */
import { setTimeout as pause } from "node:timers/promises";
import type { Page, Route } from "@playwright/test";
import { PASSWORD } from "../test/support/http-client.ts";
import { expect, hydrated, mailsTo, newEmail, sendCredentials, TEST_ACCOUNT, test } from "./fixtures.ts";

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto("/signup");
  await sendCredentials(page, { email, password: PASSWORD }, "Sign Up");
  await expect(page).toHaveURL("/#home");
}

test("a new account starts signed in at the top of Home; a class is saved and removed", async ({ page }) => {
  const email = newEmail();
  await signUp(page, email);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.goto("/account");
  const main = page.getByRole("main");
  await expect(main).toContainText(email);
  await expect(main).not.toContainText(/boxing/i);
  await page.goto("/classes");
  await hydrated(page);
  const held = Promise.withResolvers<Route>();
  await page.route("**/saved-classes**", held.resolve, { times: 1 });
  await page.getByRole("button", { name: "Save Boxing" }).click();
  await expect(page.getByRole("button", { name: "Saving Boxing" })).toBeVisible();
  await (await held.promise).continue();
  await expect(page.getByRole("button", { name: /^Saved/ })).toHaveCount(1);
  await page.goto("/account");
  await expect(main).toContainText(/boxing/i);
  await expect(main).toContainText(/tuesday/i);
  await page.goto("/classes");
  await hydrated(page);
  await page.getByRole("button", { name: /^Saved/ }).click();
  // The label is "Removing Boxing" until the server has responded.
  await expect(page.getByRole("button", { name: "Save Boxing" })).toBeVisible();
  await page.goto("/account");
  await expect(main).not.toContainText(/boxing/i);
});

test("signing in is reached from every page, has one message for failure, and ends at Home's top", async ({ page }) => {
  await page.goto("/pricing");
  await hydrated(page);
  // The next page is rendered by script.
  await page.getByRole("banner").getByRole("link", { name: "About", exact: true }).click();
  await expect(page).toHaveURL("/about");
  const main = page.getByRole("main");
  await page.getByRole("banner").getByRole("link", { name: "Create an account" }).click();
  await expect(page).toHaveURL("/signup");
  await expect(main.getByText(/test account/i)).toBeVisible();
  const members = main.getByText("Already have account?");
  await expect(members).toHaveCount(1);
  const field = await page.getByLabel("Email", { exact: true }).boundingBox();
  expect((await members.boundingBox())?.y).toBeLessThan(field?.y ?? 0);
  await page.goBack();
  await page.getByRole("contentinfo").getByRole("link", { name: "Sign In" }).click();
  await expect(page).toHaveURL("/login");
  await expect(main).toContainText("Test Account");
  await expect(main).toContainText(`${TEST_ACCOUNT.email} / ${TEST_ACCOUNT.password}`);
  for (const email of [TEST_ACCOUNT.email, newEmail()]) {
    await sendCredentials(page, { email, password: "wrong password" });
    await expect(page.getByRole("alert")).toHaveText("Wrong email or password");
    await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
    await expect(page.getByLabel("Password", { exact: true })).toHaveValue("");
    await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
  }
  const answered = Promise.withResolvers<void>();
  await page.route("**/login.data**", async (route) => answered.promise.then(() => route.continue()), { times: 1 });
  await sendCredentials(page, TEST_ACCOUNT);
  await expect(page.getByRole("alert")).toHaveCount(0);
  answered.resolve();
  await expect(page).toHaveURL("/#home");
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  // When already signed in from another tab, Sign In still redirects to the task, and to no other site.
  await page.goto("/login?next=/account/details");
  await expect(page).toHaveURL("/account/details");
  await page.goto("/signup?next=//evil.example");
  await expect(page).toHaveURL("/account");
});

/** The tab is seen again after six minutes. */
function lookAgain() {
  const setVisible = (value: string) => {
    Object.defineProperty(document, "visibilityState", { value, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  };
  setVisible("hidden");
  const later = Date.now() + 6 * 60_000;
  Date.now = () => later;
  setVisible("visible");
}

test("signing out signs the other tab out, and signing in signs it in again", async ({ page, context }) => {
  const email = newEmail();
  await signUp(page, email);
  const other = await context.newPage();
  await other.goto("/classes");
  await hydrated(other);
  const account = other.getByRole("banner").locator('a[href="/account"]');
  await expect(account.first()).toBeAttached();
  // A slow answer: until it is there, nothing has changed.
  const slowly = async (route: Route) => {
    if (route.request().method() === "POST") await pause(1000);
    await route.continue();
  };
  await page.route(/\.data/, slowly);
  await page.goto("/account");
  await hydrated(page);
  await page.getByRole("main").getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page).not.toHaveURL(/account/);
  await expect(account).toHaveCount(0);
  await page.goto("/login");
  await hydrated(page);
  await sendCredentials(page, { email, password: PASSWORD });
  await expect(page).toHaveURL("/#home");
  await expect(account.first()).toBeAttached();
  // Changed elsewhere, where no tab sends a message: a tab asks when it is seen again, not without a connection.
  const cookies = await context.cookies();
  await context.clearCookies();
  const asked: string[] = [];
  other.on("request", (request) => asked.push(request.url()));
  await context.setOffline(true);
  await other.evaluate(lookAgain);
  await context.setOffline(false);
  expect(asked).toEqual([]);
  await other.evaluate(lookAgain);
  await expect(account).toHaveCount(0);
  await context.addCookies(cookies);
  await other.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await expect(account.first()).toBeAttached();
});

test("an enquiry is stored before the confirmation, and mailed to the desk once", async ({ page, site }) => {
  await page.goto("/contact");
  await hydrated(page);
  await page.getByLabel(/full name/i).fill("Njeri Wambui");
  const email = newEmail();
  await page.getByLabel(/email address/i).fill(email);
  await page.getByLabel(/phone/i).fill("0712 345 678");
  await page.getByRole("main").getByRole("combobox").selectOption("karate");
  await page.getByLabel(/comment/i).fill("Is there a class for beginners?");
  await page.getByRole("main").locator("form").getByRole("button").last().dblclick();
  await expect(page.locator("[data-outcome]").filter({ hasText: /thank/i })).toBeVisible();
  const fromHer = async () =>
    (await mailsTo(site.dataDir, "desk@nguvu.example")).flatMap(({ text }) => (text?.includes(email) ? [text] : []));
  await expect.poll(fromHer).toHaveLength(1);
  const [text] = await fromHer();
  for (const words of ["Is there a class for beginners?", "Njeri Wambui", "+254712345678"]) {
    expect(text).toContain(words);
  }
});
