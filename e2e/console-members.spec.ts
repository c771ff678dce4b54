/** A week's tasks of the desk and the owner with members and passes, on a phone, with counted presses. */
import { addDays, dateInNairobi } from "../app/time/dates.server.ts";
import { give, makePerson, switchOnMembers } from "../test/members/members-gym.ts";
import { bottomBar, countClicks, openConsole } from "./click-counts.ts";
import { expect, hydrated, openSiteBeforeAll, test, withAndWithoutScript } from "./fixtures.ts";

test.use({ viewport: { width: 390, height: 844 } });

const site = openSiteBeforeAll((services) => switchOnMembers(services, "boxing"));

withAndWithoutScript((isScripted) => {
  const named = (name: string) => `${name} ${isScripted ? "Wanjala" : "Nekesa"}`;

  test("a list is pasted, its question answered, imported and undone", async ({ page }) => {
    await openConsole(page, site, isScripted, "owner");
    await page.goto(`${site.url}/staff/members`);
    await page.getByRole("link", { name: "Import members" }).click();
    const person = named("Lucy");
    const number = isScripted ? 27 : 28;
    const inTwoMonths = addDays(dateInNairobi(new Date()), 60);
    const pasted = page.getByLabel("Paste the list");
    await pasted.fill(
      `Name\tPhone\tPlan\tExpiry\n${person}\t0711 000 5${number}\tMonthly\t${inTwoMonths}\nA B\t7.12E+08\t\t\n`,
    );
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
    const { press, done } = await openConsole(page, site, isScripted, "desk");
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

    const again = await openConsole(page, site, isScripted, "desk");
    await page.goto(`${site.url}/staff/search`);
    if (isScripted) await hydrated(page);
    await page.getByRole("searchbox").fill(named("race"));
    await again.press(page.locator("main").getByRole("button", { name: "Search" }));
    await expect(page.locator("main").getByRole("link", { name: named("Grace"), exact: true })).toBeVisible();
    again.done("find somebody", 1);
    await again.press(page.locator("main").getByRole("link", { name: named("Grace"), exact: true }));
    await expect(page.getByRole("heading", { level: 1, name: named("Grace") })).toBeVisible();
    const renewing = countClicks(page);
    await renewing.press(page.getByRole("link", { name: "Renew" }));
    await expect(page.getByLabel(/^Mwanzo/)).toBeChecked();
    await renewing.press(page.getByLabel("M-Pesa"));
    await renewing.press(page.getByRole("button", { name: "Renew" }));
    await expect(page.locator("main li").filter({ hasText: "Begins" })).toHaveCount(1);
    renewing.done("renew", 3);
  });
});

test("two records of one person are merged, and the person is erased", async ({ page }) => {
  const phone = "0733000211";
  await makePerson(site.services, { name: "Zuhura Njeri", phone });
  const id = await makePerson(site.services, { name: "Zuhura", phone });
  const { press, done } = await openConsole(page, site, true, "owner");
  await page.goto(`${site.url}/staff/members/${id}`);
  await hydrated(page);
  await press(page.getByRole("link", { name: "Find a duplicate record" }));
  await press(page.locator("main .board").getByRole("link", { name: /Njeri$/ }));
  await page.getByRole("radio", { name: /Njeri$/ }).check();
  await press(page.getByRole("button", { name: "Merge the records" }));
  await expect(page.getByRole("heading", { level: 1, name: "Zuhura Njeri" })).toBeVisible();
  await expect(page.locator(".notice", { hasText: "The two records are merged." })).toBeVisible();
  done("two records merged", 3);
  const erasing = countClicks(page);
  await erasing.press(page.getByRole("link", { name: "Erase this person’s data" }));
  await expect(page.getByText(/Name, phone, email, notes/)).toBeVisible();
  await erasing.press(page.getByRole("button", { name: "Erase for good" }));
  await expect(page).toHaveURL(/\/staff\/members\?/);
  await expect(page.locator("main").getByRole("link", { name: "Zuhura" })).toHaveCount(0);
  erasing.done("erase somebody", 2);
});

test("a pass is frozen and ended with a reason, and is in the list of those that end this week", async ({ page }) => {
  const id = await makePerson(site.services, { name: "Halima" });
  await give(site.services, id, "mwanzo");
  const { press, done } = await openConsole(page, site, true, "owner");
  await press(bottomBar(page, "Members"));
  await press(page.locator("main").getByRole("link", { name: "Halima" }));
  await press(page.getByRole("link", { name: /^Freeze ?:/ }));
  await expect(page.getByText("No booking is cancelled")).toBeVisible();
  await press(page.getByRole("button", { name: "Freeze for 14 days" }));
  await expect(page.locator(".notice", { hasText: "The pass is frozen." })).toBeVisible();
  done("freeze for two weeks", 4);

  const ended = await openConsole(page, site, true, "owner");
  await ended.press(bottomBar(page, "Members"));
  await ended.press(page.locator("main").getByRole("link", { name: "Halima" }));
  await ended.press(page.getByRole("link", { name: /^End or void ?:/ }));
  await page.getByLabel("Reason").fill("moves to Kisumu");
  await ended.press(page.getByRole("button", { name: "End the pass" }));
  await expect(page.locator("main").getByText(/moves to Kisumu/)).toBeVisible();
  ended.done("end with a reason", 4);

  const week = await openConsole(page, site, true, "owner");
  await week.press(bottomBar(page, "Members"));
  await week.press(page.getByRole("link", { name: /^Ending within 7 days/ }));
  await expect(page.locator("main").getByRole("link", { name: "Halima" })).toBeVisible();
  week.done("who ends this week", 2);
});
