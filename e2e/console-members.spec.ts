/** A week's tasks of the desk and the owner with members and passes, on a phone, with counted presses. */
import type { Locator, Page } from "@playwright/test";
import { sendList } from "../test/members/import-gym.ts";
import { give, makePerson, merge, switchOnMembers } from "../test/members/members-gym.ts";
import { type SiteInProcess, startSiteInProcess } from "../test/support/site-in-process.ts";
import { addStaffMember } from "../test/support/staff.ts";
import { violations } from "./axe.ts";
import { countClicks, printCounts } from "./click-counts.ts";
import { expectTextToFit } from "./fitting-text.ts";
import { expect, hydrated, test } from "./fixtures.ts";
import { openAs } from "./gym-with-long-words.ts";
import { bareControls, TEXT_SPACING, ZOOMED_VIEW } from "./screen-checks.ts";

test.describe.configure({ mode: "default", timeout: 120_000 });
test.use({ viewport: { width: 390, height: 844 } });
test.afterAll(printCounts);

let site: SiteInProcess;
test.beforeAll(async () => {
  site = await startSiteInProcess();
  await switchOnMembers(site.services, "boxing");
});
test.afterAll(() => site.close());

const bottomBar = (page: Page, name: RegExp | string): Locator =>
  page.locator(".bottom-bar").getByRole("link", { name });

async function openDesk(page: Page, isScripted: boolean, role: "owner" | "desk") {
  const { cookie } = await addStaffMember(site.services, role);
  await openAs(page, site, cookie, "/staff");
  if (isScripted) await hydrated(page);
  return countClicks(page, isScripted);
}

/** The date in some days, in the format of date fields. */
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000 + 3 * 3_600_000).toISOString().slice(0, 10);

for (const isScripted of [true, false]) {
  const mode = isScripted ? "with JavaScript" : "without JavaScript";
  const named = (name: string) => `${name} ${isScripted ? "Wanjala" : "Nekesa"}`;

  test.describe(mode, () => {
    test.use({ javaScriptEnabled: isScripted });

    test("a list is pasted, its question answered, imported and undone", async ({ page }) => {
      await openDesk(page, isScripted, "owner");
      await page.goto(`${site.url}/staff/members`);
      await page.getByRole("link", { name: "Import members" }).click();
      const person = named("Lucy");
      const number = isScripted ? 27 : 28;
      await page
        .getByLabel("Paste the list")
        .fill(`Name\tPhone\tPlan\tExpiry\n${person}\t0711 000 5${number}\tMonthly\t2027-01-31\nA B\t7.12E+08\t\t\n`);
      await page.getByRole("button", { name: "Preview the list" }).click();
      await expect(page.getByText("No row can be imported as it is.")).toBeVisible();
      if (isScripted) await hydrated(page);
      await page.getByLabel(/^Which plan is “Monthly”/).selectOption({ label: "Mwanzo" });
      await page.getByRole("button", { name: "Apply" }).click();
      await expect(page.locator(".notice", { hasText: "The list was read again." })).toBeVisible();
      await page.getByRole("button", { name: "Import 1 row" }).click();
      await expect(page.getByText("1 person and 1 pass were added.")).toBeVisible();
      await expect(page.getByText("Line 3: A B")).toBeVisible();
      const download = page.waitForEvent("download");
      await page.getByRole("link", { name: /as CSV$/ }).click();
      expect((await download).suggestedFilename()).toBe("rows-to-review.csv");
      await page.getByRole("button", { name: "Undo the import" }).click();
      await expect(page.locator(".notice", { hasText: "The import was undone." })).toBeVisible();
    });

    test("a new member gets a pass, is found, and gets a renewal", async ({ page }) => {
      const { press, done } = await openDesk(page, isScripted, "desk");
      await press(bottomBar(page, "Members"));
      await press(page.getByRole("link", { name: "New member" }));
      await page.getByLabel("Name", { exact: true }).fill(named("Grace"));
      await page.getByLabel("Phone (optional)", { exact: true }).fill(isScripted ? "0711 000 517" : "0711 000 518");
      await press(page.getByLabel(/^Mwanzo/));
      await press(page.getByLabel("Cash"));
      await press(page.getByRole("button", { name: "Save" }));
      await expect(page.getByRole("heading", { level: 1, name: named("Grace") })).toBeVisible();
      await expect(page.locator(".notice", { hasText: "The pass is given." })).toBeVisible();
      done("a new person with a pass", 6);

      const again = await openDesk(page, isScripted, "desk");
      await page.goto(`${site.url}/staff/search`);
      if (isScripted) await hydrated(page);
      await page.getByRole("searchbox").fill(named("race"));
      await again.press(page.locator("main").getByRole("button", { name: "Search" }));
      await expect(page.locator("main").getByRole("link", { name: named("Grace"), exact: true })).toBeVisible();
      again.done("find somebody", 1);
      await again.press(page.locator("main").getByRole("link", { name: named("Grace"), exact: true }));
      await expect(page.getByRole("heading", { level: 1, name: named("Grace") })).toBeVisible();
      const person = page.url();
      await page.getByRole("link", { name: "Renew" }).click();
      await expect(page.getByLabel(/^Mwanzo/)).toBeChecked();
      await page.getByRole("button", { name: "Renew" }).click();
      await expect(page.getByText("Choose how it was paid.")).toBeVisible();
      await page.goto(person);
      if (isScripted) await hydrated(page);
      const renewing = countClicks(page, isScripted);
      await renewing.press(page.getByRole("link", { name: "Renew" }));
      await renewing.press(page.getByLabel("M-Pesa"));
      await renewing.press(page.getByRole("button", { name: "Renew" }));
      await expect(page.locator("main li").filter({ hasText: "Begins" })).toHaveCount(1);
      renewing.done("renew", 3);
    });

    test("adding a possible duplicate asks who it is; sharing a phone number doesn't", async ({ page }) => {
      await makePerson(site.services, { name: named("Amina"), phone: isScripted ? "0722000111" : "0722000112" });
      await openDesk(page, isScripted, "desk");
      await page.goto(`${site.url}/staff/members/new`);
      if (isScripted) await hydrated(page);
      const again = named("Amina").toUpperCase();
      const phone = isScripted ? "+254 722 000 111" : "+254 722 000 112";
      await page.getByLabel("Name", { exact: true }).fill(again);
      await page.getByLabel("Phone (optional)", { exact: true }).fill(phone);
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText("Is it this person?")).toBeVisible();
      await expect(page.getByLabel("Name", { exact: true })).toHaveValue(again);
      await page.getByRole("button", { name: "No, a new person" }).click();
      await expect(page.getByRole("heading", { level: 1, name: again })).toBeVisible();
      await page.goto(`${site.url}/staff/members/new`);
      if (isScripted) await hydrated(page);
      const other = isScripted ? "Brian Otieno" : "Brian Ouma";
      await page.getByLabel("Name", { exact: true }).fill(other);
      await page.getByLabel("Phone (optional)", { exact: true }).fill(phone);
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByRole("heading", { level: 1, name: other })).toBeVisible();
    });

    test("two records of one person are merged", async ({ page }) => {
      const phone = isScripted ? "0733000211" : "0733000212";
      await makePerson(site.services, { name: `${named("Zuhura")} Njeri`, phone });
      const id = await makePerson(site.services, { name: named("Zuhura"), phone });
      await give(site.services, id, "mwanzo");
      const { press, done } = await openDesk(page, isScripted, "owner");
      await page.goto(`${site.url}/staff/members/${id}`);
      if (isScripted) await hydrated(page);
      await press(page.getByRole("link", { name: "Find a duplicate record" }));
      await press(page.locator("main .board").getByRole("link", { name: /Njeri$/ }));
      await page.getByRole("radio", { name: /Njeri$/ }).check();
      await press(page.getByRole("button", { name: "Merge the records" }));
      await expect(page.getByRole("heading", { level: 1, name: `${named("Zuhura")} Njeri` })).toBeVisible();
      await expect(page.locator(".notice", { hasText: "The two records are merged." })).toBeVisible();
      done("two records merged", 3);
    });

    test("somebody is erased, after the page has listed what is deleted", async ({ page }) => {
      const id = await makePerson(site.services, { name: named("Zawadi") });
      const { press, done } = await openDesk(page, isScripted, "owner");
      await page.goto(`${site.url}/staff/members/${id}`);
      if (isScripted) await hydrated(page);
      await press(page.getByRole("link", { name: "Erase this person" }));
      await expect(page.getByText(/Name, phone, email, notes/)).toBeVisible();
      await press(page.getByRole("button", { name: "Erase for good" }));
      await expect(page).toHaveURL(/\/staff\/members\?/);
      await expect(page.locator("main").getByRole("link", { name: named("Zawadi") })).toHaveCount(0);
      done("erase somebody", 2);
    });

    test("a pass is frozen and ended with a reason, and passes are extended for a closed day", async ({ page }) => {
      const id = await makePerson(site.services, { name: named("Halima") });
      await give(site.services, id, "mwanzo");
      const { press, done } = await openDesk(page, isScripted, "owner");
      await press(bottomBar(page, "Members"));
      await press(page.locator("main").getByRole("link", { name: named("Halima") }));
      await press(page.getByRole("link", { name: /^Freeze ?:/ }));
      await expect(page.getByText("No booking is cancelled")).toBeVisible();
      await press(page.getByRole("button", { name: "Freeze for 14 days" }));
      await expect(page.locator(".notice", { hasText: "The pass is frozen." })).toBeVisible();
      await expect(
        page
          .locator("main")
          .getByText(/^Frozen until/)
          .first(),
      ).toBeVisible();
      done("freeze for two weeks", 4);
      // A stale page can't undo a freeze, and says why, whatever the form below shows.
      await page.getByRole("link", { name: /^Freeze ?:/ }).click();
      await expect(page.getByRole("button", { name: /^Undo/ })).toBeVisible();
      await site.services.db
        .updateTable("people")
        .set(({ eb }) => ({ version: eb("version", "+", 1) }))
        .where("id", "=", id)
        .execute();
      await page.getByRole("button", { name: /^Undo/ }).click();
      await expect(page.locator(".notice", { hasText: "Something has changed since" })).toBeVisible();

      const ended = await openDesk(page, isScripted, "owner");
      await ended.press(bottomBar(page, "Members"));
      await ended.press(page.locator("main").getByRole("link", { name: named("Halima") }));
      await ended.press(page.getByRole("link", { name: /^End or void ?:/ }));
      await page.getByLabel("Reason").fill("moves to Kisumu");
      await ended.press(page.getByRole("button", { name: "End the pass" }));
      await expect(page.locator("main").getByText(/moves to Kisumu/)).toBeVisible();
      ended.done("end with a reason", 4);

      const week = await openDesk(page, isScripted, "owner");
      await week.press(bottomBar(page, "Members"));
      await week.press(page.getByRole("link", { name: /^Ending within 7 days/ }));
      await expect(page.locator("main").getByRole("link", { name: named("Halima") })).toBeVisible();
      week.done("who ends this week", 2);

      await give(site.services, await makePerson(site.services, { name: named("Tom") }), "nguvu");
      const note = `Water pipe ${mode}`;
      const closing = await openDesk(page, isScripted, "owner");
      await closing.press(bottomBar(page, "More"));
      await closing.press(page.locator("main").getByRole("link", { name: "Timetable" }));
      await closing.press(page.locator("main").getByRole("link", { name: "Close days" }));
      await page.getByLabel("First day").fill(inDays(isScripted ? 3 : 5));
      await page.getByLabel("Note").fill(note);
      await closing.press(page.getByRole("button", { name: "Preview" }));
      await expect(page.getByText(/^(1 pass is|\d+ passes are) extended\./)).toBeVisible();
      await closing.press(page.getByRole("checkbox", { name: /^Add this day to active passes/ }));
      await closing.press(page.getByRole("button", { name: /^Close \w+day / }));
      closing.done("close a day and add it to passes", 6);
      const row = page.locator("main li").filter({ hasText: note });
      await expect(row).toContainText("Passes were extended.");
      await row.getByRole("button", { name: /^Reopen/ }).click();
      await expect(page.locator(".notice")).toContainText("reopened, and removed from passes.");
    });
  });
}

test("the pages are accessible, have edges in forced colours, and fit with long names and text spacing", async ({
  page,
}) => {
  const name = `Abdulrahman Sheikh Mohamed Omar wa Gathoni-${"Mwaniki".repeat(3)}`;
  const guardianId = await makePerson(site.services, { name });
  const id = await makePerson(site.services, {
    name: `${name} II`,
    isChild: "on",
    guardianId,
    heardOf: "x".repeat(100),
  });
  const pass = await give(site.services, id, "mwanzo");
  await give(site.services, id, "pack-of-two");
  const twin = await makePerson(site.services, { name: `${name} III`, isChild: "on", guardianId, phone: "0790000111" });
  const merged = await makePerson(site.services, { name: `${name} IV`, email: `${"x".repeat(50)}@example.com` });
  await merge(site.services, merged, await makePerson(site.services, { name: `${name} V`, phone: "0790000112" }));
  const { cookie } = await addStaffMember(site.services, "owner");
  const list = await sendList(
    site.services,
    `${"Name of whoever trains here"};Phone;Plan;Expiry\n${name};0711 000 999;Mwanzo;01/12/2027\n${name};7.12E+08;${"Gold".repeat(20)};someday\n`,
  );
  const ofPerson = `/staff/members/${id}`;
  const ofList = `/staff/members/import?import=${list}`;
  const paths = [
    ...["/staff/members/import", ofList, `${ofList}&show=review`],
    ...["/staff/members", "/staff/members?state=never", "/staff/members?q=wa", "/staff/members/new"],
    ...["/staff/timetable/closures", ofPerson, `${ofPerson}/erase`, `${ofPerson}/account`],
    ...[`${ofPerson}/merge?q=wa`, `${ofPerson}/merge?with=${twin}`, `/staff/members/${merged}`],
    ...[`${ofPerson}/edit`, `${ofPerson}/give`, `${ofPerson}/freeze?pass=${pass}`, `${ofPerson}/end?pass=${pass}`],
  ];
  for (const path of paths) {
    await openAs(page, site, cookie, path);
    expect(await violations(page), path).toEqual([]);
    expect(await bareControls(page), `without an edge in forced colours on ${path}`).toEqual([]);
    await page.setViewportSize(ZOOMED_VIEW);
    await expectTextToFit(page);
    await page.addStyleTag({ content: TEXT_SPACING });
    for (const width of [1440, 768, 390, 320]) {
      await page.setViewportSize({ width, height: 900 });
      await expectTextToFit(page);
    }
  }
});
