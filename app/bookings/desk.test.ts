import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { momentAt as at, emptyTables, eraseAccount } from "../../test/bookings/booking-gym.ts";
import { BookingWeek } from "../../test/bookings/booking-week.ts";
import { ACTOR } from "../../test/content/content-changes.ts";
import { ENGINES } from "../../test/support/test-services.ts";
import { setMailPreference } from "../people/mail-preferences.server.ts";
import { TEST_ACCOUNT } from "../platform/config.ts";
import { applyRetention } from "../platform/retention.server.ts";
import { moveSession } from "../timetable/session-actions.server.ts";
import { attendanceQuestions, disputedBookings, disputeNoShow, saveAttendance } from "./attendance.server.ts";
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
import { BOOKING_RETENTION, exportBookings } from "./erasure.server.ts";
import { makeFeed } from "./feed-tokens.server.ts";
import { runBookingJobs } from "./jobs.server.ts";
import { listOwnBookings } from "./own-bookings.server.ts";

/** The trainer of Monday's class, and one of other classes. */
const TRAINER = { ...ACTOR, trainerSlug: "wanjiru-kamau" };
const OTHER_TRAINER = { ...ACTOR, trainerSlug: "amina-yusuf" };

describe.each(ENGINES)("the desk's day on %s", (kind) => {
  const week = BookingWeek.on(kind);
  const { services } = week;

  beforeEach(() => week.setPlaces("fitness", { places: 3, price: 800 }));
  afterEach(() => emptyTables(services, "bookings", "people", "users"));

  const kinds = async () => {
    const rows = await services.db.selectFrom("outbox").select("kind").execute();
    return rows.map((row) => row.kind.replace("booking-", "")).sort();
  };

  const logged = async () => {
    const acts = services.db.selectFrom("audit_log").select("action").where("slug", "=", week.id).orderBy("id");
    return (await acts.execute()).map(({ action }) => action);
  };

  const walkInAt = (hour: number, name: string, phone?: string) => {
    week.setClock(week.monday, hour);
    return addWalkIn(services, week.id, { name, ...(phone && { phone }) }, ACTOR);
  };
  const jobsAt = async (hour: number) => {
    week.setClock(week.monday, hour);
    await runBookingJobs(services);
  };

  test("people are checked in, and their attendance can be corrected for two days", async () => {
    await week.bookAll(0, 1, 2);
    await week.book(3, week.other);
    const cameAt = async (index: number) =>
      (await exportBookings(services.db, week.person(index).id)).list[0]?.checkedInAt;
    for (const code of ["done", "same"]) expect(await week.actAt(8.6, checkIn, 0)).toEqual({ code });
    expect(await cameAt(0)).toBe(services.now().toISOString());
    expect(await week.actAt(8.6, markMissed, 1)).toEqual({ code: "too-early" });
    expect(await week.actAt(8.6, undoCheckIn, 0)).toEqual({ code: "done" });
    expect(await cameAt(0)).toBeNull();
    expect(await week.actAt(8.6, checkIn, 0, OTHER_TRAINER)).toEqual({ code: "booking-unknown" });
    await week.actAt(8.6, checkIn, 0, TRAINER);
    const saveAt = (hour: number, answer: Parameters<typeof saveAttendance>[2], actor = ACTOR) => {
      week.setClock(week.monday, hour);
      return saveAttendance(services, week.id, answer, actor);
    };
    expect(await saveAt(9.9, "all-missed")).toEqual({ code: "not-over" });
    expect(await saveAt(10.1, "all-missed", OTHER_TRAINER)).toEqual({ code: "unknown" });
    expect(await saveAt(10.1, "all-missed")).toEqual({ code: "done" });
    expect(await saveAt(10.1, "all-came")).toEqual({ code: "same" });
    expect([await week.state(0), await week.state(1), await week.state(2)]).toEqual(["attended", "no_show", "no_show"]);
    expect(await week.actAt(10.1, checkIn, 1)).toEqual({ code: "done" });
    week.setClock(week.monday, 17.1);
    expect(await saveAttendance(services, week.other, "all-came", ACTOR)).toEqual({ code: "done" });
    expect(await cameAt(3)).toBe(services.now().toISOString());
    expect(await week.actAt(2 * 24 + 10.1, checkIn, 2)).toEqual({ code: "too-late" });
    const session = await findDeskSession(services, week.id);
    const events = session?.people[1]?.events.map(({ to, note }) => `${to} ${note}`);
    expect(events).toEqual(["booked null", "no_show not-there", "attended checked-in"]);
    expect((await logged()).filter((action) => action === "all-missed")).toHaveLength(1);
  });

  test("nobody is recorded as a no-show without the desk's answer, even if others were checked in", async () => {
    await week.bookAll(0, 1);
    await week.actAt(9, checkIn, 1);
    week.setClock(week.monday, 10.1);
    expect(await attendanceQuestions(services)).toMatchObject([{ session: { id: week.id }, unrecorded: 1, here: 1 }]);
    await jobsAt(2 * 24 + 9.9);
    expect(await attendanceQuestions(services)).toHaveLength(1);
    await jobsAt(3 * 24 + 14);
    expect(await attendanceQuestions(services)).toEqual([]);
    expect(await saveAttendance(services, week.id, "all-missed", ACTOR)).toEqual({ code: "too-late" });
    expect(await week.own(0)).toMatchObject({ state: "booked" });
    expect((await listOwnBookings(services, week.person(0).id)).past).toMatchObject([{ state: "booked" }]);
  });

  test("people recorded as no-shows get one email, not at night, and can dispute it", async () => {
    await week.setPlaces("fitness", { places: 5 });
    await week.bookWith(0, "Zawadi");
    await week.bookAll(1, 2, 3);
    await services.db.deleteFrom("outbox").execute();
    const dispute = async (index: number, by = index) =>
      disputeNoShow(services, week.person(by).id, await week.bookingId(index));
    week.setClock(week.monday, 10.1);
    expect(await dispute(0)).toEqual({ code: "settled" });
    await saveAttendance(services, week.id, "all-missed", ACTOR);
    for (const hour of [10.1, 11.9, 24 + 3]) {
      await jobsAt(hour);
      expect(await kinds()).toEqual([]);
    }
    for (let time = 0; time < 2; time += 1) await Promise.all([jobsAt(24 + 7.1), jobsAt(24 + 7.1)]);
    expect(await kinds()).toEqual(["missed", "missed", "missed", "missed"]);

    expect(await dispute(0, 1)).toEqual({ code: "unknown" });
    for (const code of ["done", "same"]) expect(await dispute(0)).toEqual({ code });
    await dispute(3);
    // Checked in by a slip: the answer is final.
    for (const act of [checkIn, markMissed]) expect(await week.actAt(24 + 8, act, 3)).toEqual({ code: "done" });
    expect(await disputedBookings(services, "amina-yusuf")).toEqual([]);
    expect(await disputedBookings(services)).toMatchObject([
      { bookingId: await week.bookingId(0), session: { id: week.id } },
    ]);
    // A dispute can be settled even when attendance can no longer be corrected.
    const late = 6 * 24 + 9;
    expect(await week.actAt(late, checkIn, 1)).toEqual({ code: "too-late" });
    expect(await week.actAt(late, markMissed, 0)).toEqual({ code: "done" });
    expect(await disputedBookings(services)).toEqual([]);
    expect(await dispute(0)).toEqual({ code: "settled" });
    expect(await week.actAt(late, checkIn, 0)).toEqual({ code: "too-late" });
    await dispute(1);
    expect(await week.actAt(late, checkIn, 1)).toEqual({ code: "done" });
    expect([await week.own(0), await week.own(1)]).toMatchObject([{ state: "no_show" }, { state: "attended" }]);
    week.setClock(week.day(8), 10);
    expect(await dispute(2)).toEqual({ code: "too-late" });
  });

  test("after three missed sessions in thirty days, only the desk can book", async () => {
    const until = at(week.day(31), 9);
    for (const days of [0, 7, 14]) {
      week.setClock(week.day(days), 12);
      const session = `monday-1.${week.day(days + 1)}`;
      await week.book(0, session);
      week.setClock(week.day(days + 1), 9.5);
      await markMissed(services, await week.bookingId(0, session), ACTOR);
    }
    week.sunday = week.day(21);
    week.setClock(week.sunday, 12);
    expect(await week.book(0)).toEqual({ code: "no-shows", until });
    expect(await bookFor(services, week.id, { person: week.person(0).id }, ACTOR)).toMatchObject({ code: "booked" });
    const next = `thursday-1.${week.day(11)}`;
    week.setClock(week.day(10), 8.99);
    expect(await week.book(0, next)).toEqual({ code: "no-shows", until });
    week.setClock(week.day(10), 9);
    expect(await week.book(0, next)).toMatchObject({ code: "booked" });
  });

  test("walk-ins take free places, and booked places are kept until the start", async () => {
    await week.bookAll(0, 1);
    expect(await walkInAt(7, "Otieno")).toEqual({ code: "walk-in-too-early" });
    expect(await walkInAt(8.7, "Otieno", "0712 345 678")).toMatchObject({ code: "done" });
    expect(await walkInAt(8.7, "Akinyi")).toEqual({ code: "walk-in-full" });
    await week.actAt(9.1, checkIn, 0);
    expect(await walkInAt(9.1, "Akinyi")).toMatchObject({ code: "done" });
    expect(await walkInAt(9.1, "Njeri")).toEqual({ code: "walk-in-full" });
    const late = await cancelFor(services, await week.bookingId(1), { free: true }, ACTOR);
    expect(late).toEqual({ code: "cancel-too-late" });
    expect(await walkInAt(10.1, "Njeri")).toEqual({ code: "walk-in-over" });
    const sessions = await findDeskSessions(services, week.monday);
    expect(sessions[0]?.people).toMatchObject([
      { name: "member 1", state: "attended" },
      { name: "member 2", state: "booked" },
      { name: "Otieno", phone: "+254712345678", email: null, state: "attended" },
      { name: "Akinyi" },
    ]);
  });

  test("at 12:15am the day still lists a class that began at 11:00pm, with its people", async () => {
    await week.book(0);
    const { id } = week;
    const late = { date: week.monday, time: { from: "11:00pm", to: "12:30am" } };
    await moveSession(services, { id, seen: 0, ...late, confirmed: ["outside-hours", "trainer-busy"] }, ACTOR);
    const ids = async () => (await findDeskSessions(services, week.day(2))).map(({ session }) => session.id);
    week.setClock(week.monday, 24.25);
    expect((await ids())[0]).toBe(id);
    expect((await findDeskSessions(services, week.day(2)))[0]?.people).toMatchObject([{ state: "booked" }]);
    week.setClock(week.monday, 24.6);
    expect(await ids()).not.toContain(id);
  });

  describe("one form sent twice", () => {
    const guests = async () => {
      const { people = [] } = (await findDeskSession(services, week.id)) ?? {};
      return people.map(({ id: booking, name, state }) => [booking, name, state]);
    };

    test("adds one walk-in, also once the class is full and over", async () => {
      week.setClock(week.monday, 9.1);
      const typed = { name: "Otieno", phone: "0712 345 678", formId: randomUUID() };
      for (const input of [typed, { name: "Akinyi" }, { name: "Njeri" }])
        expect(await addWalkIn(services, week.id, input, ACTOR)).toMatchObject({ code: "done" });
      week.setClock(week.monday, 10.1);
      expect(await addWalkIn(services, week.id, typed, ACTOR)).toEqual({ code: "same", bookingId: typed.formId });
      expect(await guests()).toHaveLength(3);
    });

    test("books once for an account, even if the booking was cancelled in between", async () => {
      const first = randomUUID();
      const book = (formId: string, sessionId = week.id) =>
        bookFor(services, sessionId, { person: week.person(0).id, formId }, ACTOR);
      expect(await book(first)).toMatchObject({ code: "booked" });
      await cancelFor(services, first, { free: true }, ACTOR);
      expect(await book(first)).toMatchObject({ code: "same", booking: { state: "cancelled" } });
      expect(await book(first, week.other)).toMatchObject({ code: "booked" });
      expect(await book(randomUUID())).toMatchObject({ code: "booked" });
    });

    test.each(["", "'; drop table bookings; --"])("gets a new id instead of %j", async (formId) => {
      for (const name of ["Otieno", "Akinyi"]) {
        expect(await bookFor(services, week.id, { name, formId }, ACTOR)).toMatchObject({ code: "booked" });
      }
      expect((await guests()).map(([booking]) => booking)).not.toContain(formId);
    });
  });

  test("a walk-in, and nobody else, can be removed until two days after the class", async () => {
    await week.book(0);
    const add = async (name: string) => {
      const outcome = await walkInAt(8.7, name);
      return "bookingId" in outcome ? outcome.bookingId : "";
    };
    const [otieno, akinyi] = [await add("Otieno"), await add("Akinyi")];
    await week.book(1);
    await services.db.deleteFrom("outbox").execute();
    for (const code of ["done", "same"]) expect(await removeWalkIn(services, otieno, ACTOR)).toEqual({ code });
    // The place is free again before the start: waiting people are notified.
    expect(await kinds()).toEqual(["place-free"]);
    await week.actAt(9.1, checkIn, 0);
    expect(await week.actAt(9.1, removeWalkIn, 0)).toEqual({ code: "not-booked" });
    expect(await removeWalkIn(services, "none", ACTOR)).toEqual({ code: "booking-unknown" });
    expect(await removeWalkIn(services, akinyi, OTHER_TRAINER)).toEqual({ code: "booking-unknown" });
    await undoCheckIn(services, akinyi, ACTOR);
    await markMissed(services, akinyi, ACTOR);
    week.setClock(week.day(3), 10.1);
    expect(await removeWalkIn(services, akinyi, ACTOR)).toEqual({ code: "too-late" });
    week.setClock(week.day(3), 9.9);
    expect(await removeWalkIn(services, akinyi, ACTOR)).toEqual({ code: "done" });
    const guests = (await findDeskSession(services, week.id))?.people.filter(({ email }) => email === null);
    expect(guests?.map(({ name, state }) => `${name} ${state}`)).toEqual(["Otieno cancelled", "Akinyi cancelled"]);
    expect(guests?.[1]?.events.at(-1)).toMatchObject({ note: "walk-in-removed", actorKind: "staff" });
    const [added, removed] = ["walk-in-added", "walk-in-removed"];
    expect((await logged()).filter((action) => action.startsWith("walk-in"))).toEqual([added, added, removed, removed]);
  });

  test("the desk books, cancels and excuses a late cancellation, each with an email or an entry in the log", async () => {
    await bookFor(services, week.id, { person: week.person(0).id }, ACTOR);
    await week.book(1);
    for (const code of ["done", "same"])
      expect(await cancelFor(services, await week.bookingId(0), { free: true }, ACTOR)).toEqual({ code });
    week.setClock(week.sunday, 22);
    await cancelBooking(services, week.person(1).id, await week.bookingId(1));
    expect(await week.actAt(2 * 24 + 10.1, excuseLate, 1)).toEqual({ code: "too-late" });
    expect(await week.actAt(2 * 24 + 9.9, excuseLate, 1)).toEqual({ code: "done" });
    expect(await week.own(1)).toMatchObject({ state: "cancelled" });
    expect(await kinds()).toEqual(["booked", "cancelled-late", "desk-booked", "desk-cancelled"]);
    expect(await logged()).toEqual(["booking-made", "booking-cancelled", "late-excused"]);
    const test = week.person(2).id;
    await services.db.updateTable("users").set({ email: TEST_ACCOUNT.email }).where("id", "=", test).execute();
    expect(await bookFor(services, week.id, { person: test }, ACTOR)).toEqual({ code: "test-account" });
  });

  test("a trainer books for people who have been to their classes, and for new people by name", async () => {
    const next = `wednesday-3.${week.day(3)}`;
    const bookOwn = (id: string, actor: typeof ACTOR = TRAINER) => bookFor(services, next, { person: id }, actor);
    await week.bookAll(0, 1, 2);
    await week.book(3, week.other);
    expect(await bookOwn(week.person(0).id)).toEqual({ code: "person-not-theirs" });
    await cancelBooking(services, week.person(2).id, await week.bookingId(2));
    week.setClock(week.monday, 17);
    for (const someone of [week.person(2).id, week.person(3).id, week.person(4).id, randomUUID()]) {
      expect(await bookOwn(someone), someone).toEqual({ code: "person-not-theirs" });
    }
    await week.actAt(9.5, markMissed, 1);
    expect(await bookOwn(week.person(1).id)).toEqual({ code: "person-not-theirs" });
    expect(await bookOwn(week.person(0).id)).toMatchObject({ code: "booked" });
    expect(await bookOwn(week.person(3).id, ACTOR)).toMatchObject({ code: "booked" });
    expect(await bookFor(services, next, { name: "Otieno" }, TRAINER)).toMatchObject({ code: "booked" });
  });

  test("staff can book ten times a day for one person, who can still book more themselves", async () => {
    const who = { person: week.person(0).id };
    // Their own booking doesn't count.
    await week.book(0);
    await week.giveUp(0);
    for (let times = 0; times < 10; times += 1) {
      expect(await bookFor(services, week.id, who, ACTOR)).toMatchObject({ code: "booked" });
      await cancelFor(services, await week.bookingId(0), { free: true }, ACTOR);
    }
    expect(await bookFor(services, week.id, who, { ...ACTOR, id: "user-2" })).toEqual({ code: "too-often" });
    expect(await kinds()).toHaveLength(22);
    expect(await bookFor(services, week.id, { name: "Otieno" }, ACTOR)).toMatchObject({ code: "booked" });
    expect(await week.book(0)).toMatchObject({ code: "booked" });
    await cancelBooking(services, week.person(0).id, await week.bookingId(0));
    week.setClock(week.monday, 12.1);
    expect(await bookFor(services, `wednesday-3.${week.day(3)}`, who, ACTOR)).toMatchObject({ code: "booked" });
  });

  test("reminders are sent once to people who want them, the evening before a morning class", async () => {
    await week.bookAll(0, 1);
    await setMailPreference(services, "reminders", week.person(1).id, false);
    await jobsAt(-24 + 17.9);
    expect(await kinds()).toEqual(["booked", "booked"]);
    await week.book(2);
    week.setClock(week.sunday, 18);
    await Promise.all([runBookingJobs(services), runBookingJobs(services)]);
    await runBookingJobs(services);
    // The third person has just booked.
    expect(await kinds()).toEqual(["booked", "booked", "booked", "reminder"]);
  });

  test("a reminder missed in the evening is sent in the morning", async () => {
    await week.bookAll(0, 1, 2, 3);
    week.setClock(week.sunday, 22);
    await week.giveUp(1);
    await week.book(3);
    await week.book(4);
    expect((await week.mailsTo(4))[0]?.body_text).not.toMatch(/number \d/);
    await jobsAt(-1);
    expect(await week.kindsTo(0)).toEqual(["booked"]);
    await jobsAt(7.1);
    const subject = expect.not.stringMatching(/free to cancel/);
    const reminder = { kind: "reminder", subject, unsubscribe_url: expect.stringMatching(/key=key-/) };
    expect(await week.mailsTo(0)).toMatchObject([{ kind: "booked", unsubscribe_url: null }, reminder]);
    // Their email about the place is newer than the reminder would have been.
    expect(await week.kindsTo(3)).toEqual(["waiting", "place-free", "booked"]);
  });

  test("deleting an account frees its places and removes its name; the download has its bookings", async () => {
    await week.bookAll(0, 1, 2, 3);
    expect(await exportBookings(services.db, week.person(0).id)).toMatchObject({ calendarSince: null });
    await makeFeed(services, week.person(0).id);
    const exported = await exportBookings(services.db, week.person(0).id);
    expect(exported.calendarSince).toBe(services.now().toISOString());
    expect(exported).toMatchObject({ name: "member 1", list: [{ class: "Fitness", state: "booked", events: [{}] }] });
    await eraseAccount(services, week.person(0).id);
    expect(await week.own(3)).toMatchObject({ state: "booked", isPromoted: true });
    week.setClock(week.monday, 9.5);
    await eraseAccount(services, week.person(1).id);
    const session = await findDeskSession(services, week.id);
    expect(session?.people[0]).toMatchObject({ state: "cancelled", name: "", email: null, phone: "" });
    expect(session?.people[1]).toMatchObject({ state: "booked", name: "" });
  });

  test("bookings are kept for a year after the class, including walk-ins added during it", async () => {
    await week.book(0);
    expect(await walkInAt(9.5, "Otieno")).toMatchObject({ code: "done" });
    const storedAt = async (hour: number) => {
      week.setClock(week.day(1 + 365), hour);
      await applyRetention(services, ...BOOKING_RETENTION);
      const rows = services.db.selectFrom("bookings").select("id").where("session_id", "=", week.id);
      return (await rows.execute()).length;
    };
    expect(await storedAt(9)).toBe(2);
    // A millisecond later.
    expect(await storedAt(9 + 1 / 3_600_000)).toBe(0);
  });
});
