/**
 * The day at the desk on a phone: quick presses on a slow connection, failed presses, everything without JavaScript, and finding
 * somebody by part of a name or number.
 */
import type { APIResponse, Page, Route } from "@playwright/test";
import { disputeNoShow } from "../app/bookings/attendance.server.ts";
import { bookPlace } from "../app/bookings/book.server.ts";
import { bookFor } from "../app/bookings/desk-actions.server.ts";
import { addDays, clockTime, comingDate, dateInNairobi } from "../app/time/dates.server.ts";
import { sessionsBetween } from "../app/timetable/class-sessions.server.ts";
import { addSession, cancelSession } from "../app/timetable/session-actions.server.ts";
import { expectDone } from "../demo/gym.ts";
import { addMembers, momentAt, setAllPlaces, setPlaces, writeDetails } from "../test/bookings/booking-gym.ts";
import { ACTOR } from "../test/content/content-changes.ts";
import { addStaffMember } from "../test/support/staff.ts";
import { countClicks, openConsole } from "./click-counts.ts";
import { expect, openAs, openSiteBeforeAll, test, testWithoutScript, withAndWithoutScript } from "./fixtures.ts";

const MINUTE_MS = 60_000;

test.use({ viewport: { width: 390, height: 844 } });

// The clock of the site begins in the afternoon. Each test has its own class or people.
const site = openSiteBeforeAll(
  (services) => setAllPlaces(services, 12),
  (services) => {
    const ahead = Date.parse(momentAt(comingDate("thursday", dateInNairobi(new Date())), 14)) - Date.now();
    return { ...services, now: () => new Date(Date.now() + ahead) };
  },
);

type Desk = { page: Page; id: string; path: string; states: () => Promise<Record<string, number>> };

/** Adds a class of an hour that has begun, with four bookings, and opens the page of its day as the desk. */
async function openDesk(page: Page, classSlug: string, startedMinutesAgo = 10): Promise<Desk> {
  const { services } = site;
  const start = new Date(services.now().getTime() - startedMinutesAgo * MINUTE_MS);
  start.setUTCSeconds(0, 0);
  const before = { ...services, now: () => new Date(start.getTime() - 60 * MINUTE_MS) };
  const date = dateInNairobi(start);
  const time = { from: clockTime(start), to: clockTime(new Date(start.getTime() + 60 * MINUTE_MS)) };
  await setPlaces(services, classSlug, { places: 4 });
  const confirmed = ["outside-hours", "trainer-busy"] as const;
  const details = { date, time, classSlug, trainerSlug: "amina-yusuf", confirmed };
  const { id } = (await expectDone(addSession(before, details, ACTOR))).session;
  for (const member of await addMembers(before, 4)) await bookPlace(before, { ...member }, { sessionId: id });
  const { cookie } = await addStaffMember(services, "desk", { name: "Moraa" });
  const path = `/staff/day?date=${date}`;
  await openAs(page, site, cookie, path);
  const states = async () => {
    const rows = await services.db.selectFrom("bookings").select("state").where("session_id", "=", id).execute();
    return Object.fromEntries(
      Object.entries(Object.groupBy(rows, ({ state }) => state)).map(([state, all]) => [state, all.length]),
    );
  };
  return { page, id, path, states };
}

const row = ({ page, id }: Desk, member: number) =>
  page.locator(`[id="session-${id}"] .person`).filter({ hasText: `member ${member}` });
const button = (desk: Desk, member: number, name: string) => row(desk, member).getByRole("button", { name });

test("quick presses are all sent on a slow connection; a failed press waits until it is sent", async ({ context }) => {
  // Not the fixture's page, whose console must have no failed requests.
  const page = await context.newPage();
  const desk = await openDesk(page, "boxing");
  // The page's script starts without an interaction, so that the first press doesn't start it.
  await expect(page.locator("html")).toHaveAttribute("data-hydrated", "true");
  const held: Route[] = [];
  await page.route("**/staff/day.data**", (route) => void held.push(route));
  for (const member of [1, 2, 3]) await button(desk, member, "Here").click();
  await expect(page.locator("main").getByText("Sending…")).toHaveCount(3);
  // The pressed button is gone.
  await expect(row(desk, 3)).toBeFocused();
  await expect.poll(() => held.length).toBe(3);
  // Read in the order of the presses, but the last response arrives first: the newest copy stays.
  const answered: [Route, APIResponse][] = [];
  for (const route of held) answered.push([route, await route.fetch()]);
  for (const [route, response] of answered.reverse()) await route.fulfill({ response });
  for (const member of [1, 2, 3]) await expect(button(desk, member, "Undo")).toBeVisible();
  await expect(row(desk, 3)).toBeFocused();
  await expect(page.locator("main").getByText("3 here")).toBeVisible();
  expect(await desk.states()).toEqual({ attended: 3, booked: 1 });
  // The second click of a double click.
  await button(desk, 1, "Undo").dispatchEvent("click", { detail: 2 });
  await page.unroute("**/staff/day.data**");

  const answers: ((route: Route) => Promise<void>)[] = [
    (route) => route.abort("connectionfailed"),
    (route) => route.fulfill({ status: 503, body: "Busy" }),
    (route) => route.fulfill({ status: 429, body: "Wait" }),
    (route) => route.continue(),
  ];
  await page.route("**/staff/day.data**", (route) => answers.shift()?.(route));
  await button(desk, 4, "Here").click();
  await expect(row(desk, 4).getByText("Not sent.")).toBeVisible();
  await button(desk, 1, "Undo").scrollIntoViewIfNeeded();
  await button(desk, 4, "Try again").click();
  for (const left of [2, 1]) {
    await expect.poll(() => answers.length).toBe(left);
    await button(desk, 4, "Try again").click();
  }
  await expect(button(desk, 4, "Undo")).toBeVisible();
  expect(await desk.states()).toEqual({ attended: 4 });
});

testWithoutScript("a press returns to its class, and a walk-in is added", async ({ page }) => {
  const desk = await openDesk(page, "cycling");
  await button(desk, 2, "Here").click();
  expect(page.url()).toBe(`${site.url}${desk.path}#session-${desk.id}`);
  await expect(row(desk, 2).locator(".presses .state")).toHaveText("Here");
  await button(desk, 2, "Undo").click();
  await button(desk, 2, "Missed").click();
  await expect(row(desk, 2)).toContainText("Missed");
  expect(await desk.states()).toEqual({ booked: 3, no_show: 1 });

  await page.locator(`[id="session-${desk.id}"]`).getByRole("link", { name: "Walk-in" }).click();
  await page.getByLabel("Phone").first().fill("0712 345 678");
  await page.getByLabel("Name").first().fill("Wafula");
  await page.getByRole("button", { name: "Add and check in" }).click();
  await expect(page.locator("[data-outcome]")).toContainText("Added and checked in.");
  await expect(page.locator(".person").filter({ hasText: "Wafula" })).toContainText("Walked in, added by Moraa");
});

testWithoutScript("Today asks who came after a class, and then about disputes", async ({ page }) => {
  const desk = await openDesk(page, "running", 70);
  await page.goto(`${site.url}/staff`);
  const question = page.getByRole("listitem").filter({ hasText: "Nobody was checked in; 4 had booked" });
  await question.getByRole("button", { name: "Mark all as missed" }).click();
  await expect(page.locator("[data-outcome]")).toContainText("those not checked in missed the class");
  await expect(question).toHaveCount(0);
  expect(await desk.states()).toEqual({ no_show: 4 });

  const bookings = site.services.db.selectFrom("bookings").where("session_id", "=", desk.id);
  const people = bookings.innerJoin("people", "people.id", "person_id").select(["bookings.id", "user_id"]);
  const { id = "", user_id: userId } = (await people.executeTakeFirst()) ?? {};
  await disputeNoShow(site.services, userId ?? "", id);
  await page.goto(`${site.url}/staff`);
  const dispute = page.getByRole("listitem").filter({ hasText: "answered “I was there”" });
  await dispute.getByRole("button", { name: "Check in" }).click();
  await expect(page).toHaveURL(`${site.url}/staff`);
  await expect(dispute).toHaveCount(0);
  expect(await desk.states()).toEqual({ attended: 1, no_show: 3 });
});

withAndWithoutScript((isScripted) => {
  test("everybody booked in a cancelled class is told by one press each, and one before", async ({ page, context }) => {
    const { services } = site;
    // In two hours.
    const { id } = await openDesk(page, isScripted ? "karate" : "yoga", -120);
    for (const [index, name] of ["Otieno", "Akinyi Were", "Njeri"].entries()) {
      await bookFor(services, id, { name, phone: `071234567${index}` }, ACTOR);
    }
    await cancelSession(services, { id, seen: 1, reason: "No water" }, ACTOR);
    // Requests to other machines are blocked.
    await context.route("https://wa.me/**", (route) => route.fulfill({ body: "A chat" }));
    await page.goto(`${site.url}/staff`);
    if (isScripted) await expect(page.locator("html")).toHaveAttribute("data-hydrated", "true");
    const list = page.locator(`[id="tell-${id}"]`);
    const { press, done } = countClicks(page);
    const people = list.locator(".person:not(details details *)");
    const callList = services.db.selectFrom("people_to_tell").where("session_id", "=", id);
    const told = () => callList.select("way").where("told_at", "is not", null).execute();
    await press(list.locator("summary").first());
    await expect(people).toHaveCount(7);
    const chat = people.filter({ hasText: "Otieno" }).getByRole("link", { name: "WhatsApp" });
    const address = new URL((await chat.getAttribute("href")) ?? "");
    expect(address.searchParams.get("text")).toMatch(/^Hello Otieno! We are sorry/);
    for (let left = 7; left > 0; left -= 1) {
      const way = isScripted
        ? people.first().locator("form").getByRole("link").first()
        : people.first().getByRole("button", { name: "Told" });
      // There is no mail program or phone.
      if (isScripted) await way.evaluate((link) => link.addEventListener("click", (event) => event.preventDefault()));
      await press(way);
      await expect(people).toHaveCount(left - 1);
    }
    if (isScripted) await expect(list.locator('details > [tabindex="-1"]')).toBeFocused();
    done("tell the seven of a cancelled class", 8);
    const ways = (await told()).map(({ way }) => way);
    expect(ways).toHaveLength(7);
    expect(new Set(ways)).toEqual(new Set(isScripted ? ["whatsapp", "mail"] : ["told"]));
    await list.locator("details details > summary").click();
    await expect(list.locator("details details .person")).toContainText(Array(7).fill(/told by Moraa/));
    await list.locator("details details .person").first().getByRole("button", { name: "Undo" }).click();
    await expect(people).toHaveCount(1);
    expect(await told()).toHaveLength(6);
  });
});

/** Creates two accounts of one name, the first with a booking for tomorrow. */
async function addTwo(name: string) {
  const { services } = site;
  const tomorrow = addDays(dateInNairobi(services.now()), 1);
  const [session, other] = await sessionsBetween(services, tomorrow, addDays(tomorrow, 2));
  if (session === undefined || other === undefined) throw new Error("There are classes");
  const members = await addMembers(services, 2);
  for (const [index, { id }] of members.entries()) {
    await writeDetails(services, id, { name, phone: `0712 345 67${index}` });
  }
  const [booked] = members;
  if (booked !== undefined) await bookPlace(services, booked, { sessionId: session.id });
  return { session, other };
}

const found = (page: Page, phone: string) => page.locator(".row").filter({ hasText: phone });

withAndWithoutScript((isScripted) => {
  const name = isScripted ? "Wanjirũ Kamau" : "Zawadi Achieng";
  const typed = isScripted ? "jiru k" : "wadi";

  test("somebody who says “I booked” is found in three presses, and the class in one more", async ({ page }) => {
    const { session } = await addTwo(name);
    const { press, type, done } = await openConsole(page, site, isScripted, "desk");
    await press(page.locator(".top-bar").getByRole("link", { name: "Search" }));
    await type(page.getByRole("searchbox"), typed);
    if (!isScripted) await press(page.getByRole("button", { name: "Search" }));
    const somebody = found(page, "0712 345 670");
    await expect(somebody).toContainText(`${session.className}, tomorrow, ${session.time.from}: booked`);
    await expect(found(page, "0712 345 671")).toContainText("Nothing booked.");
    done("find out whether somebody has booked", 3);
    await expect(page).toHaveURL(`${site.url}/staff/search?q=${typed.replace(" ", "+")}`);
    await expect(somebody.getByRole("link", { name: "Call" })).toHaveAttribute("href", "tel:+254712345670");
    const chat = somebody.getByRole("link", { name: "WhatsApp" });
    await expect(chat).toHaveAttribute("href", "https://wa.me/254712345670");
    await somebody.getByRole("link", { name: session.className }).click();
    await expect(page).toHaveURL(`${site.url}/staff/day/${session.id}`);
  });

  test("on the page of a class somebody is chosen by part of the name", async ({ page }) => {
    const { other } = await addTwo(`${name} Chebet`);
    await openConsole(page, site, isScripted, "desk", { name: "Moraa" });
    await page.goto(`${site.url}/staff/day/${other.id}`);
    await page.getByLabel("Name, phone or email").fill(`${name} Chebet`);
    if (!isScripted) await page.getByRole("button", { name: "Find" }).click();
    const choices = page.locator(".choice");
    await expect(choices).toHaveCount(2);
    if (isScripted) {
      // Nobody can be chosen by mistake before the matches are there.
      await page.route("**/day/people.data**", () => {});
      await page.getByLabel("Name, phone or email").fill("somebody else");
      await expect(choices).toHaveCount(0);
      await page.unroute("**/day/people.data**");
      await page.getByLabel("Name, phone or email").fill(`${name} Chebet`);
    }
    await choices.filter({ hasText: `${name} Chebet0712 345 671, ` }).click();
    await page.getByRole("button", { name: "Book", exact: true }).click();
    await expect(page.locator("[data-outcome]")).toHaveText("Booked.");
    const people = page.locator(".person").filter({ hasText: `${name} Chebet` });
    await expect(people.filter({ hasText: "0712 345 671" })).toContainText("Booked by Moraa");
    await page.getByLabel("Name, phone or email").fill("nobody at all");
    await page.getByRole("button", { name: "Book", exact: true }).click();
    await expect(page.locator("main").getByText(/^Nobody has this name/)).toBeVisible();
    await expect(page.getByLabel("Name, phone or email")).toHaveValue("nobody at all");
  });
});
