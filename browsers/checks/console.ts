/** The owner's console. */
import { CONSOLE_SCREENS } from "../../e2e/fixtures.ts";
import { addStaffMemberTo } from "../../test/staff.ts";
import type { Check, Visit } from "../check.ts";
import { button } from "../page.ts";

/** Signs an owner in, past the second step. */
async function signInOwner({ browser, site }: Visit): Promise<void> {
  const { cookie } = await addStaffMemberTo(site.environment, "owner");
  const [name = "", value = ""] = cookie.split("=");
  await browser.setCookies([{ name, value, path: "/", httpOnly: true, sameSite: "lax" }]);
}

export const consoleChecks: readonly Check[] = [
  {
    name: "every screen of the console hydrates",
    in: { script: true, widths: [390] },
    run: async (visit) => {
      await signInOwner(visit);
      visit.expectStatus(404);
      // React logs an error where it can't, which fails the check.
      for (const path of CONSOLE_SCREENS) await visit.page.open(path);
      return `${CONSOLE_SCREENS.length} screens`;
    },
  },
  {
    name: "the first press on Sign out under More signs out",
    in: { widths: [390] },
    run: async (visit) => {
      await signInOwner(visit);
      await visit.page.openCold("/staff/more");
      await visit.page.click(button("Sign out", { within: "main" }));
      await visit.page.seePath("/");
      return "/";
    },
  },
];
