/**
 * Every screen of a gym with people, long names and long words in it. Each is opened once for all checks: at every width nothing
 * overflows, overlaps or is cut, and no short word is broken; it is accessible, and visitors' screens can be printed and zoomed, and
 * read without web fonts.
 */
import type { Page } from "@playwright/test";
import { addDays, dateInNairobi } from "../app/time/dates.server.ts";
import { consoleScreens } from "../test/support/console-pages.ts";
import { routeOf } from "../test/support/gym-in-process.ts";
import { loadAxe, violations } from "./axe.ts";
import { type CrowdedSite, DISTINCT_SCREENS, expect, hydrated, openAs, SCREENS, test } from "./fixtures.ts";
import {
  countSheets,
  edgelessInForcedColours,
  expectToFitZoomed,
  expectToPrintBlackOnWhite,
  removeWebFonts,
  unreadableParts,
  widenedColumns,
  withTextSpacing,
} from "./screen-checks.ts";
import { expectNoFaultsAt, expectNoSidewaysScrollWithLargeText } from "./screen-faults.ts";

/** The widths at which layouts begin, where they are tightest. */
const WIDTHS = [1280, 1000, 768, 320];

const PHONE = 390;

/** For further states of a page whose first state was checked at every width. */
const FEW_WIDTHS = [1280, 320];

/** Spaced text and fallback fonts are a little wider, which matters most at the extremes. */
const DESKTOP = 1440;

/** The number of addresses of one route that are checked: further ones differ only by their rows. */
const MAX_STATES = 4;

/** Each type of content has a form of its own. */
const ENTRY_FORM = "/staff/content/:type/:slug";

/** Screens whose whole content another screen has: Home with a result, all classes, a longer class, its dates, other pictures. */
const REPEATED: ReadonlySet<string> = new Set([
  ...["/", "/classes", "/classes/power-lifting", "/schedule/calendar", "/gallery/page-2"],
  // A button in the frame of `/reminders/off`.
  ...["/membership/mails?key=unknown", "/confirm-address?key=unknown"],
]);

/** `cookie`: of its user; empty for a visitor. `state`: the number of addresses of the same route and user before it. */
type Screen = { path: string; cookie: string; state: number };

function screens({ gym }: CrowdedSite): Screen[] {
  const { content, ownerCookie, memberCookie, newcomerCookie, bookingPaths, personPath } = gym;
  const { trainerCookie, ownClassPath, classPaths } = gym;
  const own = [
    "/account",
    "/account/bookings",
    "/account/address",
    "/account/sign-ins",
    "/account/password",
    "/account/delete",
    ...bookingPaths,
  ];
  const ofTrainers = ["/staff", "/staff/timetable", ownClassPath];
  // The version with the long words.
  const longHistory = `/staff/content/class/${content.slugs.get("class")}/history?version=2`;
  const searches = ["/staff/search?q=wanjiru", "/staff/search?q=muscle"];
  // The states with the longest texts come first.
  const console = [...searches, personPath, longHistory, ...consoleScreens(content)];
  const ofVisitors = [...classPaths, ...DISTINCT_SCREENS.filter((path) => !REPEATED.has(path))];
  const all = [
    ...[...ofVisitors, ...bookingPaths.slice(0, 1)].map((path) => ({ path, cookie: "" })),
    ...own.map((path) => ({ path, cookie: memberCookie })),
    ...["/account/details", "/account/address/link?sent=1"].map((path) => ({ path, cookie: newcomerCookie })),
    ...ofTrainers.map((path) => ({ path, cookie: trainerCookie })),
    ...console.map((path) => ({ path, cookie: ownerCookie })),
  ];
  const states = new Map<string, number>();
  return all.flatMap(({ path, cookie }): Screen[] => {
    const route = routeOf(path);
    const kind = DISTINCT_SCREENS.includes(path) ? path : route + cookie;
    const state = states.get(kind) ?? 0;
    states.set(kind, state + 1);
    return state < MAX_STATES || route === ENTRY_FORM ? [{ path, cookie, state }] : [];
  });
}

/**
 * Checks a page at every width, and once everything that is the same at each. A page for visitors has no web fonts
 * afterwards.
 */
async function expectGoodPage(page: Page, path: string, { isForVisitors }: { isForVisitors: boolean }): Promise<void> {
  const [widest = 0, ...others] = WIDTHS;
  await expectNoFaultsAt(page, [widest], path);
  await expectNoSidewaysScrollWithLargeText(page, `${path} with text of twice its size`);
  await expectNoFaultsAt(page, others, path);
  expect.soft(await violations(page), path).toEqual([]);
  expect.soft(await edgelessInForcedColours(page), `without an edge in forced colours on ${path}`).toEqual([]);
  if (isForVisitors) {
    expect.soft(await widenedColumns(page), path).toEqual([]);
    await expectToPrintBlackOnWhite(page);
    await expectToFitZoomed(page, path);
  }
  await withTextSpacing(page, async () => {
    await expectNoFaultsAt(page, [PHONE], `${path} with text spacing`);
    if (isForVisitors) await expectNoFaultsAt(page, [DESKTOP], `${path} with text spacing`, "texts");
  });
  if (!isForVisitors) return;
  await removeWebFonts(page);
  await expectNoFaultsAt(page, [DESKTOP, 320], `${path} without web fonts`, "texts");
}

// Every third screen: three tests, so that every worker has some.
for (const part of [0, 1, 2]) {
  test(`every screen can be pressed and read at every width, part ${part + 1}`, async ({ page, crowded }) => {
    await loadAxe(page);
    for (const [index, { path, cookie, state }] of screens(crowded).entries()) {
      if (index % 3 !== part) continue;
      await test.step(path, async () => {
        // Narrower windows then need no other pictures.
        await page.setViewportSize({ width: DESKTOP, height: 900 });
        await openAs(page, crowded.site, cookie, path);
        if (state > 0) return expectNoFaultsAt(page, FEW_WIDTHS, path);
        // React logs hydration errors to the console, which the fixture watches.
        await hydrated(page);
        await expectGoodPage(page, path, { isForVisitors: cookie === "" });
      });
    }
    await page.goto("about:blank");
  });
}

test("an account's bar, menu and info panel fit with text spacing and without web fonts", async ({ page, crowded }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openAs(page, crowded.site, crowded.gym.memberCookie, "/account");
  expect(await violations(page)).toEqual([]);
  const check = async (how: string) => {
    // At 1024 and 1280 px the bar is fullest.
    await expectNoFaultsAt(page, [1440, 1280, 1024], `the bar ${how}`, "texts");
    for (const id of ["site-menu", "info-panel"]) {
      const sheet = page.locator(`dialog#${id}`);
      await sheet.evaluate((dialog: HTMLDialogElement) => dialog.showModal());
      await expect(sheet).toBeInViewport({ ratio: 0.9 });
      await expectNoFaultsAt(page, [1440, 768, 320], `${id} ${how}`, "texts");
      await sheet.evaluate((dialog: HTMLDialogElement) => dialog.close());
    }
  };
  await withTextSpacing(page, () => check("with text spacing"));
  await removeWebFonts(page);
  await check("without web fonts");
});

test("without style sheets every link has a text, and no words run together", async ({ page, request }) => {
  const read = async (path: string) => [path, await (await request.get(path)).text()] as const;
  expect(await unreadableParts(page, await Promise.all(DISTINCT_SCREENS.map(read)))).toEqual([]);
});

test("the prices, the fullest day and the week of the schedule take one sheet", async ({ page }) => {
  for (const path of ["/pricing", "/schedule/monday", "/schedule/week"]) {
    await page.goto(path);
    // Letter is shorter.
    for (const format of ["A4", "Letter"]) {
      expect(countSheets(await page.pdf({ format })), `${path} on ${format}`).toBe(1);
    }
  }
});

test("with reduced motion larger text is not animated", async ({ page }) => {
  await page.goto("/");
  const animated = await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
    return document.getAnimations().filter((animation) => animation instanceof CSSTransition).length;
  });
  expect(animated).toBe(0);
});

test("a form with errors is accessible", async ({ page }) => {
  await page.goto("/contact");
  await page.getByRole("main").locator("form").getByRole("button").last().click();
  await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test("the classes cancelled by a closed day can be read at every width", async ({ page, crowded }) => {
  await openAs(page, crowded.site, crowded.gym.ownerCookie, "/staff/timetable/closures");
  await page.getByLabel("First day").fill(addDays(dateInNairobi(crowded.site.services.now()), 2));
  await page.getByLabel("Note").fill("The water is off.");
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByText(/are cancelled\./).first()).toBeVisible();
  await expectNoFaultsAt(page, WIDTHS, "Closed days");
});

test("each screen's first response is a whole document with one h1, a title, an address", async ({ request, site }) => {
  const titles = new Set<string>();
  const things: Record<string, string[]> = {};
  for (const { path, heading } of SCREENS) {
    const response = await request.get(path);
    expect(response.status(), path).toBe(200);
    const html = await response.text();
    const textsOf = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, text = ""]) => text);
    const [title, ...others] = textsOf(/<h1[^>]*>(.*?)<\/h1>/gs);
    expect(others, path).toEqual([]);
    const words = title?.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
    expect(words?.trim(), path).toMatch(heading);
    expect(html, path).toMatch(/<title>[^<]*\S[^<]* \| Nguvu Fitness<\/title>/);
    expect(html, path).toMatch(/<meta name="description" content="[^"]{30,}"/);
    const [address = ""] = textsOf(/<link rel="canonical" href="([^"]*)"/g);
    expect(new URL(address).pathname).toBe(path);
    expect(html, path).toContain("</footer>");
    titles.add(textsOf(/<title>([^<]*)/g)[0] ?? "");
    for (const data of textsOf(/<script type="application\/ld\+json">(.*?)<\/script>/gs)) {
      expect(data, path).toContain(`"http://localhost:${site.port}/#gym"`);
      things[path] = JSON.parse(data)["@graph"].map((thing: { "@type": string }) => thing["@type"]);
    }
  }
  expect(titles.size).toBe(SCREENS.length);
  const ofGym = ["HealthClub"];
  expect(things).toEqual({ "/": ofGym, "/contact": ofGym, "/pricing": [...ofGym, "Offer", "Offer", "Offer"] });
});
