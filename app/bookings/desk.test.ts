import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { addMembers, momentAt as at, eraseAccount, type Member, setPlaces } from "../../test/bookings/booking-gym.ts";
import { ACTOR } from "../../test/content/content-changes.ts";
import { openGymBeforeAll } from "../../test/support/open-gym.ts";
import { ENGINES } from "../../test/support/test-services.ts";
import { setMailPreference } from "../people/mail-preferences.server.ts";
import { applyRetention } from "../platform/retention.server.ts";
import { addDays } from "../time/dates.server.ts";
import { moveSession } from "../timetable/session-actions.server.ts";
import { attendanceQuestions, disputedBookings, disputeNoShow, saveAttendance } from "./attendance.server.ts";
import { bookPlace } from "./book.server.ts";
import { cancelBooking } from "./cancel-booking.server.ts";
import {
  addWalkIn,
  bookFor,
  cancelFor,
  checkIn,
  excuseLate,
  markMissed,
  removeWalkIn,
  undoCheckIn,
} from "./desk-actions.server.ts";
import { findDeskSession, findDeskSessions } from "./desk-day.server.ts";
import { BOOKING_RETENTION, BOOKING_RETENTION_DAYS, exportBookings } from "./erasure.server.ts";
import { makeFeed } from "./feed-tokens.server.ts";
import { runBookingJobs } from "./jobs.server.ts";
import { findOffer, listOwnBookings } from "./own-bookings.server.ts";

const SUNDAY = "2026-11-22";

describe.each(ENGINES)("the desk's day on %s", (kind) => {
  const { services, clock } = openGymBeforeAll(kind, {
    now: at(SUNDAY, 12),
    places: { fitness: { places: 3, price: 800 } },
  });
  let members: Member[];
  let sunday = SUNDAY;
  let monday: string;
  let id: string;

  beforeEach(async () => {
    sunday = addDays(sunday, 7);
    monday = addDays(sunday, 1);
    id = `monday-1.${monday}`;
    clock.now = at(sunday, 12);
    for (const table of ["bookings", "people", "users", "outbox"] as const)
      await services.db.deleteFrom(table).execute();
    members = await addMembers(services, 5);
  });

  const person = (index: number) => members[index] as Member;
  const book = (index: number, sessionId = id) => bookPlace(services, person(index), { sessionId });
  const own = async (index: number, sessionId = id) => (await findOffer(services, person(index), sessionId))?.own;
  const bookingId = async (index: number) => (await own(index))?.id ?? "";
  const kinds = async () => {
    const rows = await services.db.selectFrom("outbox").select("kind").execute();
    return rows.map((row) => row.kind.replace("booking-", "")).sort();
  };

  test("people are checked in from 90 minutes before, and attendance can be corrected for two days", async () => {
    for (const index of [0, 1, 2]) await book(index);
    clock.now = at(monday, 7.4);
    expect(await checkIn(services, await bookingId(0), ACTOR)).toEqual({ code: "too-early" });
    clock.now = at(monday, 8.6);
    expect(await checkIn(services, await bookingId(0), ACTOR)).toEqual({ code: "done" });
    expect(await checkIn(services, await bookingId(0), ACTOR)).toEqual({ code: "same" });
    expect(await markMissed(services, await bookingId(1), ACTOR)).toEqual({ code: "too-early" });
    expect(await undoCheckIn(services, await bookingId(0), ACTOR)).toEqual({ code: "done" });
    expect(await checkIn(services, await bookingId(0), { ...ACTOR, trainerSlug: "amina-yusuf" })).toEqual({
      code: "booking-unknown",
    });
    await checkIn(services, await bookingId(0), { ...ACTOR, trainerSlug: "wanjiru-kamau" });
    clock.now = at(monday, 9.9);
    expect(await saveAttendance(services, id, "all-missed", ACTOR)).toEqual({ code: "not-over" });
    clock.now = at(monday, 10.1);
    const stranger = { ...ACTOR, trainerSlug: "amina-yusuf" };
    expect(await saveAttendance(services, id, "all-missed", stranger)).toEqual({ code: "unknown" });
    expect(await saveAttendance(services, id, "all-missed", ACTOR)).toEqual({ code: "done" });
    expect(await saveAttendance(services, id, "all-came", ACTOR)).toEqual({ code: "same" });
    expect([await own(0), await own(1), await own(2)]).toMatchObject([
      { state: "attended" },
      { state: "no_show" },
      { state: "no_show" },
    ]);
    expect(await checkIn(services, await bookingId(1), ACTOR)).toEqual({ code: "done" });
    clock.now = at(addDays(monday, 2), 10.1);
    expect(await checkIn(services, await bookingId(2), ACTOR)).toEqual({ code: "too-late" });
    const session = await findDeskSession(services, id);
    expect(session?.people[1]?.events.map(({ to, note }) => [to, note])).toEqual([
      ["booked", null],
      ["no_show", "not-there"],
      ["attended", "checked-in"],
    ]);
  });

  test("nobody is recorded as a no-show without the desk's answer, even if others were checked in", async () => {
    for (const index of [0, 1]) await book(index);
    clock.now = at(monday, 9);
    await checkIn(services, await bookingId(1), ACTOR);
    clock.now = at(monday, 10.1);
    expect(await attendanceQuestions(services)).toMatchObject([{ session: { id }, unrecorded: 1, here: 1 }]);
    expect(await attendanceQuestions(services, "amina-yusuf")).toEqual([]);
    clock.now = at(addDays(monday, 3), 14);
    await runBookingJobs(services);
    expect(await attendanceQuestions(services)).toEqual([]);
    expect(await saveAttendance(services, id, "all-missed", ACTOR)).toEqual({ code: "too-late" });
    expect(await own(0)).toMatchObject({ state: "booked" });
    expect((await listOwnBookings(services, person(0).id)).past).toMatchObject([{ state: "booked" }]);
  });

  test("people recorded as no-shows get one email, not at night, and can dispute it", async () => {
    for (const index of [0, 1]) await book(index);
    await services.db.deleteFrom("outbox").execute();
    clock.now = at(monday, 10.1);
    expect(await disputeNoShow(services, person(0).id, await bookingId(0))).toEqual({ code: "settled" });
    await saveAttendance(services, id, "all-missed", ACTOR);
    await runBookingJobs(services);
    expect(await kinds()).toEqual([]);
    clock.now = at(addDays(monday, 1), 3);
    await runBookingJobs(services);
    expect(await kinds()).toEqual([]);
    clock.now = at(addDays(monday, 1), 7.1);
    await runBookingJobs(services);
    await runBookingJobs(services);
    expect(await kinds()).toEqual(["missed", "missed"]);

    expect(await disputeNoShow(services, person(1).id, await bookingId(0))).toEqual({ code: "unknown" });
    expect(await disputeNoShow(services, person(0).id, await bookingId(0))).toEqual({ code: "done" });
    expect(await disputeNoShow(services, person(0).id, await bookingId(0))).toEqual({ code: "same" });
    expect(await disputedBookings(services, "amina-yusuf")).toEqual([]);
    expect(await disputedBookings(services)).toMatchObject([{ bookingId: await bookingId(0), session: { id } }]);
    // A dispute can be settled even when attendance can no longer be corrected.
    clock.now = at(addDays(monday, 6), 9);
    expect(await checkIn(services, await bookingId(1), ACTOR)).toEqual({ code: "too-late" });
    expect(await markMissed(services, await bookingId(0), ACTOR)).toEqual({ code: "done" });
    expect(await disputedBookings(services)).toEqual([]);
    expect(await disputeNoShow(services, person(0).id, await bookingId(0))).toEqual({ code: "settled" });
    expect(await checkIn(services, await bookingId(0), ACTOR)).toEqual({ code: "too-late" });
    await disputeNoShow(services, person(1).id, await bookingId(1));
    expect(await checkIn(services, await bookingId(1), ACTOR)).toEqual({ code: "done" });
    expect([await own(0), await own(1)]).toMatchObject([{ state: "no_show" }, { state: "attended" }]);
    clock.now = at(addDays(monday, 8), 9);
    expect(await disputeNoShow(services, person(0).id, await bookingId(0))).toEqual({ code: "settled" });
  });

  test("after three missed sessions in thirty days, only the desk can book", async () => {
    for (const weeks of [0, 7, 14]) {
      clock.now = at(addDays(sunday, weeks), 12);
      const session = `monday-1.${addDays(monday, weeks)}`;
      await book(0, session);
      clock.now = at(addDays(monday, weeks), 9.5);
      await markMissed(services, (await own(0, session))?.id ?? "", ACTOR);
    }
    sunday = addDays(sunday, 21);
    clock.now = at(sunday, 12);
    const next = `monday-1.${addDays(sunday, 1)}`;
    expect(await book(0, next)).toEqual({ code: "no-shows", until: at(addDays(monday, 30), 9) });
    expect(await bookFor(services, next, { person: person(0).id }, ACTOR)).toMatchObject({
      code: "booked",
    });
  });

  test("walk-ins take free places, and booked places are kept until the start", async () => {
    for (const index of [0, 1]) await book(index);
    clock.now = at(monday, 7);
    expect(await addWalkIn(services, id, { name: "Otieno" }, ACTOR)).toEqual({ code: "walk-in-too-early" });
    clock.now = at(monday, 8.7);
    expect(await addWalkIn(services, id, { name: "Otieno", phone: "0712 345 678" }, ACTOR)).toMatchObject({
      code: "done",
    });
    expect(await addWalkIn(services, id, { name: "Akinyi" }, ACTOR)).toEqual({ code: "walk-in-full" });
    clock.now = at(monday, 9.1);
    await checkIn(services, await bookingId(0), ACTOR);
    expect(await addWalkIn(services, id, { name: "Akinyi" }, ACTOR)).toMatchObject({ code: "done" });
    expect(await addWalkIn(services, id, { name: "Njeri" }, ACTOR)).toEqual({ code: "walk-in-full" });
    clock.now = at(monday, 10.1);
    expect(await addWalkIn(services, id, { name: "Njeri" }, ACTOR)).toEqual({ code: "walk-in-over" });
    const sessions = await findDeskSessions(services, monday);
    expect(sessions[0]?.people).toMatchObject([
      { name: "member 1", state: "attended" },
      { name: "member 2", state: "booked" },
      { name: "Otieno", phone: "+254712345678", email: null, state: "attended" },
      { name: "Akinyi" },
    ]);
  });

  test("at 12:15am the day still lists a class that began at 11:00pm, with its people", async () => {
    await book(0);
    const time = { from: "11:00pm", to: "12:30am" };
    await moveSession(
      services,
      { id, seen: 0, date: monday, time, confirmed: ["outside-hours", "trainer-busy"] },
      ACTOR,
    );
    const tuesday = addDays(monday, 1);
    const ids = async () => (await findDeskSessions(services, tuesday)).map(({ session }) => session.id);
    clock.now = at(monday, 24.25);
    expect((await ids())[0]).toBe(id);
    expect((await findDeskSessions(services, tuesday))[0]?.people).toMatchObject([{ state: "booked" }]);
    clock.now = at(monday, 24.6);
    expect(await ids()).not.toContain(id);
  });

  describe("one form sent twice", () => {
    const another = () => ({ ...services });
    const guests = async () => {
      const { people = [] } = (await findDeskSession(services, id)) ?? {};
      return people.map(({ id: booking, name, state }) => [booking, name, state]);
    };

    test("adds one walk-in, from two instances at once or later", async () => {
      clock.now = at(monday, 9.1);
      const formId = randomUUID();
      const typed = { name: "Otieno", phone: "0712 345 678", formId };
      const outcomes = await Promise.all(
        [services, another()].map((instance) => addWalkIn(instance, id, typed, ACTOR)),
      );
      expect(outcomes.map(({ code }) => code).sort()).toEqual(["done", "same"]);
      for (const name of ["Akinyi", "Njeri"]) await addWalkIn(services, id, { name, formId: randomUUID() }, ACTOR);
      // The last place is now taken; earlier results stay.
      clock.now = at(monday, 10.1);
      expect(await addWalkIn(services, id, typed, ACTOR)).toEqual({ code: "same", bookingId: formId });
      expect(await guests()).toHaveLength(3);
    });

    test("books once for an account, even if the booking was cancelled in between", async () => {
      const who = { person: person(0).id, formId: randomUUID() };
      expect(await bookFor(services, id, who, ACTOR)).toMatchObject({ code: "booked" });
      await cancelFor(services, who.formId, { free: true }, ACTOR);
      expect(await bookFor(services, id, who, ACTOR)).toMatchObject({ code: "same", booking: { state: "cancelled" } });
      expect(await bookFor(services, id, { ...who, formId: randomUUID() }, ACTOR)).toMatchObject({ code: "booked" });
    });

    test.each(["", "'; drop table bookings; --"])("gets a new id instead of %j", async (formId) => {
      for (const name of ["Otieno", "Akinyi"]) {
        expect(await bookFor(services, id, { name, formId }, ACTOR)).toMatchObject({ code: "booked" });
      }
      expect((await guests()).map(([booking]) => booking)).not.toContain(formId);
    });
  });

  test("a walk-in, and nobody else, can be removed until two days after the class", async () => {
    await book(0);
    clock.now = at(monday, 8.7);
    const add = async (name: string) => {
      const outcome = await addWalkIn(services, id, { name }, ACTOR);
      return "bookingId" in outcome ? outcome.bookingId : "";
    };
    const [otieno, akinyi] = [await add("Otieno"), await add("Akinyi")];
    await book(1);
    await services.db.deleteFrom("outbox").execute();
    expect(await removeWalkIn(services, otieno, ACTOR)).toEqual({ code: "done" });
    expect(await removeWalkIn(services, otieno, ACTOR)).toEqual({ code: "same" });
    // The place is free again before the start: waiting people are notified.
    expect(await kinds()).toEqual(["place-free"]);
    clock.now = at(monday, 9.1);
    await checkIn(services, await bookingId(0), ACTOR);
    expect(await removeWalkIn(services, await bookingId(0), ACTOR)).toEqual({ code: "not-booked" });
    expect(await removeWalkIn(services, "none", ACTOR)).toEqual({ code: "booking-unknown" });
    expect(await removeWalkIn(services, akinyi, { ...ACTOR, trainerSlug: "amina-yusuf" })).toEqual({
      code: "booking-unknown",
    });
    await undoCheckIn(services, akinyi, ACTOR);
    await markMissed(services, akinyi, ACTOR);
    clock.now = at(addDays(monday, 2), 10.1);
    expect(await removeWalkIn(services, akinyi, ACTOR)).toEqual({ code: "too-late" });
    clock.now = at(addDays(monday, 2), 9.9);
    expect(await removeWalkIn(services, akinyi, ACTOR)).toEqual({ code: "done" });
    const guests = (await findDeskSession(services, id))?.people.filter(({ email }) => email === null);
    expect(guests).toMatchObject([
      { name: "Otieno", state: "cancelled" },
      { name: "Akinyi", state: "cancelled" },
    ]);
    expect(guests?.[1]?.events.at(-1)).toMatchObject({ note: "walk-in-removed", actorKind: "staff" });
  });

  test("the desk books, cancels and excuses a late cancellation, each with an email or an entry in the log", async () => {
    await bookFor(services, id, { person: person(0).id }, ACTOR);
    await book(1);
    expect(await cancelFor(services, await bookingId(0), { free: true }, ACTOR)).toEqual({ code: "done" });
    expect(await cancelFor(services, await bookingId(0), { free: true }, ACTOR)).toEqual({ code: "same" });
    clock.now = at(sunday, 22);
    await cancelBooking(services, person(1).id, await bookingId(1));
    expect(await excuseLate(services, await bookingId(1), ACTOR)).toEqual({ code: "done" });
    expect(await own(1)).toMatchObject({ state: "cancelled" });
    expect(await kinds()).toEqual(["booked", "cancelled-late", "desk-booked", "desk-cancelled"]);
    const acts = await services.db
      .selectFrom("audit_log")
      .select("action")
      .where("slug", "=", id)
      .orderBy("at")
      .execute();
    expect(acts.map(({ action }) => action)).toEqual(["booking-made", "booking-cancelled", "late-excused"]);
  });

  test("a trainer books for people who have been to their classes, and for new people by name", async () => {
    const wanjiru = { ...ACTOR, trainerSlug: "wanjiru-kamau" };
    const next = `wednesday-3.${addDays(monday, 2)}`;
    const bookOwn = (id: string, actor = wanjiru) => bookFor(services, next, { person: id }, actor);
    await setPlaces(services, "running", { places: 3 });
    for (const index of [0, 1, 2]) await book(index);
    await book(3, `monday-3.${monday}`);
    expect(await bookOwn(person(0).id)).toEqual({ code: "person-not-theirs" });
    await cancelBooking(services, person(2).id, await bookingId(2));
    clock.now = at(monday, 17);
    for (const someone of [person(2).id, person(3).id, person(4).id, randomUUID()]) {
      expect(await bookOwn(someone), someone).toEqual({ code: "person-not-theirs" });
    }
    clock.now = at(monday, 9.5);
    await markMissed(services, await bookingId(1), ACTOR);
    expect(await bookOwn(person(1).id)).toEqual({ code: "person-not-theirs" });
    expect(await bookOwn(person(0).id)).toMatchObject({ code: "booked" });
    expect(await bookOwn(person(3).id, ACTOR as typeof wanjiru)).toMatchObject({ code: "booked" });
    expect(await bookFor(services, next, { name: "Otieno" }, wanjiru)).toMatchObject({ code: "booked" });
    await setPlaces(services, "running", { places: undefined });
  });

  test("staff can book ten times a day for one person, who can still book more themselves", async () => {
    const who = { person: person(0).id };
    for (let times = 0; times < 10; times += 1) {
      expect(await bookFor(services, id, who, ACTOR)).toMatchObject({ code: "booked" });
      await cancelFor(services, await bookingId(0), { free: true }, ACTOR);
    }
    expect(await bookFor(services, id, who, { ...ACTOR, id: "user-2" })).toEqual({ code: "too-often" });
    expect(await kinds()).toHaveLength(20);
    expect(await bookFor(services, id, { name: "Otieno" }, ACTOR)).toMatchObject({ code: "booked" });
    expect(await book(0)).toMatchObject({ code: "booked" });
    await cancelBooking(services, person(0).id, await bookingId(0));
    clock.now = new Date(Date.parse(clock.now) + 24 * 3_600_000 + 1).toISOString();
    expect(await bookFor(services, `wednesday-3.${addDays(monday, 2)}`, who, ACTOR)).toMatchObject({
      code: "booked",
    });
  });

  test("reminders are sent once to people who want them, the evening before a morning class", async () => {
    for (const index of [0, 1]) await book(index);
    await setMailPreference(services, "reminders", person(1).id, false);
    clock.now = at(sunday, 17.9);
    await runBookingJobs(services);
    expect(await kinds()).toEqual(["booked", "booked"]);
    await book(2);
    clock.now = at(sunday, 18);
    await Promise.all([runBookingJobs(services), runBookingJobs(services)]);
    await runBookingJobs(services);
    // The third person has just booked.
    expect(await kinds()).toEqual(["booked", "booked", "booked", "reminder"]);
  });

  test("a reminder missed in the evening is sent in the morning", async () => {
    await book(0);
    clock.now = at(sunday, 23);
    await runBookingJobs(services);
    expect(await kinds()).toEqual(["booked"]);
    clock.now = at(monday, 7.1);
    await runBookingJobs(services);
    expect(await kinds()).toEqual(["booked", "reminder"]);
  });

  test("deleting an account frees its places and removes its name; the download has its bookings", async () => {
    for (const index of [0, 1, 2, 3]) await book(index);
    expect(await exportBookings(services.db, person(0).id)).toMatchObject({ calendarSince: null });
    await makeFeed(services, person(0).id);
    const exported = await exportBookings(services.db, person(0).id);
    expect(exported.calendarSince).toBe(clock.now);
    expect(exported).toMatchObject({ name: "member 1", list: [{ class: "Fitness", state: "booked", events: [{}] }] });
    await eraseAccount(services, person(0).id);
    expect(await own(3)).toMatchObject({ state: "booked", isPromoted: true });
    const session = await findDeskSession(services, id);
    expect(session?.people[0]).toMatchObject({ state: "cancelled", name: "", email: null, phone: "" });
  });

  test("bookings are kept for a year after the class, including walk-ins added during it", async () => {
    await book(0);
    const startsAt = (await findDeskSession(services, id))?.session.startsAt ?? "";
    clock.now = new Date(Date.parse(startsAt) + 30 * 60_000).toISOString();
    expect(await addWalkIn(services, id, { name: "Otieno" }, ACTOR)).toMatchObject({ code: "done" });
    const stored = async () => {
      await applyRetention(services, ...BOOKING_RETENTION);
      const rows = services.db.selectFrom("bookings").select("id").where("session_id", "=", id);
      return (await rows.execute()).length;
    };
    const aYearLater = Date.parse(startsAt) + BOOKING_RETENTION_DAYS * 24 * 60 * 60_000;
    clock.now = new Date(aYearLater).toISOString();
    expect(await stored()).toBe(2);
    clock.now = new Date(aYearLater + 1).toISOString();
    expect(await stored()).toBe(0);
  });
});
