/** Moving a booking: one email about both places, and the cases that random runs don't have. */
import { describe, expect, test } from "vitest";
import { BookingWeek } from "../../test/bookings/booking-week.ts";
import { ENGINES } from "../../test/support/test-services.ts";
import { checkIn } from "./desk-actions.server.ts";
import { moveBooking } from "./move-booking.server.ts";
import { findOwnBooking, listOwnBookings, sessionsToMoveTo } from "./own-bookings.server.ts";

describe.each(ENGINES)("moving a booking on %s", (kind) => {
  const week = BookingWeek.on(kind);
  const options = async (index: number) => {
    const own = await findOwnBooking(week.services, week.person(index).id, await week.bookingId(index));
    if (own === undefined) throw new Error("There is a booking");
    return (await sessionsToMoveTo(week.services, week.person(index).id, own)).map(({ id }) => id);
  };

  test("gives up the place for another one, with one email, and is shown as moved", async () => {
    await week.book(0);
    expect(await options(0)).toContain(week.other);
    expect(await options(0)).not.toContain(week.id);
    await week.setPlaces("running", { places: 1 });
    await week.book(1, week.other);
    expect(await options(0)).not.toContain(week.other);
    await week.setPlaces("running", { places: 5 });
    expect(await week.rebook(0)).toEqual({ code: "moved" });
    expect(await week.kindsTo(0)).toEqual(["booked", "rebooked"]);
    const text = /^Your booking is moved\.\n\nClass: {3}Running\nWas: {5}Fitness\nWas: {5}Monday/;
    expect(await week.lastTextTo(0)).toMatch(text);
    expect((await week.events(week.other)).at(-1)).toEqual([[null, "booked", "rebooked"]]);
    await week.giveUp(0, week.other);
    const { past } = await listOwnBookings(week.services, week.person(0).id);
    const [cancelled, moved] = past;
    expect([cancelled?.session.id, cancelled?.isMoved]).toEqual([week.other, false]);
    expect([moved?.session.id, moved?.isMoved, past.length]).toEqual([week.id, true, 2]);
    const overlapping = `wednesday-3.${week.day(3)}`;
    await week.move({ date: week.monday, time: { from: "4:30pm", to: "5:30pm" } }, overlapping);
    for (const id of [week.id, week.other]) await week.book(0, id);
    expect(await options(0)).not.toContain(overlapping);
    await week.giveUp(0, week.other);
    expect(await options(0)).toContain(overlapping);
  });

  test("after the deadline gives up the place late, and the email says so", async () => {
    await week.book(0);
    week.setClock(week.monday, 8);
    expect(await week.rebook(0)).toEqual({ code: "moved-late" });
    expect(await week.lastTextTo(0)).toContain("the desk sees that it was late");
  });

  test("to another class at that time takes that place first, and then gives others to the waiting list", async () => {
    const third = `wednesday-3.${week.day(3)}`;
    await week.setPlaces("running", { places: 1 });
    for (const id of [week.other, third])
      await week.move({ date: week.monday, time: { from: "9:00am", to: "10:00am" } }, id);
    await week.book(1, week.other);
    for (const id of [week.id, week.other]) await week.book(0, id);
    await week.giveUp(1, week.other);
    // Passed over, because of the booking that is moved.
    expect(await week.state(0, week.other)).toBe("waiting");
    expect(await week.rebook(0, third)).toEqual({ code: "moved" });
    expect(await week.state(0, week.other)).toBe("waiting");
  });

  test("with a guest needs two places", async () => {
    await week.bookWith(0, "Zawadi");
    await week.setPlaces("running", { places: 1 });
    expect(await week.rebook(0)).toEqual({ code: "move-guest" });
    expect(await week.own(0)).toMatchObject({ state: "booked", guest: { state: "booked" } });
    expect(await week.state(0, week.other)).toBeUndefined();
    await week.setPlaces("running", { places: 2 });
    expect(await week.rebook(0)).toEqual({ code: "moved" });
    expect(await week.guest(0, week.other)).toMatchObject({ name: "Zawadi", state: "booked" });
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
    await week.bookWith(4, "Zawadi");
    const guest = (await week.guest(4))?.id ?? "";
    expect(await moveBooking(services, week.person(4), guest, week.other)).toEqual({ code: "unknown" });
    await week.giveUp(4);
    await week.bookAll(2, 3);
    await week.actAt(8, checkIn, 2);
    expect(await week.rebook(2)).toMatchObject({ code: "checked-in" });
    week.setClock(week.monday, 9.5);
    expect(await week.rebook(3)).toMatchObject({ code: "cancel-too-late" });
    expect(await moveBooking(services, week.person(3), "0", week.other)).toEqual({ code: "unknown" });
    expect(await week.state(3, week.other)).toBeUndefined();
  });
});
