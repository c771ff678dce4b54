/** Changes of a session, its class or its capacity: bookings, the waiting list and the call list; random runs compare the rest. */
import { beforeAll, describe, expect, test } from "vitest";
import { momentAt as at } from "../../test/bookings/booking-gym.ts";
import { BookingWeek } from "../../test/bookings/booking-week.ts";
import { ACTOR } from "../../test/content/content-changes.ts";
import { addStaffMember } from "../../test/support/staff.ts";
import { ENGINES } from "../../test/support/test-services.ts";
import { MAX_LATE_HOURS } from "../content-types/class.ts";
import { substituteTrainer } from "../timetable/session-actions.server.ts";
import { readCallList } from "./call-list.server.ts";
import { markTold } from "./call-list-actions.server.ts";
import { addWalkIn, bookFor, checkIn } from "./desk-actions.server.ts";
import { findDeskSession } from "./desk-day.server.ts";
import { exportBookings } from "./erasure.server.ts";
import { runBookingJobs } from "./jobs.server.ts";

const WANJIKU = { id: "wanjiku", name: "Wanjiku" };
const MOSES = { id: "moses", name: "Moses" };

describe.each(ENGINES)("bookings of changed sessions on %s", (kind) => {
  const week = BookingWeek.on(kind);
  const { services } = week;

  describe("with people to tell", () => {
    beforeAll(async () => {
      for (const trainerSlug of ["wanjiru-kamau", "brian-otieno"])
        await addStaffMember(services, "trainer", { trainerSlug });
    });

    const bookByName = (name: string) => bookFor(services, week.id, { name, phone: "0712 345 678" }, WANJIKU);
    const people = async () => (await readCallList(services, { sessionId: week.id }))[0]?.people ?? [];
    const toTell = async () => (await people()).flatMap((person) => (person.notice === null ? [] : [person]));
    const summary = async () => (await toTell()).map(({ name, notice }) => `${name}: ${notice.kind}`);
    const tell = async () => {
      const seen = (await toTell()).map((person) => person.seen);
      return [seen, await markTold(services, week.id, { seen, way: "whatsapp" }, WANJIKU)] as const;
    };

    test("are told once by two people at the desk, and a list from before the last change tells nobody", async () => {
      await week.setPlaces("fitness", { places: 3 });
      await week.bookWith(0, "Zawadi");
      await bookByName("Mutiso");
      await week.cancel();
      expect(await toTell()).toMatchObject([
        { name: "Mutiso", isMailed: false, phone: "+254712345678", notice: { kind: "cancelled" } },
        { name: "member 1", guestName: "Zawadi", isMailed: true, phone: "", notice: { kind: "cancelled" } },
      ]);
      const [seen, done] = await tell();
      expect(done).toEqual({ code: "done", changed: 0 });
      expect((await people())[0]).toMatchObject({ told: { what: "cancelled", by: "Wanjiku", way: "whatsapp" } });
      const [exported] = (await exportBookings(services.db, week.person(0).id)).list;
      expect(exported?.told).toMatchObject([{ what: "cancelled", way: "whatsapp" }]);
      const again = await markTold(services, week.id, { seen, way: "call" }, MOSES);
      expect(again).toEqual({ code: "same" });
      await week.restore();
      expect(await markTold(services, week.id, { seen, way: "call" }, WANJIKU)).toEqual({ code: "notice-changed" });
      // The record of the call stays.
      await week.giveUp(0);
      expect((await exportBookings(services.db, week.person(0).id)).list[0]?.told).toHaveLength(1);
    });

    test("include people without an account who could book a free place", async () => {
      await week.bookAll(0, 1);
      await bookByName("Njeri");
      // After the deadline, places are first come, first served.
      week.setClock(week.monday, 7);
      await week.giveUp(0);
      expect(await summary()).toEqual(["Njeri: place-free"]);
      await bookByName("Achieng");
      expect(await summary()).toEqual([]);
      await week.book(2);
      await week.move({ date: week.monday, time: { from: "9:30am", to: "10:30am" } });
      expect(await summary()).toEqual(["Achieng: moved", "Njeri: moved", "member 2: moved", "member 3: moved"]);
      week.setClock(week.monday, 7.6);
      await week.setPlaces("fitness", { places: 3 });
      expect(await week.book(2)).toMatchObject({ code: "booked" });
      await week.actAt(8.5, checkIn, 1);
      await addWalkIn(services, week.id, { name: "Achieng", phone: "0712 345 678" }, WANJIKU);
      expect(await summary()).toEqual(["Njeri: moved"]);
      // The waiting list has ended.
      week.setClock(week.monday, 9.6);
      await runBookingJobs(services);
      expect(await summary()).toEqual([]);
    });

    test("who get a place after a move are told of both, by a list from after it", async () => {
      await week.bookAll(0, 1);
      await bookByName("Njeri");
      await week.move({ date: week.monday, time: { from: "9:30am", to: "10:30am" } });
      const seen = (await toTell()).map((person) => person.seen);
      await week.giveUp(0);
      expect((await toTell())[0]).toMatchObject({ name: "Njeri", notice: { kind: "moved", status: "place" } });
      expect(await markTold(services, week.id, { seen, way: "call" }, WANJIKU)).toEqual({ code: "done", changed: 2 });
    });

    test("include trainers without an account, for classes that they lead or no longer lead", async () => {
      // The weekly trainer has an account and gets an email.
      const handover = { ...(await week.seen()), trainerSlug: "amina-yusuf" };
      await substituteTrainer(services, { ...handover, confirmed: ["trainer-busy"] }, WANJIKU);
      expect(await toTell()).toMatchObject([{ name: "Amina Yusuf", isTrainer: true, notice: { kind: "leads" } }]);
      const ofTrainer = (trainerSlug: string) => readCallList(services, { trainerSlug, sessionId: week.id });
      expect([await ofTrainer("amina-yusuf"), await ofTrainer("wanjiru-kamau")]).toMatchObject([[{}], []]);
      const byAnother = { ...MOSES, trainerSlug: "wanjiru-kamau" };
      expect(await markTold(services, week.id, { seen: [], way: "call" }, byAnother)).toEqual({ code: "unknown" });
      expect((await tell())[1]).toMatchObject({ code: "done" });
      await week.restore();
      expect(await summary()).toEqual(["Amina Yusuf: leads-no-more"]);
    });
  });

  test("of a class that has begun can be checked in after the day is closed", async () => {
    await week.bookAll(0);
    week.setClock(week.monday, 9.1);
    await week.closeMonday();
    expect(await week.actAt(9.1, checkIn, 0)).toEqual({ code: "done" });
    expect(await addWalkIn(services, week.id, { name: "Akinyi" }, ACTOR)).toMatchObject({ code: "done" });
  });

  test("on the waiting list are notified once of places added after the deadline, and of no other change", async () => {
    await week.bookAll(0, 1, 2, 3);
    week.setClock(week.sunday, 22);
    await week.setPlaces("fitness", { places: 3 });
    for (const index of [2, 3]) expect(await week.kindsTo(index)).toEqual(["waiting", "place-free"]);
    await week.setPlaces("fitness", { price: 800, ...{ title: "Fit Club" } });
    await substituteTrainer(services, { ...(await week.seen()), trainerSlug: "brian-otieno" }, ACTOR);
    expect(await week.kindsTo(2)).toEqual(["waiting", "place-free", "substitute"]);
    expect((await week.mailsTo(2)).at(-1)?.subject).toContain("Fit Club");
    await week.setPlaces("fitness", { price: 800, ...{ title: "Fitness" } });
  });

  test("on the waiting list are notified of a larger class after the deadline, and of its free place", async () => {
    await week.bookAll(0, 1, 2);
    week.setClock(week.sunday, 22);
    await week.setClass("running");
    expect((await week.kindsTo(2)).toSorted()).toEqual(["class-changed", "place-free", "waiting"]);
  });

  test("on the waiting list, also of a restored class, get a free place once their other class at that time is moved", async () => {
    const { monday, other } = week;
    await week.move({ date: monday, time: { from: "9:00am", to: "10:00am" } }, other);
    await week.bookAll(1, 2, 0);
    await week.book(0, other);
    await week.giveUp(1);
    await week.cancel();
    await week.restore();
    expect(await week.state(0)).toBe("waiting");
    await week.move({ date: monday, time: { from: "6:00pm", to: "7:00pm" } }, other);
    expect(await week.state(0)).toBe("booked");
  });

  test("get no reminder of their old time after a newer email, but one of a new time", async () => {
    await week.book(0);
    await week.cancel();
    week.setClock(week.sunday, 18.1);
    await week.restore();
    await runBookingJobs(services);
    expect(await week.kindsTo(0)).not.toContain("reminder");
    week.setClock(week.monday, 8);
    await week.move({ date: week.monday, time: { from: "6:00pm", to: "7:00pm" } });
    await runBookingJobs(services);
    expect(await week.kindsTo(0)).not.toContain("reminder");
    week.setClock(week.monday, 15.1);
    await runBookingJobs(services);
    expect(await week.kindsTo(0)).toContain("reminder");
  });

  test("get the reminder of a class with the earliest deadline before that deadline", async () => {
    await week.setPlaces("running", { places: 5, lateHours: MAX_LATE_HOURS });
    week.setClock(week.day(-1), 9);
    await week.book(0, week.other);
    week.setClock(week.day(-1), 14);
    await runBookingJobs(services);
    const reminder = /: On Monday \d+ \w+ at 4:00pm; free to cancel until 4:00pm today$/;
    expect((await week.mailsTo(0)).at(-1)?.subject).toMatch(reminder);
  });

  test("keep their check-ins and walk-ins when the session is restored", async () => {
    const { id } = week;
    await week.book(0);
    await week.book(1);
    await week.setPlaces("fitness", { places: 3 });
    await week.actAt(8.75, checkIn, 0);
    for (const who of [{ name: "Otieno" }, { person: week.person(1).id }]) await addWalkIn(services, id, who, ACTOR);
    await week.cancel();
    expect(await addWalkIn(services, id, { name: "Akinyi" }, ACTOR)).toMatchObject({ code: "cancelled" });
    week.setClock(week.monday, 8.8);
    await week.restore();
    await week.move({ date: week.monday, time: { from: "9:15am", to: "10:15am" } });
    const rows = await services.db.selectFrom("bookings").selectAll().where("session_id", "=", id).execute();
    expect(rows.map(({ state, ended_at }) => [state, ended_at])).toEqual(Array(3).fill(["attended", null]));
    for (const { checked_in_at } of rows) expect(checked_in_at).toMatch(/T05:45:00/);
  });

  test("are not restored if the place was lost to an overlap, booked again and given up", async () => {
    await week.bookAll(0);
    await week.cancel();
    await week.move({ date: week.monday, time: { from: "9:00am", to: "10:00am" } }, week.other);
    await week.book(0, week.other);
    await week.restore();
    // As in databases from before this event was recorded.
    await services.db.deleteFrom("booking_events").where("note", "=", "overlap-by-now").execute();
    await week.giveUp(0, week.other);
    const listed = async () => (await readCallList(services, { sessionId: week.id })).length;
    expect(await listed()).toBe(1);
    expect(await week.book(0)).toMatchObject({ code: "booked" });
    // They know, and are not to be called.
    expect(await listed()).toBe(0);
    await week.giveUp(0);
    await week.cancel();
    await week.restore();
    const people = (await findDeskSession(services, week.id))?.people ?? [];
    expect(people.map(({ state }) => state)).toEqual(["gym_cancelled", "cancelled"]);
  });

  test("may exceed the limit when they are restored, and then the emails ask people to cancel some", async () => {
    await week.book(0);
    await week.book(1, week.other);
    await week.closeMonday();
    expect(await week.lastTextTo(0)).toContain("Other times for Fitness with free places:");
    expect(await week.lastTextTo(1)).toContain(`?session=wednesday-4.${week.day(3)}\n`);
    const others = [
      ...["wednesday-3", "wednesday-4"].map((slot) => `${slot}.${week.day(3)}`),
      ...["thursday-1", "thursday-3"].map((slot) => `${slot}.${week.day(4)}`),
      ...["sunday-1", "sunday-3"].map((slot) => `${slot}.${week.day(7)}`),
    ];
    for (const sessionId of others) expect(await week.book(0, sessionId)).toMatchObject({ code: "booked" });
    await week.openMonday();
    expect(await week.own(0)).toMatchObject({ state: "booked", deadline: at(week.monday, 9) });
    expect(await week.lastTextTo(0)).toContain("You have 7 open bookings now, and the limit is 6.");
  });
});
