/** Accounts, saved classes and enquiries: everything a visitor can send. Runs on SQLite and on PostgreSQL. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import PostalMime from "postal-mime";
import { expect, hydrated, newEmail, type Site, TEST_ACCOUNT, test } from "./fixtures.ts";

const PASSWORD = "a long walk to Karura";

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto("/signup");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("main").getByRole("button", { name: "Sign Up" }).click();
  await expect(page).toHaveURL("/#home");
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("main").getByRole("button", { name: "Sign In" }).click();
}

async function mailsTo(site: Site, recipient: string) {
  const folder = join(site.dataDir, "mail");
  const files = await readdir(folder).catch(() => []);
  const mails = await Promise.all(
    files
      .filter((file) => file.endsWith(".eml"))
      .map(async (file) => PostalMime.parse(await readFile(join(folder, file)))),
  );
  return mails.filter((mail) => mail.to?.some(({ address }) => address === recipient));
}

test.describe("signing up", () => {
  test("ends at the top of Home, signed in, with an empty list of saved classes", async ({ page }) => {
    const email = newEmail();
    await signUp(page, email);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await page.goto("/account");
    await expect(page.getByRole("main")).toContainText(email);
    await expect(
      page
        .getByRole("main")
        .getByRole("link", { name: /classes/i })
        .first(),
    ).toBeVisible();
  });

  test("shows errors at the fields, refills the address and clears the password", async ({ page }) => {
    await page.goto("/signup");
    const email = page.getByLabel("Email", { exact: true });
    const password = page.getByLabel("Password", { exact: true });
    const send = page.getByRole("main").getByRole("button", { name: "Sign Up" });
    for (const [typed, secret, field] of [
      ["not-an-address", PASSWORD, email],
      [newEmail(), "short", password],
      [newEmail(), "password123", password],
      [TEST_ACCOUNT.email, PASSWORD, email],
    ] as const) {
      await email.fill(typed);
      await password.fill(secret);
      await send.click();
      await expect(field).toHaveAttribute("aria-invalid", "true");
      await expect(field).toHaveAccessibleDescription(/\S.*\./);
      await expect(email).toHaveValue(typed);
      await expect(password).toHaveValue("");
      await expect(page).toHaveURL(/\/signup/);
    }
  });

  test("points to the test account on Sign In", async ({ page }) => {
    await page.goto("/signup");
    await expect(page.getByRole("main").getByText(/test account/i)).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "Sign In" }).first().click();
    await expect(page).toHaveURL(/\/login/);
  });
});

test.describe("signing in", () => {
  test("shows the same message for every cause, and clears it at the next attempt", async ({ page }) => {
    await page.goto("/login");
    await hydrated(page);
    for (const email of [TEST_ACCOUNT.email, newEmail()]) {
      await signIn(page, email, "wrong password");
      await expect(page.getByRole("alert")).toHaveText("Wrong email or password");
      await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
      await expect(page.getByLabel("Password", { exact: true })).toHaveValue("");
    }
  });

  test("shows the test account, which works", async ({ page }) => {
    await page.goto("/login");
    await expect(page.getByRole("main")).toContainText("Test Account");
    await expect(page.getByRole("main")).toContainText(`${TEST_ACCOUNT.email} / ${TEST_ACCOUNT.password}`);
    await signIn(page, TEST_ACCOUNT.email, TEST_ACCOUNT.password);
    await expect(page).toHaveURL("/#home");
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });

  for (const javaScriptEnabled of [true, false]) {
    test(`ends at the top of Home, from the links of every page, ${javaScriptEnabled ? "with" : "without"} script`, async ({
      browser,
      site,
    }) => {
      const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled });
      const page = await context.newPage();
      await page.goto("/pricing");
      if (javaScriptEnabled) await hydrated(page);
      // With JavaScript the next page is rendered by script.
      await page.getByRole("banner").getByRole("link", { name: "About", exact: true }).click();
      await expect(page).toHaveURL("/about");
      const main = page.getByRole("main");
      await page.getByRole("banner").getByRole("link", { name: "Create an account" }).click();
      await expect(page).toHaveURL("/signup");
      const members = main.getByText("Already have account?");
      await expect(members).toHaveCount(1);
      const field = await page.getByLabel("Email", { exact: true }).boundingBox();
      expect((await members.boundingBox())?.y).toBeLessThan(field?.y ?? 0);
      await page.goBack();
      await page.getByRole("contentinfo").getByRole("link", { name: "Sign In" }).click();
      await expect(page).toHaveURL("/login");
      await page.getByLabel("Email", { exact: true }).fill(TEST_ACCOUNT.email);
      await page.getByLabel("Password", { exact: true }).fill(TEST_ACCOUNT.password);
      await main.getByRole("button", { name: "Sign In" }).click();
      await expect(page).toHaveURL("/#home");
      expect(await page.evaluate(() => window.scrollY)).toBe(0);
      // When already signed in from another tab, Sign In still redirects to the task, and to no other site.
      await page.goto("/login?next=/account/details");
      await expect(page).toHaveURL("/account/details");
      await page.goto("/signup?next=//evil.example");
      await expect(page).toHaveURL("/account");
      await context.close();
    });
  }

  test("returns to the task it started from, but to no page that needs no account", async ({ browser, site }) => {
    for (const [next, end] of [
      ["/account/details", "/account/details"],
      ["/about", "/#home"],
      ["/schedule/monday", "/#home"],
    ] as const) {
      const context = await browser.newContext({ baseURL: site.url });
      const page = await context.newPage();
      await page.goto(`/login?next=${next}`);
      await page.getByLabel("Email", { exact: true }).fill(TEST_ACCOUNT.email);
      await page.getByLabel("Password", { exact: true }).fill(TEST_ACCOUNT.password);
      await page.getByRole("main").getByRole("button", { name: "Sign In" }).click();
      await expect(page).toHaveURL(end);
      await context.close();
    }
  });

  test("never redirects to another site", async ({ page }) => {
    const email = newEmail();
    await signUp(page, email);
    await page.goto("/account");
    await page.getByRole("main").getByRole("button", { name: "Sign out", exact: true }).click();
    await expect(page).not.toHaveURL(/account/);
    for (const next of ["//evil.example", "https://evil.example/", "/\\evil.example", "%2F%2Fevil.example"]) {
      await page.context().clearCookies();
      await page.goto(`/login?next=${next}`);
      await page.getByLabel("Email", { exact: true }).fill(email);
      await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
      await page.getByRole("main").getByRole("button", { name: "Sign In" }).click();
      await expect(page).toHaveURL("/#home");
    }
  });

  test("leaves a cookie that scripts can't read and other sites can't use", async ({ page }) => {
    await signIn(page, TEST_ACCOUNT.email, TEST_ACCOUNT.password);
    await expect(page).toHaveURL("/#home");
    const cookies = (await page.context().cookies()).filter(({ name }) => name.includes("nguvu"));
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) {
      expect(cookie.httpOnly).toBe(true);
      expect(cookie.sameSite).toBe("Lax");
    }
  });
});

test.describe("signing out", () => {
  test("ends the session permanently", async ({ page }) => {
    await signUp(page, newEmail());
    const before = await page.context().cookies();
    await page.goto("/account");
    await page.getByRole("main").getByRole("button", { name: "Sign out", exact: true }).click();
    await expect(page).not.toHaveURL(/account/);
    await page.context().addCookies(before);
    await page.goto("/account");
    await expect(page).toHaveURL(/\/login/);
  });

  test("signs the other tab out", async ({ page, context }) => {
    await signUp(page, newEmail());
    const other = await context.newPage();
    await other.goto("/classes");
    await hydrated(other);
    await expect(other.getByRole("banner").locator('a[href="/account"]').first()).toBeAttached();
    await page.goto("/account");
    await hydrated(page);
    await page.getByRole("main").getByRole("button", { name: "Sign out", exact: true }).click();
    await expect(page).not.toHaveURL(/account/);
    await expect(other.getByRole("banner").locator('a[href="/account"]')).toHaveCount(0);
  });
});

test.describe("saved classes", () => {
  test("are saved on the card, listed with their times, and removed again", async ({ page }) => {
    await signUp(page, newEmail());
    await page.goto("/classes");
    await hydrated(page);
    await page.getByRole("button", { name: "Save Boxing" }).click();
    await expect(page.getByRole("button", { name: /^Saved/ })).toHaveCount(1);
    await page.reload();
    await expect(page.getByRole("button", { name: /^Saved/ })).toHaveCount(1);
    await page.goto("/account");
    await expect(page.getByRole("main")).toContainText(/boxing/i);
    await expect(page.getByRole("main")).toContainText(/tuesday/i);
    await page.goto("/classes");
    await hydrated(page);
    await page.getByRole("button", { name: /^Saved/ }).click();
    // The label is "Removing Boxing" until the server has responded.
    await expect(page.getByRole("button", { name: "Save Boxing" })).toBeVisible();
    await page.goto("/account");
    await expect(page.getByRole("main")).not.toContainText(/boxing/i);
  });

  test("when signed out, lead to Sign In and back with the class saved", async ({ page }) => {
    const email = newEmail();
    await signUp(page, email);
    await page.context().clearCookies();
    await page.goto("/classes");
    await page
      .getByRole("link", { name: "Save Yoga" })
      .or(page.getByRole("link", { name: "Save Karate" }))
      .first()
      .click();
    await expect(page).toHaveURL(/\/login\?/);
    await page.getByLabel("Email", { exact: true }).fill(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("main").getByRole("button", { name: "Sign In" }).click();
    await expect(page).toHaveURL(/\/classes/);
    await expect(page.getByRole("button", { name: /^Saved/ })).toHaveCount(1);
  });

  test("are never shown to another visitor, nor after signing out", async ({ page, browser, site }) => {
    await signUp(page, newEmail());
    await page.goto("/classes");
    await hydrated(page);
    await page.getByRole("button", { name: "Save Cycling" }).click();
    await expect(page.getByRole("button", { name: /^Saved/ })).toHaveCount(1);
    const nobody = await (await browser.newContext({ baseURL: site.url })).newPage();
    for (let round = 0; round < 3; round += 1) {
      await nobody.goto("/classes");
      await expect(nobody.getByRole("link", { name: "Save Cycling" })).toBeVisible();
      await expect(nobody.getByRole("button", { name: /^Saved/ })).toHaveCount(0);
      await page.goto("/classes");
      await expect(page.getByRole("button", { name: /^Saved/ })).toHaveCount(1);
    }
    await nobody.context().close();
  });
});

test.describe("the account page", () => {
  test("redirects to Sign In when signed out", async ({ page }) => {
    await page.goto("/account");
    await expect(page).toHaveURL(/\/login\?next=/);
  });
});

test.describe("an enquiry", () => {
  test("is stored before the confirmation, and mailed to the desk", async ({ page, site }) => {
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
      (await mailsTo(site, "desk@nguvu.example")).filter((mail) => mail.text?.includes(email));
    await expect.poll(async () => (await fromHer()).length, { timeout: 10_000 }).toBe(1);
    await page.waitForTimeout(500);
    const mails = await fromHer();
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain("Is there a class for beginners?");
    expect(mails[0]?.text).toContain("Njeri Wambui");
    expect(mails[0]?.text).toContain("+254712345678");
  });

  test("is returned with the typed values and errors at the fields when something is missing or wrong", async ({
    page,
  }) => {
    await page.goto("/contact?class=boxing");
    await page.getByLabel(/comment/i).fill("Habari");
    await page.getByLabel(/email address/i).fill("not an address");
    await page.getByLabel(/phone/i).fill("call me");
    const posted = page.waitForResponse((response) => response.request().method() === "POST");
    await page.getByRole("main").locator("form").getByRole("button").last().click();
    expect((await posted).status()).toBe(422);
    await expect(page.getByLabel(/full name/i)).toHaveAttribute("aria-invalid", "true");
    await expect(page.getByLabel(/email address/i)).toHaveAccessibleDescription(/\S/);
    await expect(page.getByLabel(/email address/i)).toHaveValue("not an address");
    await expect(page.getByLabel(/phone/i)).toHaveAccessibleDescription(/0712 345 678/);
    await expect(page.getByLabel(/phone/i)).toHaveValue("call me");
    await expect(page.getByLabel(/comment/i)).toHaveValue("Habari");
    await expect(page.getByRole("main").getByRole("combobox")).toHaveValue("boxing");
  });
});
