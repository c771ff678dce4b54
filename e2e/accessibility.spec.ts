/** What axe finds on every screen, at phone and desktop width: nothing. */
import AxeBuilder from "@axe-core/playwright";
import { expect, SCREEN_KINDS, TEST_ACCOUNT, test } from "./fixtures.ts";

const WIDTHS = { phone: 390, desktop: 1440 } as const;

for (const [name, width] of Object.entries(WIDTHS)) {
  test.describe(`at ${name} width`, () => {
    test.use({ viewport: { width, height: 900 }, reducedMotion: "reduce" });

    for (const path of [...SCREEN_KINDS, "/nowhere"]) {
      test(`axe finds nothing on ${path}`, async ({ page }) => {
        await page.goto(path);
        // The map's frame is a third party's.
        const { violations } = await new AxeBuilder({ page }).exclude('iframe[title="map"]').analyze();
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
      });
    }

    test("axe finds nothing on the account, nor on forms with errors", async ({ page }) => {
      const check = async () => {
        const { violations } = await new AxeBuilder({ page }).exclude('iframe[title="map"]').analyze();
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
      };
      await page.goto("/contact");
      await page.getByRole("main").locator("form").getByRole("button").last().click();
      await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible();
      await check();
      await page.goto("/login");
      await page.getByLabel("Email", { exact: true }).fill(TEST_ACCOUNT.email);
      await page.getByLabel("Password", { exact: true }).fill(TEST_ACCOUNT.password);
      await page.getByRole("main").getByRole("button", { name: "Sign In" }).click();
      await expect(page).toHaveURL("/#home");
      await page.goto("/account");
      await check();
    });
  });
}
