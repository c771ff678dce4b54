/** The desk's tasks with money on an evening, on a phone and a tablet, with counted presses. */
import type { Page } from "@playwright/test";
import { publishNotice } from "../app/content-types/notice.server.ts";
import { ACTOR } from "../test/content/content-changes.ts";
import { makeJoinedPerson, makePerson, switchOnMembers } from "../test/members/members-gym.ts";
import { lettersOf } from "../test/members/people-oracle.ts";
import { ensureDrawer, openSales, sold } from "../test/sales/sales-gym.ts";
import { addStaffMember } from "../test/support/staff.ts";
import { violations } from "./axe.ts";
import { openConsole } from "./click-counts.ts";
import { expect, openAs, openSiteBeforeAll, test } from "./fixtures.ts";
import { countSheets, edgelessInForcedColours } from "./screen-checks.ts";

const site = openSiteBeforeAll(async (services) => {
  await switchOnMembers(services, "boxing");
  await openSales(services);
});

let people = 0;

/** Creates a person with a unique name. */
async function somebody(): Promise<{ id: string; name: string }> {
  people += 1;
  const name = `Zawadi K${lettersOf(people)}moi`;
  return { id: await makePerson(site.services, { name }), name };
}

/** Opens Today for a desk account, and counts presses from here on. */
async function openToday(page: Page, isScripted: boolean) {
  await ensureDrawer(site.services);
  const { staff, ...counter } = await openConsole(page, site, isScripted, "desk");
  return { ...counter, seller: { id: staff.member.id, name: staff.member.name, isOwner: false } };
}

for (const [device, viewport, isScripted] of [
  ["a phone", { width: 390, height: 844 }, true],
  ["a tablet", { width: 1024, height: 768 }, false],
] as const) {
  test.describe(`${device}, ${isScripted ? "with" : "without"} script`, () => {
    test.use({ viewport, hasScript: isScripted });

    test("a month is sold for cash", async ({ page }) => {
      const counter = await openToday(page, isScripted);
      const { id, name } = await somebody();
      // The last pass's plan is preselected.
      await sold(site.services, id, "mwanzo", {}, counter.seller);
      await counter.press(page.getByRole("main").getByRole("link", { name: "Sell", exact: true }));
      await page.getByLabel("Name, phone, email or door number").fill(name);
      await counter.press(page.getByRole("main").getByRole("button", { name: "Find" }));
      await counter.press(page.getByRole("link", { name }));
      await expect(page.locator('[aria-current="page"]').filter({ visible: true })).toHaveText("Money");
      await page.getByLabel("Mwanzo").check();
      await counter.press(page.getByRole("button", { name: "Cash", exact: true }));
      await expect(page.locator(".notice", { hasText: "Sold." })).toBeVisible();
      if (isScripted) expect([await violations(page), await edgelessInForcedColours(page)]).toEqual([[], []]);
      counter.done(`sell a month for cash, ${device}`, 4);
    });

    test("a debt is paid from Today", async ({ page }) => {
      const { name, id } = await somebody();
      await ensureDrawer(site.services);
      await sold(site.services, id, "mwanzo", { amount: "20" });
      const counter = await openToday(page, isScripted);
      const row = page.getByRole("listitem").filter({ hasText: name });
      await counter.press(row.getByRole("link", { name: /Take payment/ }));
      await counter.press(page.getByRole("button", { name: "Cash", exact: true }));
      await expect(page.locator(".notice", { hasText: "The payment is stored." })).toBeVisible();
      counter.done(`take what is owed, ${device}`, 3);
    });

    test("a wrong sale is undone", async ({ page }) => {
      const counter = await openToday(page, isScripted);
      const { name, id } = await somebody();
      await sold(site.services, id, "mwanzo", {}, counter.seller);
      await counter.press(page.getByRole("link", { name: "Money" }).filter({ visible: true }));
      await counter.press(page.getByRole("link", { name: new RegExp(name) }));
      await counter.press(page.getByRole("link", { name: "Undo the sale" }));
      await page.getByLabel("Why").fill("The wrong plan");
      await counter.press(page.getByRole("button", { name: "Undo the sale" }));
      await expect(page.locator(".notice", { hasText: "The sale is undone." })).toBeVisible();
      counter.done(`undo a sale, ${device}`, 4);
    });

    test("the drawer is closed, and the expected amount is shown afterwards", async ({ page }) => {
      const counter = await openToday(page, isScripted);
      await counter.press(page.getByRole("link", { name: "Money" }).filter({ visible: true }));
      await counter.press(page.getByRole("link", { name: "Cash drawer" }));
      await expect(page.getByText("Expected", { exact: true })).toHaveCount(0);
      await page.getByLabel("Cash you counted").fill("KES 1/=");
      await counter.press(page.getByRole("button", { name: "Close the drawer" }));
      await expect(page.getByText("Expected", { exact: true })).toBeVisible();
      await page.getByLabel("What happened").fill("Tried out");
      await counter.press(page.getByRole("button", { name: "Save the note" }));
      await expect(page.locator(".notice", { hasText: "The note is saved." })).toBeVisible();
      counter.done(`close the day, ${device}`, 4);
    });
  });
}

test("a receipt is one sheet of A4, at the desk and for the member, without the notice", async ({ page }) => {
  const { cookie } = await addStaffMember(site.services, "desk");
  await ensureDrawer(site.services);
  const member = await makeJoinedPerson(site.services);
  const { receipts } = await sold(site.services, member.id, "mwanzo");
  const form = { text: "No water today.", fromDay: "", fromTime: "", untilDay: "2999-01-01", untilTime: "21:00" };
  expect(await publishNotice(site.services, form, ACTOR)).toEqual({ code: "done" });
  for (const [reader, path] of [
    [cookie, "/staff/receipts"],
    [member.cookie, "/account/receipts"],
  ] as const) {
    await openAs(page, site, reader, `${path}/${receipts[0]?.id}`);
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("heading", { level: 1 })).toContainText(receipts[0]?.id ?? "");
    await expect(page.getByRole("navigation").filter({ visible: true })).toHaveCount(0);
    await expect(page.getByText("This is a receipt, not a tax invoice.")).toBeVisible();
    expect(countSheets(await page.pdf({ format: "A4" }))).toBe(1);
  }
  await expect(page.locator('[aria-label="Notice"]')).toHaveCSS("display", "none");
  await page.goto(`${site.url}/privacy`);
  for (const stored of ["Your membership", "What you have paid"]) await expect(page.getByText(stored)).toBeVisible();
});
