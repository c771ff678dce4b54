import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { momentAt as at } from "../../test/bookings/booking-gym.ts";
import { BookingWeek } from "../../test/bookings/booking-week.ts";
import { ACTOR } from "../../test/content/content-changes.ts";
import { ENGINES } from "../../test/support/test-services.ts";
import { setMailPreference } from "../people/mail-preferences.server.ts";
import { applyRetention } from "../platform/retention.server.ts";
import { addDays } from "../time/dates.server.ts";
import { attendanceQuestions, disputedBookings, disputeNoShow, saveAttendance } from "./attendance.server.ts";
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
import { findDeskSessions } from "./desk-day.server.ts";
import { BOOKING_RETENTION, BOOKING_RETENTION_DAYS, exportBookings } from "./erasure.server.ts";
import { makeFeed } from "./feed-tokens.server.ts";
import { runBookingJobs } from "./jobs.server.ts";
import { listOwnBookings } from "./own-bookings.server.ts";

const STRANGER = { ...ACTOR, trainerSlug: "amina-yusuf" };
const WANJIRU = { ...ACTOR, trainerSlug: "wanjiru-kamau" };

describe.each(ENGINES)("the desk's day on %s", (kind) => {
  const week = BookingWeek.on(kind);
  const { services } = week;
  beforeEach(() => week.setPlaces("fitness", { places: 3, price: 800 }));

  test("people are checked in from 90 minutes before, and attendance can be corrected for two days", async () => {
    await week.bookAll(0, 1, 2);
    week.setClock(week.monday, 7.4);
    expect(await checkIn(services, await week.bookingId(0), ACTOR)).toEqual({ code: "too-early" });
    week.setClock(week.monday, 8.6);
    expect(await checkIn(services, await week.bookingId(0), ACTOR)).toEqual({ code: "done" });
    expect(await checkIn(services, await week.bookingId(0), ACTOR)).toEqual({ code: "same" });
    expect(await markMissed(services, await week.bookingId(1), ACTOR)).toEqual({ code: "too-early" });
    expect(await undoCheckIn(services, await week.bookingId(0), ACTOR)).toEqual({ code: "done" });
    expect(await checkIn(services, await week.bookingId(0), STRANGER)).toEqual({
      code: "booking-unknown",
    });
    await checkIn(services, await week.bookingId(0), WANJIRU);
    week.setClock(week.monday, 9.9);
    expect(await saveAttendance(services, week.id, "all-missed", ACTOR)).toEqual({ code: "not-over" });
    week.setClock(week.monday, 10.1);
    expect(await saveAttendance(services, week.id, "all-missed", STRANGER)).toEqual({ code: "unknown" });
    expect(await saveAttendance(services, week.id, "all-missed", ACTOR)).toEqual({ code: "done" });
    expect(await saveAttendance(services, week.id, "all-came", ACTOR)).toEqual({ code: "same" });
    for (const [index, state] of ["attended", "no_show", "no_show"].entries())
      expect(await week.own(index)).toMatchObject({ state });
    expect(await checkIn(services, await week.bookingId(1), ACTOR)).toEqual({ code: "done" });
    week.setClock(addDays(week.monday, 2), 10.1);
    expect(await checkIn(services, await week.bookingId(2), ACTOR)).toEqual({ code: "too-late" });
  });

  test("nobody is recorded as a no-show without the desk's answer, even if others were checked in", async () => {
    await week.bookAll(0, 1);
    week.setClock(week.monday, 9);
    await checkIn(services, await week.bookingId(1), ACTOR);
    week.setClock(week.monday, 10.1);
    expect(await attendanceQuestions(services)).toMatchObject([{ session: { id: week.id }, unrecorded: 1, here: 1 }]);
    expect(await attendanceQuestions(services, "amina-yusuf")).toEqual([]);
    week.setClock(addDays(week.monday, 3), 14);
    await runBookingJobs(services);
    expect(await attendanceQuestions(services)).toEqual([]);
    expect(await saveAttendance(services, week.id, "all-missed", ACTOR)).toEqual({ code: "too-late" });
    expect(await week.own(0)).toMatchObject({ state: "booked" });
    expect((await listOwnBookings(services, week.person(0).id)).past).toMatchObject([{ state: "booked" }]);
  });

  test("people recorded as no-shows get one email, not at night, and can dispute it", async () => {
    await week.bookAll(0, 1);
    await services.db.deleteFrom("outbox").execute();
    week.setClock(week.monday, 10.1);
    expect(await disputeNoShow(services, week.person(0).id, await week.bookingId(0))).toEqual({ code: "settled" });
    await saveAttendance(services, week.id, "all-missed", ACTOR);
    await runBookingJobs(services);
    expect(await week.kindsTo(0)).toEqual([]);
    week.setClock(addDays(week.monday, 1), 3);
    await runBookingJobs(services);
    expect(await week.kindsTo(0)).toEqual([]);
    week.setClock(addDays(week.monday, 1), 7.1);
    await runBookingJobs(services);
    await runBookingJobs(services);
    for (const index of [0, 1]) expect(await week.kindsTo(index)).toEqual(["missed"]);

    expect(await disputeNoShow(services, week.person(1).id, await week.bookingId(0))).toEqual({ code: "unknown" });
    expect(await disputeNoShow(services, week.person(0).id, await week.bookingId(0))).toEqual({ code: "done" });
    expect(await disputeNoShow(services, week.person(0).id, await week.bookingId(0))).toEqual({ code: "same" });
    expect(await disputedBookings(services, "amina-yusuf")).toEqual([]);
    expect(await disputedBookings(services)).toMatchObject([
      { bookingId: await week.bookingId(0), session: { id: week.id } },
    ]);
    // A dispute can be settled even when attendance can no longer be corrected.
    week.setClock(addDays(week.monday, 6), 9);
    expect(await checkIn(services, await week.bookingId(1), ACTOR)).toEqual({ code: "too-late" });
    expect(await markMissed(services, await week.bookingId(0), ACTOR)).toEqual({ code: "done" });
    expect(await disputedBookings(services)).toEqual([]);
    await disputeNoShow(services, week.person(1).id, await week.bookingId(1));
    expect(await checkIn(services, await week.bookingId(1), ACTOR)).toEqual({ code: "done" });
    expect([await week.own(0), await week.own(1)]).toMatchObject([{ state: "no_show" }, { state: "attended" }]);
    week.setClock(addDays(week.monday, 8), 9);
    expect(await disputeNoShow(services, week.person(0).id, await week.bookingId(0))).toEqual({ code: "settled" });
  });

  test("after three missed sessions in thirty days, only the desk can book, and the waiting list still promotes", async () => {
    const { sunday, monday } = week;
    for (const days of [0, 7, 14]) {
      week.setClock(addDays(sunday, days), 12);
      const session = `monday-1.${addDays(monday, days)}`;
      await week.book(0, session);
      week.setClock(addDays(monday, days), 9.5);
      await markMissed(services, await week.bookingId(0, session), ACTOR);
    }
    week.sunday = addDays(sunday, 21);
    week.setClock(week.sunday, 12);
    expect(await week.book(0)).toEqual({ code: "no-shows", until: at(addDays(monday, 30), 9) });
    await week.bookAll(1, 2, 3);
    expect(await bookFor(services, week.id, { person: week.person(0).id }, ACTOR)).toMatchObject({ code: "waiting" });
    await week.giveUp(1);
    expect(await week.state(0)).toBe("booked");
  });

  test("walk-ins take free places, and booked places are kept until the start", async () => {
    await week.bookAll(0, 1);
    week.setClock(week.monday, 7);
    expect(await addWalkIn(services, week.id, { name: "Otieno" }, ACTOR)).toEqual({ code: "walk-in-too-early" });
    week.setClock(week.monday, 8.7);
    expect(await addWalkIn(services, week.id, { name: "Otieno", phone: "0712 345 678" }, ACTOR)).toMatchObject({
      code: "done",
    });
    expect(await addWalkIn(services, week.id, { name: "Akinyi" }, ACTOR)).toEqual({ code: "walk-in-full" });
    week.setClock(week.monday, 9.1);
    await checkIn(services, await week.bookingId(0), ACTOR);
    expect(await addWalkIn(services, week.id, { name: "Akinyi" }, ACTOR)).toMatchObject({ code: "done" });
    expect(await addWalkIn(services, week.id, { name: "Njeri" }, ACTOR)).toEqual({ code: "walk-in-full" });
    week.setClock(week.monday, 10.1);
    expect(await addWalkIn(services, week.id, { name: "Njeri" }, ACTOR)).toEqual({ code: "walk-in-over" });
  });

  test("at 12:15am the day still lists a class that began at 11:00pm, with its people", async () => {
    await week.book(0);
    const time = { from: "11:00pm", to: "12:30am" };
    await week.move({ date: week.monday, time });
    const tuesday = addDays(week.monday, 1);
    const ids = async () => (await findDeskSessions(services, tuesday)).map(({ session }) => session.id);
    week.setClock(week.monday, 24.25);
    expect((await ids())[0]).toBe(week.id);
    expect((await findDeskSessions(services, tuesday))[0]?.people).toMatchObject([{ state: "booked" }]);
    week.setClock(week.monday, 24.6);
    expect(await ids()).not.toContain(week.id);
  });

  test("a form of the desk books once, even if its booking was cancelled in between, and no invalid id is stored", async () => {
    const who = { person: week.person(0).id, formId: randomUUID() };
    expect(await bookFor(services, week.id, who, ACTOR)).toMatchObject({ code: "booked" });
    await cancelFor(services, who.formId, { free: true }, ACTOR);
    expect(await bookFor(services, week.id, who, ACTOR)).toMatchObject({
      code: "same",
      booking: { state: "cancelled" },
    });
    const outcome = await bookFor(services, week.id, { name: "Akinyi", formId: "'; drop table bookings; --" }, ACTOR);
    expect(outcome).toMatchObject({ code: "booked", booking: { id: expect.stringMatching(/^[\da-f-]{36}$/) } });
  });

  test("a walk-in, and nobody else, can be removed until two days after the class", async () => {
    await week.book(0);
    week.setClock(week.monday, 8.7);
    const add = async (name: string) => {
      const outcome = await addWalkIn(services, week.id, { name }, ACTOR);
      return "bookingId" in outcome ? outcome.bookingId : "";
    };
    const [otieno, akinyi] = [await add("Otieno"), await add("Akinyi")];
    await week.book(1);
    await services.db.deleteFrom("outbox").execute();
    expect(await removeWalkIn(services, otieno, ACTOR)).toEqual({ code: "done" });
    expect(await removeWalkIn(services, otieno, ACTOR)).toEqual({ code: "same" });
    // The place is free again before the start: waiting people are notified.
    expect(await week.kindsTo(1)).toEqual(["place-free"]);
    week.setClock(week.monday, 9.1);
    await checkIn(services, await week.bookingId(0), ACTOR);
    expect(await removeWalkIn(services, await week.bookingId(0), ACTOR)).toEqual({ code: "not-booked" });
    expect(await removeWalkIn(services, akinyi, STRANGER)).toEqual({
      code: "booking-unknown",
    });
    await undoCheckIn(services, akinyi, ACTOR);
    await markMissed(services, akinyi, ACTOR);
    week.setClock(addDays(week.monday, 2), 10.1);
    expect(await removeWalkIn(services, akinyi, ACTOR)).toEqual({ code: "too-late" });
    week.setClock(addDays(week.monday, 2), 9.9);
    expect(await removeWalkIn(services, akinyi, ACTOR)).toEqual({ code: "done" });
  });

  test("the desk books, cancels and excuses a late cancellation, each with an email or an entry in the log", async () => {
    await bookFor(services, week.id, { person: week.person(0).id }, ACTOR);
    await week.book(1);
    expect(await cancelFor(services, await week.bookingId(0), { free: true }, ACTOR)).toEqual({ code: "done" });
    expect(await cancelFor(services, await week.bookingId(0), { free: true }, ACTOR)).toEqual({ code: "same" });
    week.setClock(week.sunday, 22);
    await week.giveUp(1);
    expect(await excuseLate(services, await week.bookingId(1), ACTOR)).toEqual({ code: "done" });
    expect(await week.own(1)).toMatchObject({ state: "cancelled" });
    expect(await week.kindsTo(0)).toEqual(["desk-booked", "desk-cancelled"]);
    expect(await week.kindsTo(1)).toEqual(["booked", "cancelled-late"]);
    const acts = await services.db
      .selectFrom("audit_log")
      .select("action")
      .where("slug", "=", week.id)
      .orderBy("at")
      .execute();
    expect(acts.map(({ action }) => action)).toEqual(["booking-made", "booking-cancelled", "late-excused"]);
  });

  test("a trainer books for people who have been to their classes", async () => {
    const next = `wednesday-3.${addDays(week.monday, 2)}`;
    const bookOwn = async (index: number) => {
      return (await bookFor(services, next, { person: week.person(index).id }, WANJIRU)).code;
    };
    await week.bookAll(0, 1, 2);
    await week.book(3, `monday-3.${week.monday}`);
    expect(await bookOwn(0)).toBe("person-not-theirs");
    await week.giveUp(2);
    week.setClock(week.monday, 17);
    for (const index of [2, 3, 4]) expect(await bookOwn(index)).toBe("person-not-theirs");
    week.setClock(week.monday, 9.5);
    await markMissed(services, await week.bookingId(1), ACTOR);
    expect(await bookOwn(1)).toBe("person-not-theirs");
    expect(await bookOwn(0)).toBe("booked");
  });

  test("staff can book ten times a day for one person, who can still book more themselves", async () => {
    const who = { person: week.person(0).id };
    for (let times = 0; times < 10; times += 1) {
      expect(await bookFor(services, week.id, who, ACTOR)).toMatchObject({ code: "booked" });
      await cancelFor(services, await week.bookingId(0), { free: true }, ACTOR);
    }
    expect(await bookFor(services, week.id, who, { ...ACTOR, id: "user-2" })).toEqual({ code: "too-often" });
    expect(await week.book(0)).toMatchObject({ code: "booked" });
    week.setClock(week.monday, 12.1);
    expect(await bookFor(services, `wednesday-3.${addDays(week.monday, 2)}`, who, ACTOR)).toMatchObject({
      code: "booked",
    });
  });

  test("reminders are sent once to people who want them, the evening before a morning class", async () => {
    await week.bookAll(0, 1);
    await setMailPreference(services, "reminders", week.person(1).id, false);
    week.setClock(week.sunday, 17.9);
    await runBookingJobs(services);
    expect(await week.kindsTo(0)).toEqual(["booked"]);
    await week.book(2);
    week.setClock(week.sunday, 18);
    await Promise.all([runBookingJobs(services), runBookingJobs(services)]);
    await runBookingJobs(services);
    // The third person has just booked.
    expect(await week.kindsTo(0)).toEqual(["booked", "reminder"]);
    for (const index of [1, 2]) expect(await week.kindsTo(index)).toEqual(["booked"]);
  });

  test("a reminder missed in the evening is sent in the morning", async () => {
    await week.book(0);
    week.setClock(week.sunday, 23);
    await runBookingJobs(services);
    expect(await week.kindsTo(0)).toEqual(["booked"]);
    week.setClock(week.monday, 7.1);
    await runBookingJobs(services);
    expect(await week.kindsTo(0)).toEqual(["booked", "reminder"]);
  });

  test("the download of an account has its bookings, and since when it has a calendar", async () => {
    await week.book(0);
    expect(await exportBookings(services.db, week.person(0).id)).toMatchObject({ calendarSince: null });
    await makeFeed(services, week.person(0).id);
    const list = [{ class: "Fitness", state: "booked", events: [{}] }];
    const exported = { name: "member 1", calendarSince: services.now().toISOString(), list };
    expect(await exportBookings(services.db, week.person(0).id)).toMatchObject(exported);
  });

  test("bookings are kept for a year after the class, including walk-ins added during it", async () => {
    await week.book(0);
    week.setClock(week.monday, 9.5);
    expect(await addWalkIn(services, week.id, { name: "Otieno" }, ACTOR)).toMatchObject({ code: "done" });
    const stored = async () => {
      await applyRetention(services, ...BOOKING_RETENTION);
      const rows = services.db.selectFrom("bookings").select("id").where("session_id", "=", week.id);
      return (await rows.execute()).length;
    };
    week.setClock(addDays(week.monday, BOOKING_RETENTION_DAYS), 9);
    expect(await stored()).toBe(2);
    week.setClock(addDays(week.monday, BOOKING_RETENTION_DAYS), 9.001);
    expect(await stored()).toBe(0);
  });
});
