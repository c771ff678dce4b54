/** The card for the door: its content, and that it is shown offline to its person and nobody else. */
import type { BrowserContext, Page } from "@playwright/test";
import { findDoorNumber } from "../app/people/door-numbers.server.ts";
import { DAY_MS } from "../app/platform/durations.ts";
import { give, type JoinedPerson, makeJoinedPerson, makePerson, switchOnMembers } from "../test/members/members-gym.ts";
import { violations } from "./axe.ts";
import { expect, hydrated, openAs, openSiteBeforeAll, savedPaths, signIn, test } from "./fixtures.ts";
import { edgelessInForcedColours, withTextSpacing } from "./screen-checks.ts";
import { expectNoFaults, expectNoFaultsAt } from "./screen-faults.ts";

test.use({ viewport: { width: 390, height: 844 } });

const site = openSiteBeforeAll((services) => switchOnMembers(services, "boxing"));

const numberOf = async ({ id }: Pick<JoinedPerson, "id">) => {
  const number = (await findDoorNumber(site.services.db, id)) ?? "";
  return `${number.slice(0, 3)} ${number.slice(3)}`;
};

async function withPass(name: string): Promise<JoinedPerson> {
  const person = await makeJoinedPerson(site.services, { name });
  await give(site.services, person.id, "mwanzo");
  return person;
}

const saved = (page: Page) => page.getByText(/^Saved on this phone \w{3}\s\d+\s\w{3},\s\d+:\d\d[ap]m\. It works/);

async function openCard(phone: BrowserContext, { cookie }: JoinedPerson): Promise<Page> {
  const page = await phone.newPage();
  await openAs(page, site, cookie, "/account/card");
  await expect(saved(page)).toBeVisible();
  return page;
}

test("the card is black on white, accessible, and fits", async ({ page }) => {
  const person = await withPass("Christopher Ndirangu wa Gathoni-Mwaniki");
  const child = await makePerson(site.services, { name: "Baraka", isChild: "on", guardianId: person.id });
  for (const path of ["/account/card", `/account/card?new=${person.id}`]) {
    await page.setViewportSize({ width: 390, height: 844 });
    await openAs(page, site, person.cookie, path);
    await expect(page.getByText(await numberOf(person))).toHaveCSS("font-size", "68px");
    await expect(page.getByText(await numberOf({ id: child }))).toBeVisible();
    await expect(page.getByText(/^Mwanzo until \d+\s\w+\s20\d\d/)).toBeVisible();
    expect(await violations(page), path).toEqual([]);
    expect(await edgelessInForcedColours(page), path).toEqual([]);
    await expectNoFaults(page, path);
    const colours = await page.evaluate(() => [
      ...new Set(
        [...document.querySelectorAll("main *")].flatMap((element) => {
          const { color, backgroundColor } = getComputedStyle(element);
          return [color, backgroundColor];
        }),
      ),
    ]);
    const black = ["rgb(0, 0, 0)", "rgba(0, 0, 0, 0)", "rgb(255, 255, 255)"];
    expect(colours.filter((colour) => !black.includes(colour))).toEqual([]);
    await withTextSpacing(page, () => expectNoFaultsAt(page, [1440, 768, 320], `${path} with text spacing`, "texts"));
  }
});

test("the card is shown offline from its copy, and both get a new number on request", async ({ ownBrowser: phone }) => {
  const person = await withPass("Naliaka Wekesa");
  const page = await openCard(phone, person);
  expect(await savedPaths(page)).toContain("/account/card");
  await phone.setOffline(true);
  await page.goto(`${site.url}/account/card`);
  await expect(page.getByText(await numberOf(person))).toBeVisible();
  await expect(saved(page)).toBeVisible();
  await expect(page.getByRole("link")).toHaveCount(0);
  expect(await page.evaluate(() => document.scripts.length)).toBe(0);
  await phone.setOffline(false);
  await page.goto(`${site.url}/account/card`);
  const before = await numberOf(person);
  await page.getByRole("link", { name: "Get a new number" }).click();
  await page.getByRole("button", { name: "Get the new number" }).click();
  await expect(page).toHaveURL(`${site.url}/account/card`);
  const after = await numberOf(person);
  expect(after).not.toBe(before);
  await expect(page.getByText(after)).toBeVisible();
  await expect(saved(page)).toBeVisible();
  await phone.setOffline(true);
  await page.reload();
  await expect(page.getByText(after)).toBeVisible();
  await expect(page.getByText(before)).toHaveCount(0);
});

test("the card outlives its person's sign-in, and warns in the last three days", async ({ ownBrowser: phone }) => {
  const person = await withPass("Tom Kariuki");
  const page = await openCard(phone, person);
  const due = page.getByText(
    /^Your sign-in ends on \d+ \w+ 20\d\d\. After that, connect to the internet and sign in again\.$/,
  );
  await expect(due).toBeHidden();
  const { db } = site.services;
  const daysAway = (days: number) => new Date(site.services.now().getTime() + days * DAY_MS).toISOString();
  const sessions = db.updateTable("sessions").where("userId", "=", person.userId);
  await sessions.set({ createdAt: daysAway(-28), expiresAt: daysAway(2) }).execute();
  await page.reload();
  await expect(due).toBeHidden();
  // The sign-in is in the last days of its year, and no longer prolonged.
  await sessions.set({ createdAt: daysAway(-363), expiresAt: daysAway(2) }).execute();
  await page.reload();
  await expect(due).toBeVisible();
  await expect(saved(page)).toBeVisible();
  await phone.setOffline(true);
  await page.reload();
  await expect(due).toBeVisible();
  await phone.setOffline(false);
  await db.deleteFrom("sessions").where("userId", "=", person.userId).execute();
  await page.goto(`${site.url}/account/card`);
  await expect(page).toHaveURL(`${site.url}/login?next=/account/card`);
  await phone.setOffline(true);
  await page.goto(`${site.url}/account/card`);
  await expect(page.getByText(await numberOf(person))).toBeVisible();
});

test("the card is deleted from the phone when its record has been unlinked", async ({ ownBrowser: phone }) => {
  const person = await withPass("Tom Kariuki");
  const page = await openCard(phone, person);
  await site.services.db.updateTable("people").set({ user_id: null }).where("id", "=", person.id).execute();
  await page.goto(`${site.url}/account/card`);
  await expect(page).toHaveURL(`${site.url}/account/join`);
  await expect.poll(() => savedPaths(page)).toEqual([]);
});

test("in a browser without Clear-Site-Data the card is deleted from the phone too", async ({ ownBrowser: phone }) => {
  await phone.route(/\/(login|sign-out)/, async (route) => {
    const response = await route.fetch({ maxRedirects: 0 });
    const { "clear-site-data": _, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });

  async function reopenCard(): Promise<Page> {
    for (const page of phone.pages()) await page.close();
    return openCard(phone, await withPass("Halima Abdi"));
  }

  for (const isHydrated of [true, false]) {
    const how = isHydrated ? "once script runs" : "before any other script has loaded";
    await test.step(`when its person signs out, ${how}`, async () => {
      const page = await reopenCard();
      if (!isHydrated) await page.route(/\.js$/, (route) => route.abort());
      await page.goto(`${site.url}/account`);
      if (isHydrated) await hydrated(page);
      await page.getByRole("button", { name: "Sign out", exact: true }).click();
      await expect(page).toHaveURL(`${site.url}/`);
      await expect.poll(() => savedPaths(page)).toEqual([]);
    });
  }

  await test.step("when somebody else signs in there", async () => {
    const page = await reopenCard();
    await phone.clearCookies();
    await page.route(/\.js$/, (route) => route.abort());
    await signIn(page, site.url);
    await expect.poll(() => savedPaths(page)).toEqual([]);
  });
});
