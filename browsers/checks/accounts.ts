/** Sign-up, sign-in and sign-out, saved classes, and the account page. */
import { newEmail, TEST_ACCOUNT } from "../../e2e/fixtures.ts";
import type { Check, Visit } from "../check.ts";
import { alert, button, expect, expectEqual, field, link, type Name, Page } from "../page.ts";

const PASSWORD = "a long walk to Karura";
const NEW_PASSWORD = "another long walk, to Ngong";
const MAIN = { within: "main" };
const HOME = "/#home";
const SAVED = button(/^saved/, MAIN);

async function submit(page: Page, email: string, password: string, name: Name): Promise<void> {
  await page.fill(field("Email"), email);
  await page.fill(field("Password"), password);
  await page.click(button(name, MAIN));
}

/** @returns the new account's address */
export async function signUp({ page }: Pick<Visit, "page">): Promise<string> {
  const email = newEmail();
  await page.open("/signup");
  await submit(page, email, PASSWORD, "Sign Up");
  await page.seePath(HOME);
  return email;
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.open("/login");
  await submit(page, email, password, "Sign In");
}

async function expectSignedOut(page: Page): Promise<void> {
  await page.open("/account");
  await page.seePath(/^\/login\?next=/);
}

const joining: Check[] = [
  {
    name: "sign-up ends on Home at the top, with an account",
    run: async (visit) => {
      const { page } = visit;
      const email = await signUp(visit);
      await page.seeTop();
      await page.open("/account");
      expect((await page.text()).includes(email), "the account page doesn't show the address");
      await page.see(link(/classes/, MAIN));
      return email;
    },
  },
  {
    name: "sign-up shows each problem at its field",
    run: async ({ page, expectStatus, shootPage }) => {
      expectStatus(422);
      const said: string[] = [];
      for (const [typed, password, wrongField] of [
        ["not-an-address", PASSWORD, "Email"],
        [newEmail(), "short", "Password"],
        [newEmail(), "password123", "Password"],
        [TEST_ACCOUNT.email, PASSWORD, "Email"],
      ] as const) {
        await page.open("/signup");
        await submit(page, typed, password, "Sign Up");
        await page.until(`an error at ${wrongField}`, async () => (await page.see(field(wrongField))).isInvalid);
        said.push((await page.see(field(wrongField))).description);
        expectEqual((await page.see(field("Email"))).value, typed, "the email address");
        expectEqual((await page.see(field("Password"))).value, "", "the password");
        expectEqual(await page.path(), "/signup", "the address");
      }
      await shootPage("signup-wrong");
      expect(
        said.every((sentence) => /\S.*\./.test(sentence)),
        `it said: ${said.join(" / ")}`,
      );
      return `${said.length} sentences`;
    },
  },
  {
    name: "sign-up points to the test account on Sign In",
    run: async ({ page }) => {
      await page.open("/signup");
      await page.seeText("test account");
      await page.click(link("Sign In", MAIN));
      await page.seePath("/login");
      await page.seeText(`${TEST_ACCOUNT.email} / ${TEST_ACCOUNT.password}`);
      return TEST_ACCOUNT.email;
    },
  },
  {
    name: "sign-in shows one message for every cause",
    run: async ({ page, expectStatus, shootPage }) => {
      expectStatus(401, 422);
      for (const email of [TEST_ACCOUNT.email, newEmail()]) {
        await signIn(page, email, "wrong password");
        await page.see(alert("Wrong email or password"));
        expectEqual((await page.see(field("Email"))).value, email, "the email address");
        expectEqual((await page.see(field("Password"))).value, "", "the password");
      }
      await shootPage("login-wrong");
      return "Wrong email or password";
    },
  },
  {
    name: "the test account works, and its cookie is hidden from scripts",
    run: async ({ page, browser }) => {
      await signIn(page, TEST_ACCOUNT.email, TEST_ACCOUNT.password);
      await page.seePath(HOME);
      await page.seeTop();
      const cookies = (await browser.cookies()).filter(({ name }) => name.includes("nguvu"));
      expect(cookies.length > 0, "there is no cookie");
      for (const { httpOnly, sameSite, name } of cookies) {
        expect(httpOnly && sameSite === "lax", `${name}: httpOnly ${httpOnly}, sameSite ${sameSite}`);
      }
      await page.open("/account");
      await page.seeText("this is the test account");
      return cookies.map(({ name }) => name).join(", ");
    },
  },
  {
    name: "sign-in never redirects to another site",
    run: async (visit) => {
      const { page, browser } = visit;
      const email = await signUp(visit);
      for (const next of ["//evil.example", "https://evil.example/", "/\\evil.example", "%2F%2Fevil.example"]) {
        await browser.setCookies([]);
        await page.open(`/login?next=${next}`);
        await submit(page, email, PASSWORD, "Sign In");
        await page.seePath(HOME);
      }
      return "home, four times";
    },
  },
  {
    name: "sign-out ends the session for good",
    run: async (visit) => {
      const { page, browser } = visit;
      await signUp(visit);
      const before = await browser.cookies();
      await page.open("/account");
      await page.click(button("Sign out", MAIN));
      await page.seePath(/^(?!\/account)/);
      await browser.setCookies(before);
      await expectSignedOut(page);
      return "the old cookie is refused";
    },
  },
  {
    name: "signing out reaches the other tab",
    in: { script: true },
    run: async (visit) => {
      const { page, browser, site, size, hasScript } = visit;
      await signUp(visit);
      const tab = await browser.newTab(size);
      try {
        const other = new Page(tab, site.url, hasScript);
        await other.open("/classes");
        const account = async () => (await other.find(link("Your account", { within: "header" }))).length;
        expectEqual(await account(), 1, "links to the account in the other tab");
        await page.open("/account");
        await page.click(button("Sign out", MAIN));
        await page.seePath(/^(?!\/account)/);
        await other.until("no link to the account in the other tab", async () => (await account()) === 0);
      } finally {
        await tab.close();
      }
      return "it shows nobody's account any more";
    },
  },
];

const saving: Check[] = [
  {
    name: "classes are saved, listed and removed",
    run: async (visit) => {
      const { page } = visit;
      await signUp(visit);
      await page.open("/classes");
      await page.click(button("Save Boxing", MAIN));
      await page.seeCount(SAVED, 1);
      await page.open("/classes");
      await page.seeCount(SAVED, 1);
      await page.open("/account");
      await page.seeText("boxing");
      await page.seeText("tuesday");
      await visit.shootPage("account-with-class");
      await page.open("/classes");
      await page.click(SAVED);
      await page.see(button("Save Boxing", MAIN));
      await page.open("/account");
      await page.seeText("signed in as");
      expect(!(await page.text()).includes("boxing"), "it is still listed");
      return "Boxing";
    },
  },
  {
    name: "saving while signed out leads to sign-in and back, saved",
    run: async (visit) => {
      const { page, browser } = visit;
      const email = await signUp(visit);
      await browser.setCookies([]);
      await page.open("/classes");
      await page.click(link("Save Karate", MAIN));
      await page.seePath(/^\/login\?/);
      await page.hydrated();
      await submit(page, email, PASSWORD, "Sign In");
      await page.seePath(/^\/classes/);
      await page.seeCount(SAVED, 1);
      return "Karate";
    },
  },
  {
    name: "saved classes are never shown to others",
    run: async (visit) => {
      const { page, browser } = visit;
      await signUp(visit);
      const cookies = await browser.cookies();
      await page.open("/classes");
      await page.click(button("Save Cycling", MAIN));
      await page.seeCount(SAVED, 1);
      for (let round = 0; round < 2; round += 1) {
        await browser.setCookies([]);
        await page.open("/classes");
        await page.see(link("Save Cycling", MAIN));
        expectEqual((await page.find(SAVED)).length, 0, "saved classes when signed out");
        await browser.setCookies(cookies);
        await page.open("/classes");
        await page.seeCount(SAVED, 1);
      }
      return "shown and not shown, twice";
    },
  },
];

const account: Check[] = [
  {
    name: "the account page, signed out, leads to sign-in",
    run: async ({ page }) => {
      await expectSignedOut(page);
      return await page.path();
    },
  },
  {
    name: "forgotten password: a mailed link sets a new one, once",
    run: async (visit) => {
      const { page, browser, site, expectStatus } = visit;
      expectStatus(401, 410, 422);
      const email = await signUp(visit);
      await browser.setCookies([]);
      await page.open("/login");
      await page.click(link(/forgot/, MAIN));
      await page.seePath("/forgot-password");
      // The sign-in form has a field of the same name, and stays until the next page is rendered.
      await page.see(button("Send me the link"));
      await page.hydrated();
      await page.fill(field("Email"), "nonsense");
      await page.click(button("Send me the link"));
      await page.until("an error at the address", async () => (await page.see(field("Email"))).isInvalid);
      expectEqual((await page.see(field("Email"))).value, "nonsense", "the email address");
      await page.fill(field("Email"), email);
      await page.click(button("Send me the link"));
      await page.seeText(/on its way/, "[data-outcome]");
      // The mailbox also has the email that confirms the address.
      const findLink = async () =>
        (await site.mailsTo(email)).flatMap(
          ({ text }) => /https?:\/\/\S+\/reset-password\?\S+/.exec(text ?? "") ?? [],
        )[0];
      await page.until("the mail", async () => (await findLink()) !== undefined);
      const mailed = (await findLink()) ?? "";
      expect(mailed.startsWith(`${site.url}/reset-password?token=`), `the mailed link is ${mailed}`);
      const path = mailed.slice(site.url.length);
      await page.open(path);
      await visit.shootPage("reset-password");
      await page.expectNoSidewaysScroll("the screen");
      await page.fill(field("New password"), "short");
      await page.click(button("Set the password"));
      await page.until("an error at the password", async () => (await page.see(field("New password"))).isInvalid);
      await page.fill(field("New password"), NEW_PASSWORD);
      await page.click(button("Set the password"));
      await page.seePath("/login?reset=1");
      await page.open(path);
      await page.seeText("has been used");
      await signIn(page, email, PASSWORD);
      await page.see(alert("Wrong email or password"));
      await signIn(page, email, NEW_PASSWORD);
      await page.seePath(HOME);
      return "mailed, set, used up";
    },
  },
  {
    name: "changing the password takes the current password",
    run: async (visit) => {
      const { page, expectStatus } = visit;
      expectStatus(422);
      const email = await signUp(visit);
      await page.open("/account");
      await page.click(link("Change password", MAIN));
      await page.seePath("/account/password");
      await page.hydrated();
      await page.fill(field("Current password"), "not this one");
      await page.fill(field("New password"), NEW_PASSWORD);
      await page.click(button("Change password", MAIN));
      await page.until("an error", async () => (await page.see(field("Current password"))).isInvalid);
      await page.fill(field("Current password"), PASSWORD);
      await page.fill(field("New password"), NEW_PASSWORD);
      await page.click(button("Change password", MAIN));
      await page.seeText(/has changed/, "[data-outcome]");
      await visit.browser.setCookies([]);
      await signIn(page, email, NEW_PASSWORD);
      await page.seePath(HOME);
      return "changed, and it signs in";
    },
  },
  {
    name: "sign out everywhere",
    run: async (visit) => {
      const { page, browser } = visit;
      await signUp(visit);
      const before = await browser.cookies();
      await page.open("/account");
      await page.click(button("Sign out everywhere", MAIN));
      await page.seePath(/^(?!\/account)/);
      await browser.setCookies(before);
      await expectSignedOut(page);
      return "the old cookie is refused";
    },
  },
  {
    name: "deleting the account takes its password",
    run: async (visit) => {
      const { page, expectStatus } = visit;
      expectStatus(401, 422);
      const email = await signUp(visit);
      await page.open("/account");
      await page.click(link("Delete my account", MAIN));
      await page.seePath("/account/delete");
      await page.hydrated();
      await page.fill(field("Password"), "not this one");
      await page.click(button("Delete my account", MAIN));
      await page.until("an error", async () => (await page.see(field("Password"))).isInvalid);
      await page.fill(field("Password"), PASSWORD);
      await page.click(button("Delete my account", MAIN));
      await page.seePath("/");
      await expectSignedOut(page);
      await signIn(page, email, PASSWORD);
      await page.see(alert("Wrong email or password"));
      return "gone";
    },
  },
];

export const accountChecks: readonly Check[] = [...joining, ...saving, ...account];
