/** Distances and edges that show what belongs together, each at a width where it was once wrong. */
import type { Locator, Page } from "@playwright/test";
import { bookPlace } from "../app/bookings/book.server.ts";
import { recordEnquiry } from "../app/enquiries/enquiries.server.ts";
import { addDays, comingDate, dateInNairobi } from "../app/time/dates.server.ts";
import { cancelSession } from "../app/timetable/session-actions.server.ts";
import { momentAt, setAllPlaces } from "../test/bookings/booking-gym.ts";
import { ACTOR } from "../test/content/content-changes.ts";
import { give, makeJoinedPerson, makePerson, switchOnMembers } from "../test/members/members-gym.ts";
import { type SiteInProcess, startSiteInProcess } from "../test/support/site-in-process.ts";
import { addStaffMember } from "../test/support/staff.ts";
import { expect, hydrated, laidOut, test } from "./fixtures.ts";
import { openAs } from "./gym-with-long-words.ts";
import { removeWebFonts } from "./screen-checks.ts";

test.describe.configure({ mode: "default", timeout: 90_000 });

/** A Thursday, so that the week has past days. */
const THURSDAY = comingDate("thursday", dateInNairobi(new Date()));

let site: SiteInProcess;
let ownerCookie: string;

test.beforeAll(async () => {
  site = await startSiteInProcess({}, (services) => ({ ...services, now: () => new Date(momentAt(THURSDAY, 9)) }));
  await switchOnMembers(site.services, "boxing");
  await setAllPlaces(site.services, 4);
  ownerCookie = (await addStaffMember(site.services, "owner")).cookie;
});
test.afterAll(() => site.close());

/** Opens a page at a width. @param cookie empty for a visitor */
async function open(page: Page, cookie: string, path: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await openAs(page, site, cookie, path);
  await laidOut(page);
}

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox();
  if (box === null) throw new Error("The element is not on the screen");
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
};

const distanceBetween = async (upper: Locator, lower: Locator) => (await boxOf(lower)).y - (await boxOf(upper)).bottom;

const leftEdges = async (all: Locator) => (await Promise.all((await all.all()).map(boxOf))).map(({ x }) => x);

test("a member's buttons keep a distance from the text above and the heading below", async ({ page }) => {
  const { id, userId } = await makeJoinedPerson(site.services);
  await give(site.services, id, "mwanzo");
  const person = { id: userId, email: "person@example.com", isTestAccount: false as const, clientAddress: "192.0.2.1" };
  const sessionId = `friday-1.${addDays(THURSDAY, 1)}`;
  const booking = { sessionId, name: "Wanjiru", phone: "0712345678" };
  expect(await bookPlace(site.services, person, booking)).toMatchObject({ code: "booked" });
  await cancelSession(site.services, { id: sessionId, seen: 0, reason: "No water." }, ACTOR);
  await open(page, ownerCookie, `/staff/members/${id}`, 390);
  const pass = page.locator(".row").first();
  expect(await distanceBetween(pass, page.getByRole("heading", { name: "Today and upcoming" }))).toBeGreaterThanOrEqual(
    28,
  );
  expect(await distanceBetween(pass.locator(".about").last(), pass.locator(".actions"))).toBeGreaterThanOrEqual(10);
  await open(page, ownerCookie, `/staff/day/${sessionId}`, 390);
  const told = page.locator(".person").first();
  expect(
    await distanceBetween(told.locator(".about").last(), told.locator("form .button").first()),
  ).toBeGreaterThanOrEqual(10);
});

test("two records side by side, and a freeze, have two separate halves that start at the same height", async ({
  page,
}) => {
  const first = await makePerson(site.services, { name: "Salome" });
  const second = await makePerson(site.services, { name: "Salome Akoth", phone: "0733000612" });
  const pass = await give(site.services, first, "mwanzo");
  for (const path of [`merge?with=${second}`, `freeze?pass=${pass}`]) {
    await open(page, ownerCookie, `/staff/members/${first}/${path}`, 1280);
    const halves = page.locator(".two.even > :not(input)");
    const [left, right] = [await boxOf(halves.first()), await boxOf(halves.last())];
    expect(right.x - left.right, path).toBeGreaterThanOrEqual(48);
    expect(right.y, path).toBe(left.y);
    await expect(halves.first(), path).toHaveCSS("border-top-width", "4px");
    await expect(halves.last(), path).toHaveCSS("border-top-width", "4px");
  }
  await open(page, ownerCookie, `/staff/members/${first}/merge?with=${second}`, 390);
  const kept = page.getByText("Kept", { exact: true });
  expect(await distanceBetween(kept, page.locator("h2").first())).toBeGreaterThanOrEqual(4);
});

test("an entry's facts keep a distance from their rules, and each link to a use has its own rule", async ({ page }) => {
  await open(page, ownerCookie, "/staff/content/class/yoga", 1280);
  for (const part of await page.locator(".facts > *").all()) {
    await expect(part).toHaveCSS("border-bottom-width", "1px");
    await expect(part).toHaveCSS("padding-top", "12px");
    await expect(part).toHaveCSS("padding-bottom", "12px");
  }
  const usedIn = page.getByRole("region", { name: "Used in: Weekly timetable" });
  await expect(usedIn.getByRole("link", { name: /^Tuesday, [\d:apm-]+, Yoga$/ })).toBeVisible();
});

test("titles in a list of pictures have room for a sentence", async ({ page }) => {
  await open(page, ownerCookie, "/staff/content/gallery-picture", 1280);
  const titles = page.locator("#order .name");
  expect(await titles.count()).toBeGreaterThan(8);
  for (const title of await titles.all()) expect((await boxOf(title)).height).toBeLessThanOrEqual(3 * 22);
});

test("the choices of people fill their frame, and a note's button keeps a distance from its hint", async ({ page }) => {
  const { services } = site;
  for (const name of ["Joseph Karanja", "Mercy Wambui"]) await addStaffMember(services, "desk", { name });
  const visitor = { name: "Tom", email: "tom@example.com", phone: "", class: "", comment: "May I try?" };
  await recordEnquiry(services, visitor);
  const { id } = await services.db.selectFrom("enquiries").select("id").executeTakeFirstOrThrow();
  await open(page, ownerCookie, `/staff/enquiries/${id}`, 1280);
  const choices = page.getByRole("group", { name: "Assigned to" });
  const area = async (locator: Locator) => {
    const { width, height } = await boxOf(locator);
    return width * height;
  };
  const areas = await Promise.all((await choices.getByRole("button").all()).map(area));
  const filled = areas.reduce((sum, each) => sum + each, 0) / (await area(choices));
  expect(filled).toBeGreaterThan(0.95);
  expect(
    await distanceBetween(page.locator("#note-help"), page.getByRole("button", { name: "Add note" })),
  ).toBeGreaterThanOrEqual(16);
});

test("past days of a week have the same heads as future days", async ({ page }) => {
  for (const width of [390, 1024, 1440]) {
    await open(page, "", "/schedule/week", width);
    const heights = await page
      .locator(".week-head h3")
      .evaluateAll((all) => all.map((heading) => heading.getBoundingClientRect().height));
    expect(heights.length).toBe(7);
    expect(Math.max(...heights) - Math.min(...heights), `at ${width} px`).toBeLessThan(2);
  }
});

test("the first fact of each row is aligned with the page's left edge", async ({ page }) => {
  for (const width of [1024, 1280, 1440]) {
    await open(page, "", "/classes/boxing", width);
    const facts = page.locator("main dl dt");
    const [edge] = await leftEdges(page.getByRole("heading", { level: 2, name: "What happens" }));
    const rows = Object.groupBy(await Promise.all((await facts.all()).map(boxOf)), ({ y }) => y);
    for (const row of Object.values(rows)) expect(row?.[0]?.x, `at ${width} px`).toBeCloseTo(edge ?? 0, 0);
  }
});

test("today's mark fits on one line at 320 px, even in a visitor's own font", async ({ page }) => {
  await open(page, "", "/schedule/wednesday", 320);
  await hydrated(page);
  await removeWebFonts(page);
  await laidOut(page);
  expect((await boxOf(page.getByText("Today", { exact: true }))).height).toBeLessThan(24);
});
