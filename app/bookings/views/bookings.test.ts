/** Bookings through their routes: visitors' forms, the personal feed, and texts on public pages. */
import ICAL from "ical.js";
import { beforeAll, describe, expect, test } from "vitest";
import { addMembers, addNewcomers, type Member, setPlaces } from "../../../test/bookings/booking-gym.ts";
import { ACTOR } from "../../../test/content/content-changes.ts";
import { openGymBeforeAll } from "../../../test/support/open-gym.ts";
import { callRoute, type PageData, routeCall } from "../../../test/support/route-calls.ts";
import { FITNESS as SESSION } from "../../../test/timetable/sample-session.ts";
import { loader as deletionLoader } from "../../accounts/views/account-delete.route.tsx";
import { personOfAccount } from "../../people/people.server.ts";
import { action as offAction } from "../../people/views/mails-off.route.tsx";
import { DAY_MS, HOUR_MS } from "../../platform/durations.ts";
import { addDays } from "../../time/dates.server.ts";
import { findClassSession, sessionsBetween } from "../../timetable/class-sessions.server.ts";
import { cancelSession, moveSession, restoreSession } from "../../timetable/session-actions.server.ts";
import { nextBookable } from "../../timetable/views/session-list.tsx";
import { listSessionsOfClass } from "../../timetable/views/timetable-view.server.ts";
import { bookPlace } from "../book.server.ts";
import { type BookingRefusal, MAX_UNCONFIRMED_PER_ADDRESS } from "../booking.ts";
import { cancelBooking } from "../cancel-booking.server.ts";
import { checkIn, markMissed } from "../desk-actions.server.ts";
import { findFeed, makeFeed } from "../feed-tokens.server.ts";
import { findOffer } from "../own-bookings.server.ts";
import { loader as listLoader, action as settingsAction } from "./account-bookings.route.tsx";
import { action as bookAction, loader as bookLoader } from "./booking.route.tsx";
import { action as cancelAction, loader as cancelLoader } from "./booking-cancel.route.tsx";
import { loader as moveLoader } from "./booking-move.route.tsx";
import { offerView } from "./offer-view.server.ts";
import { loader as feedLoader } from "./personal-feed.route.ts";

/** Sunday 22 November 2026, noon in Nairobi. Fitness is on Monday at 9:00am, and Running at 4:00pm. */
const SUNDAY = "2026-11-22";
const MONDAY = "2026-11-23";
const FITNESS = `monday-1.${MONDAY}`;
const RUNNING = `monday-3.${MONDAY}`;
const NOON = "2026-11-22T09:00:00.000Z";

const places = { fitness: { places: 2, price: 800 }, running: 12 };
const { services, clock } = openGymBeforeAll("sqlite", { now: NOON, places });
let members: Member[];

beforeAll(async () => {
  members = await addMembers(services, 5);
  // The last two of them wait.
  for (const index of [0, 1, 2, 4]) await bookPlace(services, visitor(index), { sessionId: FITNESS });
});

const visitor = (index: number) => ({ ...(members[index] as Member), savedShows: [] });
const bookingAt = (id: string) => `/booking?session=${encodeURIComponent(id)}`;
const call = (path: string, index: number, fields?: Record<string, string>) =>
  routeCall(services, path, { visitor: visitor(index), ...(fields && { fields }) });
const book = (id: string, index: number, fields: Record<string, string> = {}) =>
  callRoute(bookAction, call(bookingAt(id), index, fields));
const stateOf = async (id: string, index: number) =>
  (await bookLoader(call(bookingAt(id), index) as never)).offer.state;
const ownId = async (id: string, index: number) => (await findOffer(services, visitor(index), id))?.own?.id ?? "";

describe("booking", () => {
  test("creates an account for a visitor who is not signed in, but none if the booking fails", async () => {
    const typed = { name: "Baraka Mutua", phone: "", email: "baraka@example.com", password: "a long walk to Karura" };
    const send = (fields: Record<string, string>, id = RUNNING) =>
      callRoute(bookAction, routeCall(services, bookingAt(id), { fields }));
    const accounts = async () =>
      (await services.db.selectFrom("users").select("id").where("email", "=", typed.email).execute()).length;
    // The form of somebody who was signed in when it was shown.
    const empty = await send({ name: "", phone: "", bring: "yes" });
    expect(Object.keys(empty.form?.errors ?? {})).toEqual(["name", "email", "password", "guestName"]);
    const common = await send({ ...typed, password: "password123" });
    expect(common.form).toMatchObject({ typed: { name: typed.name, email: typed.email } });
    expect(Object.keys(common.form?.errors ?? {})).toEqual(["password"]);
    expect((await send(typed, `monday-1.2026-12-21`)).status).toBe(409);
    const linked = { bring: "yes", guestName: "win.example KES 5000" };
    expect(await send({ ...typed, ...linked })).toMatchObject({ status: 422, form: { typed: { bring: "yes" } } });
    expect(await accounts()).toBe(0);
    for (const _ of ["sent", "sent again"]) {
      expect(await send(typed)).toMatchObject({ status: 303, location: bookingAt(RUNNING) });
    }
    expect(await accounts()).toBe(1);
    const { form } = await send({ ...typed, password: "another long walk" });
    expect(Object.keys(form?.errors ?? {})).toEqual(["email"]);
    const rows = services.db.selectFrom("bookings").select("state").where("session_id", "=", RUNNING);
    expect(await rows.execute()).toEqual([{ state: "booked" }]);
  });

  test("shows why a class can't be booked, and what to do then", async () => {
    const test = { ...visitor(3), isTestAccount: true };
    const asTest = await bookLoader(routeCall(services, bookingAt(RUNNING), { visitor: test }) as never);
    expect(asTest.offer.state).toMatchObject({
      kind: "message",
      message: { strong: "The test account can’t book." },
      next: [{ to: "/sign-out", form: true }, { to: "/classes/running" }],
    });
    const sentenceAt = async (id: string) => ((await stateOf(id, 3)) as PageData).message.strong;
    const opens = "Booking opens on Mon\u00a030\u00a0Nov,\u00a06:00am.";
    expect(await sentenceAt(`monday-1.${addDays(MONDAY, 14)}`)).toBe(opens);
    expect(await sentenceAt(`monday-2.${MONDAY}`)).toContain("no booking");
    const { status, form } = await book(`monday-2.${MONDAY}`, 3);
    expect([status, form?.errors.form]).toEqual([409, expect.stringContaining("can no longer be booked")]);
    for (const id of ["monday-9.2026-11-23", "", "\0", "' or 1=1 --"]) {
      expect(await callRoute(bookLoader, call(bookingAt(id), 3)), id).toMatchObject({ status: 404 });
      expect(await book(id, 3), id).toMatchObject({ status: 404 });
    }
  });

  test.each<[BookingRefusal, string]>([
    [{ code: "overlap", session: SESSION, other: SESSION }, "You have a place in Fitness, Mon 23 Nov, 9:00am."],
    [{ code: "too-many", max: 6 }, "You have six upcoming bookings."],
    [{ code: "no-shows", until: "2026-12-10T22:00:00.000Z" }, "Until Fri 11 Dec, only the desk can book for you."],
  ])("shows a refusal with what it depends on: %o", async (refusal, sentence) => {
    const offer = (await findOffer(services, visitor(3), RUNNING)) ?? expect.unreachable();
    const view = offerView({ ...offer, refusal }, { gym: { phone: "" }, now: NOON } as never);
    expect((view.state as PageData).message.strong.replaceAll("\u00a0", " ")).toBe(sentence);
  });

  test("shows new people what to do at the limits for them and for their network", async () => {
    const newcomers = (await addNewcomers(services, 2)) as [Member, Member];
    const asNew = (person: Member, id: string, fields?: Record<string, string>) =>
      routeCall(services, bookingAt(id), { visitor: { ...person, savedShows: [] }, ...(fields && { fields }) });
    const [somebody, late] = newcomers;
    const [second, third] = [`wednesday-4.${addDays(MONDAY, 2)}`, `thursday-3.${addDays(MONDAY, 3)}`] as const;
    for (const id of [RUNNING, second]) await callRoute(bookAction, asNew(somebody, id, {}));
    const { offer } = await bookLoader(asNew(somebody, third) as never);
    expect(offer.state).toMatchObject({ message: { strong: "You have two upcoming bookings." } });
    const { state } = (await bookLoader(asNew(somebody, RUNNING) as never)).offer;
    expect(state).toMatchObject({ kind: "booked", guest: undefined });
    await services.db.updateTable("rate_limits").set({ count: MAX_UNCONFIRMED_PER_ADDRESS }).execute();
    const refused = await callRoute(bookAction, asNew(late, third, { name: "Njeri", phone: "" }));
    expect(refused).toMatchObject({ status: 429, form: { typed: { name: "Njeri" } } });
    expect(refused.form?.errors.form).toMatch(/^Open the link that we have emailed you.*network.*desk/);
  });

  test("the page that cancels shows the effects, and cancelling twice is harmless", async () => {
    const path = `/booking/cancel?booking=${await ownId(FITNESS, 0)}`;
    const strong = "Cancelling is free of charge until Sun\u00a022\u00a0Nov,\u00a09:00pm.";
    const page = await cancelLoader(call(path, 0) as never);
    expect(page).toMatchObject({ message: { strong }, button: "Cancel this booking" });
    // Only the owner can open it.
    expect(await callRoute(cancelLoader, call(path, 1))).toMatchObject({ status: 404 });
    expect(await callRoute(cancelAction, call(path, 1, {}))).toMatchObject({ status: 404 });
    const early = /^A place that becomes free before Sun.22.Nov,.9:00pm is yours automatically/;
    expect(await stateOf(FITNESS, 3)).toMatchObject({
      position: "3rd",
      deadline: { strong: expect.stringMatching(early) },
    });
    clock.now = "2026-11-22T18:00:01.000Z";
    expect((await cancelLoader(call(path, 0) as never)).message.strong).toBe(
      "It is past Sun\u00a022\u00a0Nov,\u00a09:00pm: you can still cancel, and owe nothing.",
    );
    const moving = await moveLoader(call(path.replace("cancel", "move"), 0) as never);
    expect(moving.message.strong).toMatch(/^It is later than Sun.22.Nov,.9:00pm: .* is a late cancellation\.$/);
    const late = expect.stringMatching(/^A place that becomes free now goes to whoever books first/);
    expect(await stateOf(FITNESS, 4)).toMatchObject({ position: "2nd", deadline: { strong: late } });
    const { waiting } = await listLoader(call("/account/bookings", 4) as never);
    expect(waiting).toMatchObject([{ position: "2nd in line", deadline: late }]);
    await setPlaces(services, "fitness", { places: 3 });
    const note = expect.stringMatching(/^You are on the waiting list, and a place is free/);
    expect(await stateOf(FITNESS, 4)).toMatchObject({ kind: "offer", note });
    await setPlaces(services, "fitness", { places: 2 });
    clock.now = NOON;
    for (const done of ["cancelled", "same"]) {
      const location = `/account/bookings?done=${done}`;
      expect(await callRoute(cancelAction, call(path, 0, {}))).toMatchObject({ status: 303, location });
    }
    expect(await stateOf(FITNESS, 2)).toMatchObject({ kind: "booked", isPromoted: true });
    await setPlaces(services, "fitness", { price: 900 });
    expect((await bookLoader(call(bookingAt(FITNESS), 0) as never)).offer.price).toBe("KES\u00a0900");
  });
});

test("a move, a check-in and a missed class are shown on the pages, and a missed class can be disputed for seven days", async () => {
  const id = `wednesday-4.${addDays(MONDAY, 2)}`;
  await book(id, 3);
  const moved = { date: addDays(MONDAY, 2), time: { from: "7:30pm", to: "8:30pm" } };
  await moveSession(services, { id, seen: 0, ...moved, confirmed: ["trainer-busy"] }, ACTOR);
  const change = { flag: "New time", text: "instead of 6:00pm" };
  const deadline = "Free to cancel until it starts: it was moved";
  expect((await bookLoader(call(bookingAt(id), 3) as never)).offer).toMatchObject({
    session: { change },
    state: { deadline },
  });
  const { own, session } = (await findOffer(services, visitor(3), id)) ?? {};
  const start = Date.parse(session?.startsAt ?? "");
  clock.now = new Date(start - 20 * 60_000).toISOString();
  await checkIn(services, own?.id ?? "", ACTOR);
  const cancelPath = `/booking/cancel?booking=${own?.id}`;
  const strong = "You are checked in.";
  expect(await stateOf(id, 3)).toMatchObject({ kind: "message", message: { strong } });
  const cancelling = await cancelLoader(call(cancelPath, 3) as never);
  expect([cancelling.message.strong, cancelling.button]).toEqual([strong, undefined]);
  const { upcoming } = await listLoader(call("/account/bookings", 3) as never);
  expect(upcoming).toMatchObject([{ deadline: "You are checked in", cancelPath: undefined }]);
  const refused = await callRoute(cancelAction, call(cancelPath, 3, {}));
  expect([refused.status, refused.form?.errors.form]).toEqual([409, expect.stringMatching(/^You are checked in/)]);
  clock.now = new Date(start + 60_000).toISOString();
  expect((await cancelLoader(call(cancelPath, 3) as never)).message.strong).toBe("You came.");
  expect(await stateOf(id, 3)).toMatchObject({ message: { strong: "You came." } });

  await markMissed(services, own?.id ?? "", ACTOR);
  const pastAt = async (days: number) => {
    clock.now = new Date(start + HOUR_MS + days * DAY_MS).toISOString();
    return (await listLoader(call("/account/bookings", 3) as never)).past[0];
  };
  const answer = async () =>
    (await callRoute(settingsAction, call("/account/bookings", 3, { do: "dispute", booking: own?.id ?? "" }))).location;
  expect(await pastAt(7)).toMatchObject({ result: "Missed", mayDispute: false });
  expect(await answer()).toMatch(/done=dispute-late$/);
  expect(await pastAt(6)).toMatchObject({ mayDispute: true, isDisputed: false });
  for (const _ of ["sent", "sent again"]) expect(await answer()).toMatch(/done=disputed$/);
  expect(await pastAt(6)).toMatchObject({ mayDispute: false, isDisputed: true });
  clock.now = NOON;
});

describe("with a guest", () => {
  let id = "";
  beforeAll(async () => {
    members.push(...(await addMembers(services, 3)));
    await setPlaces(services, "karate", { places: 3, price: 500 });
    const week = await sessionsBetween(services, addDays(MONDAY, 1), addDays(MONDAY, 6));
    id = week.find(({ classSlug }) => classSlug === "karate")?.id ?? "";
  });
  const [HOST, OTHER, LAST] = [5, 6, 7];
  const send = (index: number, guestName: string) => book(id, index, { bring: "yes", guestName });

  test("both have places, and the page shows when a guest was left out", async () => {
    expect(await send(HOST, "Amina Njeri")).toMatchObject({ status: 303, location: bookingAt(id) });
    const guest = { text: "With Amina Njeri", isBookable: false };
    expect(await stateOf(id, HOST)).toMatchObject({ kind: "booked", guest });
    const sentence = "One place is free, so nobody can come with you.";
    expect(await stateOf(id, OTHER)).toMatchObject({ bring: undefined, alone: sentence });
    const alone = `${bookingAt(id)}&guest=none`;
    const stateAfter = async (index: number) => (await bookLoader(call(alone, index) as never)).offer.state;
    expect(await send(OTHER, "Baraka")).toMatchObject({ status: 303, location: alone });
    const leftOut = "There was one place, and it is yours. Your guest has none.";
    expect(await stateAfter(OTHER)).toMatchObject({ leftOut });
    expect(await stateOf(id, OTHER)).toMatchObject({ leftOut: undefined });
    expect(await send(LAST, "Chebet")).toMatchObject({ status: 303, location: alone });
    expect(await stateAfter(LAST)).toMatchObject({
      kind: "waiting",
      leftOut: "Only you are on the list. Your guest has no place, and is not waiting.",
    });
    await callRoute(cancelAction, call(`/booking/cancel?booking=${await ownId(id, LAST)}`, LAST, {}));
  });

  test("the host cancels both places together, or the guest's alone", async () => {
    const own = (await findOffer(services, visitor(HOST), id))?.own;
    const path = `/booking/cancel?booking=${own?.guest?.id}`;
    const page = await cancelLoader(call(`/booking/cancel?booking=${own?.id}`, HOST) as never);
    const rest = expect.stringMatching(/The booking of your guest, Amina Njeri, is cancelled too\.$/);
    expect(page).toMatchObject({ button: "Cancel for both", message: { rest }, guestPath: path });
    const moving = await moveLoader(call(`/booking/move?booking=${own?.id}`, HOST) as never);
    expect(moving.message.rest).toMatch(/Your guest, Amina Njeri, moves with you\.$/);
    expect(await callRoute(cancelAction, call(path, OTHER, {}))).toMatchObject({ status: 404 });
    for (const done of ["guest-cancelled", "same"]) {
      const location = `/account/bookings?done=${done}`;
      expect(await callRoute(cancelAction, call(path, HOST, {}))).toMatchObject({ location });
    }
    await send(OTHER, "Baraka");
    // All three places are taken.
    const { status, form } = await send(HOST, "Amina Njeri");
    expect([status, form?.errors.form]).toEqual([409, expect.stringMatching(/^There is no longer a free place/)]);
  });

  test("is named in the list, in the calendar, and on the page that deletes an account", async () => {
    const guest = { text: "With Baraka" };
    expect((await listLoader(call("/account/bookings", OTHER) as never)).upcoming).toMatchObject([{ guest }]);
    // Cancelled by the gym, and booked again.
    const ended = { state: "gym_cancelled", ended_at: NOON } as const;
    await services.db.updateTable("bookings").set(ended).where("session_id", "=", id).execute();
    await send(OTHER, "Chebet");
    await makeFeed(services, visitor(OTHER).id);
    const key = (await findFeed(services, visitor(OTHER).id))?.token ?? "";
    const deleted = async () => (await deletionLoader(call("/account/delete", OTHER) as never)).bookings;
    expect(await deleted()).toMatchObject([{ label: expect.stringMatching(/^Karate, .*, with Chebet$/) }]);
    clock.now = "2026-11-30T09:00:00.000Z";
    const { text } = await callRoute(feedLoader, routeCall(services, `/calendar.ics?key=${key}`));
    const [event, ...others] = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents("vevent");
    expect(String(event?.getFirstPropertyValue("description"))).toMatch(/^Guest: Chebet\nTrainer: /);
    expect([event?.getFirstPropertyValue("status"), others]).toEqual(["CONFIRMED", []]);
    expect(await deleted()).toEqual([]);
    clock.now = NOON;
  });
});

describe("the personal feed", () => {
  const feed = (key: string) =>
    callRoute(feedLoader, routeCall(services, `/calendar.ics?key=${encodeURIComponent(key)}`));
  const settings = (what: string, index = 1) =>
    callRoute(settingsAction, call("/account/bookings", index, { do: what }));

  test("shows bookings, cancelled ones as cancelled, until its address is replaced or switched off; the test account has none", async () => {
    expect(await settings("new-address")).toMatchObject({ status: 303, location: "/account/bookings?done=address" });
    const token = async () => (await findFeed(services, visitor(1).id))?.token ?? "";
    const first = await token();
    const webcal = `webcal://localhost:3000/calendar.ics?key=${first}`;
    expect((await listLoader(call("/account/bookings", 1) as never)).feed).toMatchObject({
      subscription: webcal,
      google: `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(webcal)}`,
    });
    await book(RUNNING, 1);
    const events = async () => {
      return new ICAL.Component(ICAL.parse((await feed(first)).text)).getAllSubcomponents("vevent").map((component) => {
        const event = new ICAL.Event(component);
        return `${event.uid.split("@")[0]}: ${event.summary}, ${component.getFirstPropertyValue("status")}`;
      });
    };
    const fitness = `${FITNESS}: Fitness, CONFIRMED`;
    expect((await events()).toSorted()).toEqual([fitness, `${RUNNING}: Running, CONFIRMED`]);
    const seen = (await findClassSession(services, RUNNING))?.sequence ?? 0;
    await cancelSession(services, { id: RUNNING, seen, reason: "No water." }, ACTOR);
    expect(await events()).toContain(`${RUNNING}: Cancelled: Running, CANCELLED`);
    const message = { strong: "This class is not taking place.", rest: "No water." };
    const { offer } = await bookLoader(call(bookingAt(RUNNING), 1) as never);
    expect(offer).toMatchObject({ places: undefined, state: { message } });
    await restoreSession(services, { id: RUNNING, seen: seen + 1 }, ACTOR);
    await cancelBooking(services, visitor(1).id, await ownId(RUNNING, 1));
    expect(await events()).toEqual([fitness]);
    // Restored, but not for them.
    const state = "gym_cancelled";
    await services.db.updateTable("bookings").set({ state }).where("session_id", "=", RUNNING).execute();
    expect(await events()).toContain(`${RUNNING}: Cancelled: Running, CANCELLED`);
    await settings("new-address");
    const last = await token();
    expect([(await feed(first)).status, (await feed(last)).status]).toEqual([404, 200]);
    await settings("feed-off");
    for (const key of [last, "", "\0", "x".repeat(500)]) expect((await feed(key)).status, key).toBe(404);
    const test = { ...visitor(4), isTestAccount: true };
    const asTest = routeCall(services, "/account/bookings", { visitor: test, fields: { do: "new-address" } });
    expect(await callRoute(settingsAction, asTest)).toMatchObject({ status: 403 });
  });

  test("reminders are switched off by their key alone, without a redirect", async () => {
    const fields = { "List-Unsubscribe": "One-Click" };
    const off = (key: string) => callRoute(offAction, routeCall(services, `/reminders/off?key=${key}`, { fields }));
    const reminders = async () => (await personOfAccount(services.db, visitor(1).id))?.reminders;
    expect(await off(`key-${visitor(1).id}`)).toMatchObject({ status: 200, location: null });
    expect(await reminders()).toBe(0);
    expect(await settings("reminders-on")).toMatchObject({ status: 303 });
    expect(await reminders()).toBe(1);
    for (const key of ["", "unknown", "%00"]) expect((await off(key)).status, key).toBe(404);
  });
});

test("public rows show availability only where a session can be booked", async () => {
  clock.now = NOON;
  const sessions = await listSessionsOfClass(services, "fitness");
  const full = { availability: "full", path: `/booking?session=${FITNESS}`, price: "KES 900" };
  expect(sessions.find(({ id }) => id === FITNESS)?.places).toEqual(full);
  // Sunday morning's has begun, and booking opens seven days ahead.
  const isBookable = (date: string) => date > SUNDAY && date <= addDays(SUNDAY, 7);
  for (const { date, places } of sessions) expect(places !== undefined, date).toBe(isBookable(date));
  expect(nextBookable(sessions, new Date(NOON))).toMatchObject({ label: "Book" });
  const onlyFull = sessions.filter(({ id }) => id === FITNESS);
  expect(nextBookable(onlyFull, new Date(NOON))).toMatchObject({ ...full, label: "Join the list" });
  expect(nextBookable(onlyFull, new Date("2026-11-23T06:00:00.000Z"))).toBeUndefined();
});
