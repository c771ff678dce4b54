/** Saved classes of accounts. Rules of the server have tests of their own. */
import { newEmail } from "../../e2e/fixtures.ts";
import type { Check, Visit } from "../check.ts";
import { button, expectEqual, field, link } from "../page.ts";

const MAIN = { within: "main" };
const SAVED = button(/^saved/, MAIN);

/** Creates an account, which is then signed in. */
export async function signUp({ page }: Pick<Visit, "page">): Promise<void> {
  await page.open("/signup");
  await page.fill(field("Email"), newEmail());
  await page.fill(field("Password"), "a long walk to Karura");
  await page.click(button("Sign Up", MAIN));
  await page.seePath("/#home");
}

export const accountChecks: readonly Check[] = [
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
