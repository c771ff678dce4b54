/** Effects on bookings and the waiting list when a session, its class or its capacity changes; random runs compare the rest. */
import { describe, expect, test } from "vitest";
import { momentAt as at } from "../../test/bookings/booking-gym.ts";
import { BookingWeek } from "../../test/bookings/booking-week.ts";
import { ACTOR } from "../../test/content/content-changes.ts";
import { ENGINES } from "../../test/support/test-services.ts";
import { MAX_LATE_HOURS } from "../content-types/class.ts";
import { readCallList } from "./call-list.server.ts";
import { addWalkIn, checkIn } from "./desk-actions.server.ts";
import { findDeskSession } from "./desk-day.server.ts";
import { runBookingJobs } from "./jobs.server.ts";

describe.each(ENGINES)("bookings of changed sessions on %s", (kind) => {
  const week = BookingWeek.on(kind);

  test("of a class that has begun can be checked in after the day is closed", async () => {
    await week.bookAll(0);
    week.setClock(week.monday, 9.1);
    await week.closeMonday();
    expect(await week.actAt(9.1, checkIn, 0)).toEqual({ code: "done" });
    expect(await addWalkIn(week.services, week.id, { name: "Akinyi" }, ACTOR)).toMatchObject({ code: "done" });
  });

  test("on the waiting list are notified once of places added after the deadline, and of no other change", async () => {
    await week.bookAll(0, 1, 2, 3);
    week.setClock(week.sunday, 22);
    await week.setPlaces("fitness", { places: 3 });
    for (const index of [2, 3]) expect(await week.kindsTo(index)).toEqual(["waiting", "place-free"]);
    await week.setPlaces("fitness", { price: 800 });
    expect(await week.kindsTo(2)).toEqual(["waiting", "place-free"]);
  });

  test("on the waiting list are notified of a larger class after the deadline, and of its free place", async () => {
    await week.bookAll(0, 1, 2);
    week.setClock(week.sunday, 22);
    await week.setClass("running");
    expect((await week.kindsTo(2)).toSorted()).toEqual(["class-changed", "place-free", "waiting"]);
  });

  test("on the waiting list get a free place once their other class at that time is moved", async () => {
    const { monday, other } = week;
    await week.move({ date: monday, time: { from: "9:00am", to: "10:00am" } }, other);
    await week.bookAll(1, 2, 0);
    await week.book(0, other);
    await week.giveUp(1);
    expect(await week.state(0)).toBe("waiting");
    await week.move({ date: monday, time: { from: "6:00pm", to: "7:00pm" } }, other);
    expect(await week.state(0)).toBe("booked");
  });

  test("get no reminder of their old time after a move, but one of the new time", async () => {
    await week.book(0);
    week.setClock(week.monday, 8);
    await week.move({ date: week.monday, time: { from: "6:00pm", to: "7:00pm" } });
    await runBookingJobs(week.services);
    expect(await week.kindsTo(0)).not.toContain("reminder");
    week.setClock(week.monday, 15.1);
    await runBookingJobs(week.services);
    expect(await week.kindsTo(0)).toContain("reminder");
  });

  test("get the reminder of a class with the earliest deadline before that deadline", async () => {
    await week.setPlaces("running", { places: 5, lateHours: MAX_LATE_HOURS });
    week.setClock(week.day(-1), 9);
    await week.book(0, week.other);
    week.setClock(week.day(-1), 14);
    await runBookingJobs(week.services);
    const reminder = /: On Monday \d+ \w+ at 4:00pm; free to cancel until 4:00pm today$/;
    expect((await week.mailsTo(0)).at(-1)?.subject).toMatch(reminder);
  });

  test("keep their check-ins and walk-ins when the session is restored", async () => {
    const { services, id } = week;
    await week.book(0);
    await week.book(1);
    await week.setPlaces("fitness", { places: 3 });
    await week.actAt(8.75, checkIn, 0);
    for (const who of [{ name: "Otieno" }, { person: week.person(1).id }]) await addWalkIn(services, id, who, ACTOR);
    await week.cancel();
    expect(await addWalkIn(services, id, { name: "Akinyi" }, ACTOR)).toMatchObject({ code: "cancelled" });
    week.setClock(week.monday, 8.8);
    await week.restore();
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
    await week.services.db.deleteFrom("booking_events").where("note", "=", "overlap-by-now").execute();
    await week.giveUp(0, week.other);
    const listed = async () => (await readCallList(week.services, { sessionId: week.id })).length;
    expect(await listed()).toBe(1);
    expect(await week.book(0)).toMatchObject({ code: "booked" });
    // They know, and are not to be called.
    expect(await listed()).toBe(0);
    await week.giveUp(0);
    await week.cancel();
    await week.restore();
    const people = (await findDeskSession(week.services, week.id))?.people ?? [];
    expect(people.map(({ state }) => state)).toEqual(["gym_cancelled", "cancelled"]);
  });

  test("may exceed the limit when they are restored, and then the emails ask people to cancel some", async () => {
    await week.book(0);
    await week.closeMonday();
    expect(await week.lastTextTo(0)).toContain("Other times for Fitness with free places:");
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
