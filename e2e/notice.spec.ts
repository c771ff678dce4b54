/** The notice on every page: set in two presses, on all pages, in print, and gone by itself. `screens.spec.ts` checks that it fits. */
import { publishNotice } from "../app/content-types/notice.server.ts";
import { nairobiInputValue } from "../app/time/dates.server.ts";
import { ACTOR } from "../test/content/content-changes.ts";
import { openConsole } from "./click-counts.ts";
import { expect, hydrated, laidOut, openSiteBeforeAll, SCREEN_KINDS, test, withAndWithoutScript } from "./fixtures.ts";
import { recordShifts } from "./screen-checks.ts";

test.use({ viewport: { width: 390, height: 844 } });

let fixed: Date | undefined;

const site = openSiteBeforeAll(undefined, (services) => ({ ...services, now: () => fixed ?? services.now() }));

const TEXT = "No water today, classes run. The showers are closed until the evening, so bring a towel.";

withAndWithoutScript((isScripted) => {
  test("the owner sets, changes and takes down a notice, in two presses each", async ({ page }) => {
    const { press, done } = await openConsole(page, site, isScripted);
    const link = page.getByRole("main").getByRole("link", { name: /^Notice/ });
    await press(link);
    await page.getByLabel("Notice", { exact: true }).fill(TEXT);
    await press(page.getByRole("button", { name: "Publish notice" }));
    await expect(page.getByRole("main").getByText("The notice is published.")).toBeVisible();
    done("a notice, from now until tonight", 2);
    const notice = page.getByRole("region", { name: "Notice" });
    await page.goto(`${site.url}/about`);
    await expect(notice).toHaveText(TEXT);
    await page.goto(`${site.url}/staff`);
    await link.click();
    await page.getByLabel("Until").fill("2020-01-01");
    await page.getByRole("button", { name: "Publish notice" }).click();
    await expect(page.getByText("That time has passed. Choose a later one.")).toBeVisible();
    await expect(page.getByLabel("Notice", { exact: true })).toHaveValue(TEXT);
    await expect(page.getByLabel("Until")).toHaveValue("2020-01-01");
    await page.goto(`${site.url}/staff`);
    await link.click();
    await page.getByRole("button", { name: "Take down notice" }).click();
    await expect(page.getByRole("main").getByText("The notice is taken down.")).toBeVisible();
    await page.goto(`${site.url}/about`);
    await expect(notice).toHaveCount(0);
  });
});

test("a notice is on every page, on paper too, and moves nothing", async ({ page }) => {
  const [untilDay = "", untilTime = ""] = nairobiInputValue(new Date(Date.now() + 60 * 60_000)).split("T");
  const form = { text: TEXT, fromDay: "", fromTime: "", untilDay, untilTime };
  expect(await publishNotice(site.services, form, ACTOR)).toEqual({ code: "done" });
  for (const path of SCREEN_KINDS) {
    expect(await (await fetch(site.url + path)).text(), path).toContain(`>${TEXT}</section>`);
  }
  const shifts = await recordShifts(page);
  const notice = page.getByRole("region", { name: "Notice" });
  // With the fonts in the browser's cache: without them, Home's own texts can move on a busy machine.
  await page.goto(site.url);
  await laidOut(page);
  await page.reload();
  await laidOut(page);
  await expect(notice).toBeInViewport({ ratio: 1 });
  expect(await shifts()).toBeLessThan(0.05);
  for (const media of [{ media: "print" }, { media: "screen", forcedColors: "active" }] as const) {
    await page.emulateMedia(media);
    await expect(notice).toBeVisible();
  }
  await page.emulateMedia({ forcedColors: "none" });
});

test("it goes at its end from a tab that stays open", async ({ page }) => {
  // Three seconds before nine in the evening, in Nairobi.
  fixed = new Date("2029-11-26T17:59:57Z");
  const form = { text: TEXT, fromDay: "", fromTime: "", untilDay: "2029-11-26", untilTime: "21:00" };
  expect(await publishNotice(site.services, form, ACTOR)).toEqual({ code: "done" });
  await page.clock.setFixedTime(fixed);
  await page.goto(`${site.url}/about`);
  const notice = page.getByRole("region", { name: "Notice" });
  await expect(notice).toHaveText(TEXT);
  await hydrated(page);
  await page.clock.setFixedTime("2029-11-26T18:00:00Z");
  await page.getByRole("main").getByRole("link", { name: "contact us" }).click();
  await expect(page).toHaveURL(`${site.url}/contact`);
  await expect(notice).toHaveCount(0);
});
