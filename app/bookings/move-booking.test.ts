/** Moving a booking: both places in one act, and nothing where the new one is refused. */
import { describe, expect, test } from "vitest";
import { momentAt } from "../../test/bookings/booking-gym.ts";
import { BookingWeek } from "../../test/bookings/booking-week.ts";
import { ACTOR } from "../../test/content/content-changes.ts";
import { ENGINES } from "../../test/support/test-services.ts";
import { MAX_OPEN_BOOKINGS } from "./booking.ts";
import { bookFor, checkIn } from "./desk-actions.server.ts";
import { findDeskSession } from "./desk-day.server.ts";
import { moveBooking } from "./move-booking.server.ts";
import { findOwnBooking, listOwnBookings, sessionsToMoveTo } from "./own-bookings.server.ts";

describe.each(ENGINES)("moving a booking on %s", (kind) => {
  const week = BookingWeek.on(kind);
  const options = async (index: number) => {
    const own = await findOwnBooking(week.services, week.person(index).id, await week.bookingId(index));
    if (own === undefined) throw new Error("There is a booking");
    return (await sessionsToMoveTo(week.services, week.person(index).id, own)).map(({ id }) => id);
  };

  test("gives the place up for the other one, by one mail, and promotes who waits", async () => {
    await week.bookAll(0, 1, 2);
    expect(await options(0)).toContain(week.other);
    expect(await options(0)).not.toContain(week.id);
    expect(await week.rebook(0)).toEqual({ code: "moved" });
    expect(await week.state(0)).toBe("cancelled");
    expect(await week.state(0, week.other)).toBe("booked");
    expect(await week.state(2)).toBe("booked");
    expect(await week.kindsTo(0)).toEqual(["booked", "rebooked"]);
    expect(await week.kindsTo(2)).toEqual(["waiting", "promoted"]);
    const text = await week.lastTextTo(0);
    expect(text).toMatch(/^Your booking is moved\.\n\nClass: {3}Running\nWas: {5}Fitness\nWas: {5}Monday/);
    expect(text).toContain("free of charge");
    expect(await week.events(week.other)).toEqual([[[null, "booked", "rebooked"]]]);
    const past = async () => (await listOwnBookings(week.services, week.person(0).id)).past;
    expect(await past()).toMatchObject([{ session: { id: week.id }, isMoved: true }]);
    await week.giveUp(0, week.other);
    expect((await past()).map(({ session, isMoved }) => [session.id, isMoved])).toEqual([
      [week.other, false],
      [week.id, true],
    ]);
  });

  test("the earlier place is late after its deadline, and the mail says so", async () => {
    await week.book(0);
    week.setClock(week.monday, 8);
    expect(await week.rebook(0)).toEqual({ code: "moved-late" });
    expect(await week.state(0)).toBe("late_cancelled");
    expect(await week.lastTextTo(0)).toContain("the desk sees that it was late");
  });

  test("to a full session is refused, and nobody waits by it", async () => {
    await week.setPlaces("running", { places: 1 });
    await week.book(1, week.other);
    await week.book(0);
    expect(await options(0)).not.toContain(week.other);
    expect(await week.rebook(0)).toEqual({ code: "move-full" });
    expect(await week.state(0)).toBe("booked");
    expect(await week.own(0, week.other)).toBeUndefined();
    expect(await week.kindsTo(0)).toEqual(["booked"]);
  });

  test("from the waiting list a free place is taken, and a place that waits can’t be moved", async () => {
    await week.setPlaces("running", { places: 1, lateHours: 4 });
    await week.bookAll(1, 2);
    await week.book(1, week.other);
    await week.book(2, week.other);
    const waiting = await week.bookingId(2, week.other);
    expect(await moveBooking(week.services, week.person(2), waiting, week.id)).toEqual({ code: "move-same" });
    const sessionId = `tuesday-1.${week.day(2)}`;
    expect(await moveBooking(week.services, week.person(2), waiting, sessionId)).toEqual({ code: "unknown" });
    week.setClock(week.monday, 15);
    await week.giveUp(1, week.other);
    expect(await week.state(2, week.other)).toBe("waiting");
    await week.setPlaces("boxing", { places: 3 });
    await week.book(2, sessionId);
    expect(await week.rebook(2, week.other, sessionId)).toEqual({ code: "moved" });
    expect(await week.state(2, week.other)).toBe("booked");
  });

  test("a guest moves along, or nobody does", async () => {
    await week.bookWith(0, "Amina");
    expect(await week.rebook(0)).toEqual({ code: "moved" });
    expect(await week.own(0, week.other)).toMatchObject({ state: "booked", guest: { name: "Amina", state: "booked" } });
    expect(await week.own(0)).toMatchObject({ state: "cancelled", guest: { state: "cancelled" } });
    expect((await findDeskSession(week.services, week.id))?.people.map(({ state }) => state)).not.toContain("booked");
    expect(await week.lastTextTo(0)).toMatch(/^You and your guest are moved\./);
    await week.book(1);
    expect(await week.rebook(0, week.id, week.other)).toEqual({ code: "move-guest" });
    expect(await week.guest(0, week.other)).toMatchObject({ state: "booked" });
    expect(await week.own(0, week.id)).toMatchObject({ state: "cancelled" });
    const guestId = (await week.guest(0, week.other))?.id ?? "";
    const alone = await moveBooking(week.services, week.person(0), guestId, `tuesday-1.${week.day(2)}`);
    expect(alone).toEqual({ code: "unknown" });
  });

  test("counts once for the limit, and may overlap the place that is given up", async () => {
    await week.setPlaces("boxing", { places: 9 });
    await week.book(0);
    const { services } = week;
    for (const row of ["tuesday-1", "tuesday-2", "tuesday-3", "monday-2", "monday-4"]) {
      const id = `${row}.${week.day(row.startsWith("monday") ? 1 : 2)}`;
      const session = await findDeskSession(services, id);
      await week.setPlaces(session?.session.classSlug ?? "", { places: 9 });
      expect(await week.book(0, id)).toMatchObject({ code: "booked" });
    }
    expect(await week.book(0, week.other)).toMatchObject({ code: "too-many", max: MAX_OPEN_BOOKINGS });
    expect(await week.rebook(0)).toEqual({ code: "moved" });
    const own = await services.db
      .selectFrom("bookings")
      .innerJoin("people", "people.id", "person_id")
      .select("bookings.id")
      .where("user_id", "=", week.person(0).id)
      .where("ended_at", "is", null)
      .execute();
    expect(own).toHaveLength(MAX_OPEN_BOOKINGS);
    await week.setPlaces("boxing", { places: undefined });
  });

  test("sent twice moves once; somebody else’s, a begun and a checked-in booking stay", async () => {
    await week.book(0);
    const id = await week.bookingId(0);
    const { services } = week;
    expect(await moveBooking(services, week.person(1), id, week.other)).toEqual({ code: "unknown" });
    const both = await Promise.all([0, 1].map(() => moveBooking(services, week.person(0), id, week.other)));
    expect(both.map(({ code }) => code).sort()).toEqual(["move-same", "moved"]);
    expect(await week.kindsTo(0)).toEqual(["booked", "rebooked"]);
    await week.giveUp(0, week.other);
    expect(await moveBooking(services, week.person(0), id, week.other)).toMatchObject({ code: "same" });
    await week.bookAll(2, 3);
    week.setClock(week.monday, 8);
    await checkIn(services, await week.bookingId(2), ACTOR);
    expect(await week.rebook(2)).toMatchObject({ code: "checked-in" });
    week.setClock(week.monday, 9.5);
    expect(await week.rebook(3)).toMatchObject({ code: "cancel-too-late" });
    expect(await moveBooking(services, week.person(3), "0", week.other)).toEqual({ code: "unknown" });
    expect(await week.state(3, week.other)).toBeUndefined();
  });

  test("of two who move to the last place one gets it, and the other keeps the own", async () => {
    await week.setPlaces("running", { places: 1 });
    await week.bookAll(0, 1);
    const outcomes = await Promise.all([week.rebook(0), week.rebook(1)]);
    expect(outcomes.map(({ code }) => code).sort()).toEqual(["move-full", "moved"]);
    const states = [await week.state(0), await week.state(1)];
    expect(states.sort()).toEqual(["booked", "cancelled"]);
  });

  test("beside a cancellation either is first, and never both take a place", async () => {
    await week.book(0);
    const [moved, cancelled] = await Promise.all([week.rebook(0), week.giveUp(0)]);
    const there = await week.state(0, week.other);
    expect([moved.code, cancelled.code, there]).toEqual(
      moved.code === "moved" ? ["moved", "same", "booked"] : ["same", "cancelled", undefined],
    );
    expect(await week.state(0)).toBe("cancelled");
  });

  test("refused by a rule of the new session, nothing has changed", async () => {
    await week.book(0);
    const next = `monday-3.${week.day(9)}`;
    expect(await week.rebook(0, next)).toMatchObject({ code: "unknown" });
    expect(await week.rebook(0, `monday-3.${week.day(8)}`)).toMatchObject({ code: "not-open" });
    await week.cancel(week.other);
    expect(await week.rebook(0)).toMatchObject({ code: "cancelled" });
    const clash = { date: week.monday, time: { from: "4:00pm", to: "5:00pm" } };
    await bookFor(week.services, week.id, { person: week.person(1).id }, ACTOR);
    await week.restore(week.other);
    await week.book(1, week.other);
    await week.move(clash);
    expect(momentAt(week.monday, 16)).toBe((await findDeskSession(week.services, week.id))?.session.startsAt);
    expect(await week.rebook(0)).toEqual({ code: "moved" });
    expect(await week.kindsTo(0)).toEqual(["booked", "moved", "rebooked"]);
  });
});
