/** Bookings through their routes: visitors' forms, the personal feed, and texts on public pages. */
import ICAL from "ical.js";
import { beforeAll, describe, expect, test } from "vitest";
import { addMembers, addNewcomers, type Member, setPlaces } from "../../../test/bookings/booking-gym.ts";
import { ACTOR } from "../../../test/content/content-changes.ts";
import { openGymBeforeAll } from "../../../test/support/open-gym.ts";
import { callRoute, routeCall } from "../../../test/support/route-calls.ts";
import { loader as deletionLoader } from "../../accounts/views/account-delete.route.tsx";
import { action as confirmAction, loader as confirmLoader } from "../../accounts/views/confirm-address.route.tsx";
import { personOfAccount } from "../../people/people.server.ts";
import { PERSON_NAME_MAX } from "../../people/person.ts";
import { transact } from "../../platform/transact.server.ts";
import { addDays } from "../../time/dates.server.ts";
import { findClassSession, sessionsBetween } from "../../timetable/class-sessions.server.ts";
import { cancelSession, restoreSession } from "../../timetable/session-actions.server.ts";
import { findDay, findWeek, listSessionsOfClass } from "../../timetable/views/timetable-view.server.ts";
import { bookPlace } from "../book.server.ts";
import { MAX_UNCONFIRMED_PER_ADDRESS } from "../booking.ts";
import { endBooking, SYSTEM } from "../booking-change.server.ts";
import { personIdOfAccount } from "../booking-rows.server.ts";
import { cancelBooking } from "../cancel-booking.server.ts";
import { checkIn } from "../desk-actions.server.ts";
import { findFeed, makeFeed } from "../feed-tokens.server.ts";
import { findOffer } from "../own-bookings.server.ts";
import { loader as listLoader, action as settingsAction } from "./account-bookings.route.tsx";
import { action as bookAction, loader as bookLoader } from "./booking.route.tsx";
import { action as cancelAction, loader as cancelLoader } from "./booking-cancel.route.tsx";
import { loader as feedLoader } from "./personal-feed.route.ts";
import { action as offAction } from "./reminders-off.route.tsx";

/** Sunday 22 November 2026, noon in Nairobi. Fitness is on Monday at 9:00am, and Running at 4:00pm. */
const SUNDAY = "2026-11-22";
const MONDAY = "2026-11-23";
const FITNESS = `monday-1.${MONDAY}`;
const RUNNING = `monday-3.${MONDAY}`;
const NOON = "2026-11-22T09:00:00.000Z";

const { services, clock } = openGymBeforeAll("sqlite", {
  now: NOON,
  places: { fitness: { places: 2, price: 800 }, running: { places: 12 } },
});
let members: Member[];

beforeAll(async () => {
  members = await addMembers(services, 5);
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
  test("asks for a name the first time, and returns what was typed", async () => {
    await services.db.deleteFrom("people").where("user_id", "=", visitor(0).id).execute();
    expect(await stateOf(FITNESS, 0)).toMatchObject({ kind: "offer", needsName: true });
    const refused = await book(FITNESS, 0, { name: "", phone: "call me" });
    expect(refused).toMatchObject({ status: 422, form: { typed: { phone: "call me" } } });
    expect(Object.keys(refused.form?.errors ?? {})).toEqual(["name"]);
    const wrong = await book(FITNESS, 0, { name: "Akinyi", phone: "call me" });
    expect(wrong).toMatchObject({ status: 422, form: { typed: { name: "Akinyi", phone: "call me" } } });
    expect(Object.keys(wrong.form?.errors ?? {})).toEqual(["phone"]);
    expect(await personOfAccount(services.db, visitor(0).id)).toBeUndefined();
    const booked = await book(FITNESS, 0, { name: "\u2066 Akinyi \n Odhiambo\u200b", phone: "0712 345 678" });
    expect(booked).toMatchObject({ status: 303, location: bookingAt(FITNESS) });
    expect(await personOfAccount(services.db, visitor(0).id)).toMatchObject({
      name: "Akinyi Odhiambo",
      phone: "+254712345678",
    });
    expect(await stateOf(FITNESS, 0)).toMatchObject({
      kind: "booked",
      deadline: "Free to cancel until Sun\u00a022\u00a0Nov,\u00a09:00pm",
    });
    // Sent twice.
    expect(await book(FITNESS, 0)).toMatchObject({ status: 303 });
  });

  test("needs only one press the next time, and shows a position when the class is full", async () => {
    expect(await book(FITNESS, 1)).toMatchObject({ status: 303 });
    expect(await stateOf(FITNESS, 2)).toMatchObject({ kind: "offer", position: "1st", needsName: false });
    expect(await book(FITNESS, 2)).toMatchObject({ status: 303 });
    expect(await stateOf(FITNESS, 2)).toMatchObject({ kind: "waiting", position: "1st" });
    const { offer } = await bookLoader(call(bookingAt(FITNESS), 3) as never);
    expect(offer).toMatchObject({ places: "0 of 2 left", price: "KES\u00a0800" });
    expect(offer.state).toMatchObject({ position: "2nd" });
  });

  test("creates an account for a visitor who is not signed in, but none if the booking fails", async () => {
    const typed = { name: "Baraka Mutua", phone: "", email: "baraka@example.com", password: "a long walk to Karura" };
    const send = (fields: Record<string, string>, id = RUNNING) =>
      callRoute(bookAction, routeCall(services, bookingAt(id), { fields }));
    const accounts = async () =>
      (await services.db.selectFrom("users").select("id").where("email", "=", typed.email).execute()).length;
    const page = await bookLoader(routeCall(services, bookingAt(RUNNING)) as never);
    expect(page.offer.state).toMatchObject({ kind: "offer", needsName: true });
    expect(page.account?.signInPath).toBe(`/login?next=/booking%3Fsession%3D${RUNNING}`);
    const nameless = await send({ ...typed, name: "" });
    expect(nameless).toMatchObject({ status: 422, form: { typed: { email: typed.email } } });
    expect(Object.keys(nameless.form?.errors ?? {})).toEqual(["name"]);
    const common = await send({ ...typed, password: "password123" });
    expect(common.form).toMatchObject({ typed: { name: typed.name, email: typed.email } });
    expect(Object.keys(common.form?.errors ?? {})).toEqual(["password"]);
    expect((await send(typed, `monday-1.2026-12-21`)).status).toBe(409);
    expect(await accounts()).toBe(0);
    // The form of somebody who was signed in when it was shown.
    expect(Object.keys((await send({ name: "", phone: "" })).form?.errors ?? {})).toEqual(["name"]);
    const booked = await send(typed);
    expect(booked).toMatchObject({ status: 303, location: bookingAt(RUNNING) });
    expect(booked.setCookie.length).toBeGreaterThan(0);
    expect(await send(typed)).toMatchObject({ status: 303, location: bookingAt(RUNNING) });
    expect(await accounts()).toBe(1);
    expect(Object.keys((await send({ ...typed, password: "another long walk" })).form?.errors ?? {})).toEqual([
      "email",
    ]);
    const rows = services.db.selectFrom("bookings").select("state").where("session_id", "=", RUNNING);
    expect(await rows.execute()).toEqual([{ state: "booked" }]);
    const { id } = await services.db
      .selectFrom("users")
      .select("id")
      .where("email", "=", typed.email)
      .executeTakeFirstOrThrow();
    const own = await findOffer(services, { id, isTestAccount: false }, RUNNING);
    expect(await cancelBooking(services, id, own?.own?.id ?? "")).toMatchObject({ code: "cancelled" });
  });

  test("shows why a class can't be booked, and what to do then", async () => {
    const test = { ...visitor(3), isTestAccount: true };
    const asTest = await bookLoader(routeCall(services, bookingAt(RUNNING), { visitor: test }) as never);
    expect(asTest.offer.state).toMatchObject({
      kind: "message",
      message: { strong: "The test account can’t book." },
      next: [{ to: "/sign-out", form: true }, { to: "/classes/running" }],
    });
    expect(await stateOf(`monday-1.${addDays(MONDAY, 14)}`, 3)).toMatchObject({
      message: { strong: "Booking opens on Mon\u00a030\u00a0Nov,\u00a06:00am." },
    });
    expect(await stateOf(`monday-2.${MONDAY}`, 3)).toMatchObject({
      message: { strong: expect.stringContaining("no booking") },
    });
    const refused = await book(`monday-2.${MONDAY}`, 3);
    expect(refused).toMatchObject({
      status: 409,
      form: { errors: { form: expect.stringContaining("can no longer be booked") } },
    });
    for (const id of ["monday-9.2026-11-23", "", "\0", "' or 1=1 --", "🥊", "x".repeat(500)]) {
      expect(await callRoute(bookLoader, call(bookingAt(id), 3)), id).toMatchObject({ status: 404 });
      expect(await book(id, 3), id).toMatchObject({ status: 404 });
    }
  });

  test("allows a new person two classes until they open the emailed link, and limits each network", async () => {
    const [somebody, late] = (await addNewcomers(services, 2)) as [Member, Member];
    const asNew = (path: string, person = somebody, fields?: Record<string, string>) =>
      routeCall(services, path, { visitor: { ...person, savedShows: [] }, ...(fields && { fields }) });
    const wednesday = addDays(MONDAY, 2);
    const [first, second, third] = [RUNNING, `wednesday-4.${wednesday}`, `thursday-3.${addDays(MONDAY, 3)}`] as const;
    for (const id of [first, second]) {
      expect(await callRoute(bookAction, asNew(bookingAt(id), somebody, {}))).toMatchObject({ status: 303 });
    }
    const { offer } = await bookLoader(asNew(bookingAt(second)) as never);
    expect(offer.state).toMatchObject({ kind: "booked", note: expect.stringMatching(/link to confirm/) });
    expect((await bookLoader(asNew(bookingAt(third)) as never)).offer.state).toMatchObject({
      kind: "message",
      message: { strong: "You have two upcoming bookings." },
    });
    expect(await callRoute(bookAction, asNew(bookingAt(third), somebody, {}))).toMatchObject({ status: 409 });
    const { body_text } = await services.db
      .selectFrom("outbox")
      .select("body_text")
      .where("user_id", "=", somebody.id)
      .executeTakeFirstOrThrow();
    const link = /\/confirm-address\?key=\S+/.exec(body_text ?? "")?.[0] ?? "";
    // Email scanners open links by themselves.
    await callRoute(confirmLoader, routeCall(services, link));
    expect((await bookLoader(asNew(bookingAt(third)) as never)).offer.state).toMatchObject({ kind: "message" });
    expect(await callRoute(confirmAction, routeCall(services, `${link}x`, { fields: {} }))).toMatchObject({
      status: 404,
    });
    expect(await callRoute(confirmAction, routeCall(services, link, { fields: {} }))).toMatchObject({ status: 200 });
    expect(await callRoute(bookAction, asNew(bookingAt(third), somebody, {}))).toMatchObject({ status: 303 });
    await services.db.updateTable("rate_limits").set({ count: MAX_UNCONFIRMED_PER_ADDRESS }).execute();
    const refused = await callRoute(bookAction, asNew(bookingAt(third), late, { name: "Njeri", phone: "" }));
    expect(refused).toMatchObject({ status: 429, form: { typed: { name: "Njeri" } } });
    expect(refused.form?.errors.form).toMatch(/^Open the link that we have emailed you.*network.*desk/);
  });

  test("the page that cancels shows the effects, and cancelling twice is harmless", async () => {
    const id = await ownId(FITNESS, 0);
    const path = `/booking/cancel?booking=${id}`;
    const { message, button } = await cancelLoader(call(path, 0) as never);
    expect([message.strong, button]).toEqual([
      "Cancelling is free of charge until Sun\u00a022\u00a0Nov,\u00a09:00pm.",
      "Cancel this booking",
    ]);
    // Only the owner can open it.
    expect(await callRoute(cancelLoader, call(path, 1))).toMatchObject({ status: 404 });
    expect(await callRoute(cancelAction, call(path, 1, {}))).toMatchObject({ status: 404 });
    clock.now = "2026-11-22T18:00:01.000Z";
    expect((await cancelLoader(call(path, 0) as never)).message.strong).toBe(
      "It is past Sun\u00a022\u00a0Nov,\u00a09:00pm: you can still cancel, and owe nothing.",
    );
    clock.now = NOON;
    expect(await callRoute(cancelAction, call(path, 0, {}))).toMatchObject({
      status: 303,
      location: "/account/bookings?done=cancelled",
    });
    expect(await callRoute(cancelAction, call(path, 0, {}))).toMatchObject({ location: "/account/bookings?done=same" });
    expect(await stateOf(FITNESS, 2)).toMatchObject({ kind: "booked", isPromoted: true });
    const lists = await listLoader(call("/account/bookings", 0) as never);
    expect(lists.past).toMatchObject([{ result: "Cancelled by you", mark: "cross" }]);
  });
});

test("a check-in before the start is shown on the pages, which then cancel nothing", async () => {
  const [member] = (await addMembers(services, 1)) as [Member];
  const wednesday = addDays(MONDAY, 2);
  const id = `wednesday-4.${wednesday}`;
  const ask = (path: string, fields?: Record<string, string>) =>
    routeCall(services, path, { visitor: { ...member, savedShows: [] }, ...(fields && { fields }) });
  await callRoute(bookAction, ask(bookingAt(id), {}));
  const { own, session } = (await findOffer(services, member, id)) ?? {};
  const start = Date.parse(session?.startsAt ?? "");
  clock.now = new Date(start - 20 * 60_000).toISOString();
  await checkIn(services, own?.id ?? "", ACTOR);
  const cancelPath = `/booking/cancel?booking=${own?.id}`;
  const [page, cancelling, lists] = [
    (await bookLoader(ask(bookingAt(id)) as never)).offer.state,
    await cancelLoader(ask(cancelPath) as never),
    await listLoader(ask("/account/bookings") as never),
  ];
  const strong = "You are checked in.";
  expect(page).toMatchObject({ kind: "message", message: { strong }, next: [{ to: "/account/bookings" }, {}] });
  expect(cancelling).toMatchObject({ message: { strong, rest: expect.stringMatching(/desk/) } });
  expect(cancelling.button).toBeUndefined();
  expect(lists.upcoming).toMatchObject([{ deadline: "You are checked in", cancelPath: undefined }]);
  const refused = await callRoute(cancelAction, ask(cancelPath, {}));
  expect([refused.status, refused.form?.errors.form]).toEqual([409, expect.stringMatching(/^You are checked in/)]);
  expect((await bookLoader(ask(bookingAt(id)) as never)).offer.state).toEqual(page);
  clock.now = new Date(start + 60_000).toISOString();
  expect((await cancelLoader(ask(cancelPath) as never)).message.strong).toBe("You came.");
  expect((await bookLoader(ask(bookingAt(id)) as never)).offer.state).toMatchObject({
    message: { strong: "You came." },
  });
  clock.now = NOON;
});

describe("with a guest", () => {
  let id = "";
  let pair: Member[];
  const ask = (index: number, path: string, fields?: Record<string, string>) =>
    routeCall(services, path, {
      visitor: { ...(pair[index] as Member), savedShows: [] },
      ...(fields && { fields }),
    });
  const send = (index: number, fields: Record<string, string>) =>
    callRoute(bookAction, ask(index, bookingAt(id), { bring: "yes", ...fields }));
  const view = async (index: number) => (await bookLoader(ask(index, bookingAt(id)) as never)).offer;
  beforeAll(async () => {
    pair = await addMembers(services, 4);
    await setPlaces(services, "karate", { places: 3, price: 500 });
    const week = await sessionsBetween(services, addDays(MONDAY, 1), addDays(MONDAY, 6));
    id = week.find(({ classSlug }) => classSlug === "karate")?.id ?? "";
  });

  test("the name is required, the form keeps what was typed, and no account is created without a name", async () => {
    expect((await view(0)).state).toMatchObject({
      bring: { price: "KES\u00a0500 each, KES\u00a01,000 together" },
      sum: "KES\u00a01,000",
    });
    const refused = await send(0, { guestName: " " });
    expect(refused).toMatchObject({ status: 422, form: { typed: { bring: "yes" } } });
    expect(refused.form?.errors).toEqual({ guestName: expect.stringMatching(/^Please enter your guest’s name/) });
    const long = await send(0, { guestName: "x".repeat(PERSON_NAME_MAX + 1) });
    expect(long.form?.errors).toEqual({ guestName: expect.stringMatching(/100 characters/) });
    const typed = { name: "Njeri", phone: "", email: "njeri@example.com", password: "a long walk to Karura" };
    const stranger = await callRoute(
      bookAction,
      routeCall(services, bookingAt(id), { fields: { ...typed, bring: "yes" } }),
    );
    expect(Object.keys(stranger.form?.errors ?? {})).toEqual(["guestName"]);
    const accounts = services.db.selectFrom("users").select("id").where("email", "=", typed.email);
    expect(await accounts.execute()).toEqual([]);
    // A guest's name without the tick is ignored.
    expect((await view(0)).state.kind).toBe("offer");
  });

  test("both have places, and the page shows when a guest was left out", async () => {
    expect(await send(0, { guestName: "Amina Njeri" })).toMatchObject({ status: 303, location: bookingAt(id) });
    expect(await view(0)).toMatchObject({
      price: "KES\u00a0500 each, KES\u00a01,000 together",
      state: { kind: "booked", guest: { text: "With Amina Njeri", isBookable: false } },
    });
    expect((await view(1)).state).toMatchObject({
      bring: undefined,
      alone: "One place is free, so nobody can come with you.",
    });
    const alone = `${bookingAt(id)}&guest=none`;
    expect(await send(1, { guestName: "Baraka" })).toMatchObject({ status: 303, location: alone });
    const shownAfter = async (index: number) => (await bookLoader(ask(index, alone) as never)).offer.state;
    expect(await shownAfter(1)).toMatchObject({
      kind: "booked",
      guest: undefined,
      leftOut: "There was one place, and it is yours. Your guest has none.",
    });
    expect((await view(1)).state).toMatchObject({ leftOut: undefined });
    expect((await view(2)).state).toMatchObject({
      position: "1st",
      alone: "Only you can join the waiting list, without a guest.",
    });
    expect(await send(2, { guestName: "Chebet" })).toMatchObject({ status: 303, location: alone });
    expect(await shownAfter(2)).toMatchObject({
      kind: "waiting",
      position: "1st",
      leftOut: "Only you are on the list. Your guest has no place, and is not waiting.",
    });
    await callRoute(
      cancelAction,
      ask(2, `/booking/cancel?booking=${(await findOffer(services, pair[2] as Member, id))?.own?.id}`, {}),
    );
    const full = await callRoute(bookAction, ask(0, bookingAt(id), { bring: "yes", guestName: "Another" }));
    // There is a guest already.
    expect(full.status).toBe(303);
  });

  test("both places can be cancelled together, or the guest's alone, after a confirmation", async () => {
    const own = (await findOffer(services, pair[0] as Member, id))?.own;
    const both = `/booking/cancel?booking=${own?.id}`;
    const path = `/booking/cancel?booking=${own?.guest?.id}`;
    const page = await cancelLoader(ask(0, both) as never);
    expect(page).toMatchObject({ button: "Cancel for both", guestName: "Amina Njeri", guestPath: path });
    expect(page.message.rest).toBe(
      "Somebody else can then have your place. The booking of your guest, Amina Njeri, is cancelled too.",
    );
    const alone = await cancelLoader(ask(0, path) as never);
    expect(alone).toMatchObject({ eyebrow: "Your guest", button: "Cancel the guest’s place", guestPath: undefined });
    expect(await callRoute(cancelLoader, ask(1, path))).toMatchObject({ status: 404 });
    expect(await callRoute(cancelAction, ask(1, path, {}))).toMatchObject({ status: 404 });
    expect(await callRoute(cancelAction, ask(0, path, {}))).toMatchObject({
      location: "/account/bookings?done=guest-cancelled",
    });
    expect(await callRoute(cancelAction, ask(0, path, {}))).toMatchObject({ location: "/account/bookings?done=same" });
    await send(1, { guestName: "Baraka" });
    const lists = await listLoader(ask(1, "/account/bookings") as never);
    expect(lists.upcoming).toMatchObject([{ guest: { text: "With Baraka" } }]);
    // All three places are taken.
    const refused = await send(0, { guestName: "Amina Njeri" });
    expect(refused).toMatchObject({
      status: 409,
      form: { errors: { form: expect.stringMatching(/^There is no longer a free place/) } },
    });
  });

  test("the calendar has one event that names the guest, as does the page that deletes an account", async () => {
    const [, somebody] = pair as [Member, Member];
    await makeFeed(services, somebody.id);
    const key = (await findFeed(services, somebody.id))?.token ?? "";
    const { text } = await callRoute(feedLoader, routeCall(services, `/calendar.ics?key=${key}`));
    const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents("vevent");
    expect(events.map((event) => String(event.getFirstPropertyValue("description")))).toEqual([
      expect.stringMatching(/^Guest: Baraka\nTrainer: /),
    ]);
    const page = await deletionLoader(ask(1, "/account/delete") as never);
    expect(page.bookings).toMatchObject([{ label: expect.stringMatching(/, with Baraka$/) }]);
  });
});

describe("the personal feed", () => {
  const feed = (key: string) =>
    callRoute(feedLoader, routeCall(services, `/calendar.ics?key=${encodeURIComponent(key)}`));
  const settings = (what: string, index = 1) =>
    callRoute(settingsAction, call("/account/bookings", index, { do: what }));
  const token = async () => (await findFeed(services, visitor(1).id))?.token ?? "";

  test("shows bookings, cancelled ones as cancelled, until its address is replaced or switched off", async () => {
    expect(await settings("new-address")).toMatchObject({ status: 303, location: "/account/bookings?done=address" });
    const first = await token();
    const { feed: visible } = await listLoader(call("/account/bookings", 1) as never);
    const webcal = `webcal://localhost:3000/calendar.ics?key=${first}`;
    expect(visible).toMatchObject({
      subscription: webcal,
      google: `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(webcal)}`,
    });
    await book(RUNNING, 1);
    const response = await feedLoader(routeCall(services, `/calendar.ics?key=${first}`) as never);
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    const events = async () => {
      const root = new ICAL.Component(ICAL.parse((await feed(await token())).text));
      return root.getAllSubcomponents("vevent").map((component) => {
        const event = new ICAL.Event(component);
        return [event.uid.split("@")[0], event.summary, component.getFirstPropertyValue("status")];
      });
    };
    expect(await events()).toEqual(
      expect.arrayContaining([
        [FITNESS, "Fitness", "CONFIRMED"],
        [RUNNING, "Running", "CONFIRMED"],
      ]),
    );
    const seen = (await findClassSession(services, RUNNING))?.sequence ?? 0;
    await cancelSession(services, { id: RUNNING, seen, reason: "No water." }, ACTOR);
    expect(await events()).toContainEqual([RUNNING, "Cancelled: Running", "CANCELLED"]);
    await restoreSession(services, { id: RUNNING, seen: seen + 1 }, ACTOR);
    expect((await events()).filter(([id]) => id === RUNNING)).toEqual([[RUNNING, "Running", "CONFIRMED"]]);
    await settings("new-address");
    expect(await feed(first)).toMatchObject({ status: 404 });
    expect(await feed(await token())).toMatchObject({ status: 200 });
    const last = await token();
    await settings("feed-off");
    expect(await feed(last)).toMatchObject({ status: 404 });
    for (const key of ["", "\0", "x".repeat(500), "' or 1=1"]) expect((await feed(key)).status, key).toBe(404);
  });

  test("has a newer version of the event after each change of a booking", async () => {
    const [member] = (await addMembers(services, 1)) as [Member];
    const id = `thursday-3.${addDays(MONDAY, 3)}`;
    await makeFeed(services, member.id);
    const key = (await findFeed(services, member.id))?.token ?? "";
    const event = async () => {
      const components = new ICAL.Component(ICAL.parse((await feed(key)).text)).getAllSubcomponents("vevent");
      const [event] = components.filter((component) => String(component.getFirstPropertyValue("uid")).startsWith(id));
      const value = (name: string) => String(event?.getFirstPropertyValue(name));
      return { status: value("status"), sequence: Number(value("sequence")), changed: value("last-modified") };
    };
    const own = async () => (await findOffer(services, member, id))?.own?.id ?? "";
    const book = () => bookPlace(services, member, { sessionId: id });
    const giveUp = async () => cancelBooking(services, member.id, await own());
    // The booking stays cancelled if its member is in another class at that time when the session is restored.
    const endByGym = () =>
      transact(
        services,
        async (change) => {
          const row = await change.transaction
            .selectFrom("bookings")
            .selectAll()
            .where("person_id", "=", await personIdOfAccount(change.transaction, member.id))
            .executeTakeFirstOrThrow();
          await endBooking(change, row, "gym_cancelled", { actor: SYSTEM, note: "session-cancelled" });
        },
        { lock: "timetable" },
      );
    const events: Awaited<ReturnType<typeof event>>[] = [];
    for (const act of [book, endByGym, book, giveUp, book]) {
      clock.now = new Date(Date.parse(clock.now) + 60_000).toISOString();
      await act();
      events.push(await event());
    }
    clock.now = NOON;
    expect(events.map(({ status }) => status)).toEqual([
      ...["CONFIRMED", "CANCELLED", "CONFIRMED", "CANCELLED", "CONFIRMED"],
    ]);
    for (const [index, { sequence, changed }] of events.slice(1).entries()) {
      expect(sequence).toBeGreaterThan(events[index]?.sequence ?? 0);
      expect(changed > (events[index]?.changed ?? "")).toBe(true);
    }
  });

  test("is refused to the test account", async () => {
    const test = { ...visitor(4), isTestAccount: true };
    const asTest = routeCall(services, "/account/bookings", { visitor: test, fields: { do: "new-address" } });
    expect(await callRoute(settingsAction, asTest)).toMatchObject({ status: 403 });
    expect(await findFeed(services, test.id)).toBeUndefined();
  });

  test("reminders are switched off by their key alone, without a redirect", async () => {
    const off = (key: string) =>
      callRoute(
        offAction,
        routeCall(services, `/reminders/off?key=${encodeURIComponent(key)}`, {
          fields: { "List-Unsubscribe": "One-Click" },
        }),
      );
    expect(await off(`key-${visitor(1).id}`)).toMatchObject({ status: 200, location: null });
    expect(await personOfAccount(services.db, visitor(1).id)).toMatchObject({ reminders: 0 });
    expect(await settings("reminders-on")).toMatchObject({ status: 303 });
    expect(await personOfAccount(services.db, visitor(1).id)).toMatchObject({ reminders: 1 });
    for (const key of ["", "unknown", "\0"]) expect((await off(key)).status, key).toBe(404);
  });
});

test("the page that deletes an account lists the bookings that it cancels", async () => {
  clock.now = NOON;
  const bookings = async () => (await deletionLoader(call("/account/delete", 4) as never)).bookings;
  expect(await bookings()).toEqual([]);
  await setPlaces(services, "yoga", { places: 4 });
  const [yoga] = (await sessionsBetween(services, MONDAY, addDays(MONDAY, 6))).filter(
    ({ classSlug }) => classSlug === "yoga",
  );
  await book(yoga?.id ?? "", 4);
  expect(await bookings()).toMatchObject([{ label: "Yoga, Tue 24 Nov, 10:00pm" }]);
  clock.now = yoga?.startsAt ?? "";
  expect(await bookings()).toEqual([]);
  clock.now = NOON;
});

test("public rows show availability only where a session can be booked", async () => {
  clock.now = NOON;
  const { view } = await findDay(services, "monday", "http://localhost/schedule/monday");
  const texts = view.rows.flatMap(({ about, places }) => (places ? [[about, places]] : []));
  expect(texts).toEqual([
    [
      "Fitness, Monday 23 November, 9:00am",
      { availability: "full", path: `/booking?session=${FITNESS}`, price: "KES 800" },
    ],
    [
      "Running, Monday 23 November, 4:00pm",
      { availability: "places", path: `/booking?session=${RUNNING}`, price: undefined },
    ],
  ]);
  const { week } = await findWeek(services, `http://localhost/schedule/week?date=${MONDAY}`);
  expect(week.days.flatMap(({ rows }) => rows.filter(({ places }) => places)).length).toBeGreaterThanOrEqual(2);
  const sessions = await listSessionsOfClass(services, "fitness");
  // Sunday morning's has begun, and booking opens seven days ahead.
  const isBookable = (date: string) => date > SUNDAY && date <= addDays(SUNDAY, 7);
  expect(sessions.map(({ date, places }) => [date, places !== undefined])).toEqual(
    sessions.map(({ date }) => [date, isBookable(date)]),
  );
});
