/** Each screen of the console: accessible, and readable at 400% zoom, with a user's own text spacing and in forced colours. */
import { personIdOfAccount } from "../app/bookings/booking-rows.server.ts";
import { addMembers } from "../test/bookings/booking-gym.ts";
import { withStore } from "../test/support/staff.ts";
import { violations } from "./axe.ts";
import { expectTextToFit } from "./fitting-text.ts";
import { CONSOLE_SCREENS, expect, signInStaff, test } from "./fixtures.ts";
import { bareControls, TEXT_SPACING, ZOOMED_VIEW } from "./screen-checks.ts";

test.use({ viewport: { width: 390, height: 844 } });
test.describe.configure({ timeout: 120_000 });

// Every third screen: three tests, so that every worker has some.
for (const part of [0, 1, 2]) {
  const screens = CONSOLE_SCREENS.filter((_, index) => index % 3 === part);

  test(`the console's screens are accessible and fit, with text spacing too, part ${part + 1}`, async ({
    page,
    site,
  }) => {
    await signInStaff(page, site, "owner");
    const person = await withStore(site.environment, async (store) => {
      const [member] = await addMembers(store, 1);
      return personIdOfAccount(store.db, member?.id ?? "");
    });
    for (const path of part === 0 ? [...screens, `/staff/members/${person}`] : screens) {
      await test.step(path, async () => {
        // Markup and colours are the same at every width.
        await page.setViewportSize({ width: 390, height: 844 });
        await page.goto(path);
        expect(await violations(page), path).toEqual([]);
        expect(await bareControls(page), `without an edge in forced colours on ${path}`).toEqual([]);
        await page.setViewportSize(ZOOMED_VIEW);
        await expectTextToFit(page);
        await page.addStyleTag({ content: TEXT_SPACING });
        for (const width of [1440, 768, 320]) {
          await page.setViewportSize({ width, height: 900 });
          await expectTextToFit(page);
        }
      });
    }
  });
}
