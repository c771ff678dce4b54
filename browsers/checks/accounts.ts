/** Forms, cookies and tabs of accounts and saved classes. Rules of the server have tests of their own. */
import { newEmail, TEST_ACCOUNT } from "../../e2e/fixtures.ts";
import type { Check, Visit } from "../check.ts";
import { alert, button, expect, expectEqual, field, link, type Name, Page } from "../page.ts";

const PASSWORD = "a long walk to Karura";
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

export const accountChecks: readonly Check[] = [
  {
    name: "the test account signs in after a wrong password, and its cookie is hidden from scripts",
    run: async ({ page, browser, expectStatus, shootPage }) => {
      expectStatus(422);
      await signIn(page, TEST_ACCOUNT.email, "wrong password");
      await page.see(alert("Wrong email or password"));
      await shootPage("login-wrong");
      await page.fill(field("Password"), TEST_ACCOUNT.password);
      await page.click(button("Sign In", MAIN));
      await page.seePath(HOME);
      await page.seeTop();
      const cookies = (await browser.cookies()).filter(({ name }) => name.includes("nguvu"));
      expect(cookies.length > 0, "there is no cookie");
      for (const { httpOnly, sameSite, name } of cookies) {
        expect(httpOnly && sameSite === "lax", `${name}: httpOnly ${httpOnly}, sameSite ${sameSite}`);
      }
      return cookies.map(({ name }) => name).join(", ");
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
      return "the other tab is signed out";
    },
  },
  {
    name: "the browser's cache never shows saved classes to others",
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
