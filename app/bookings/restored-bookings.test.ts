/** Bookings restored with a class that takes place after all, and bookings that stay ended. */
import { describe, expect, test } from "vitest";
import { BookingWeek } from "../../test/bookings/booking-week.ts";
import { ACTOR } from "../../test/content/content-changes.ts";
import { ENGINES } from "../../test/support/test-services.ts";

import { addWalkIn, checkIn } from "./desk-actions.server.ts";
import { findDeskSession } from "./desk-day.server.ts";

const NINE = { from: "9:00am", to: "10:00am" };

describe.each(ENGINES)("restored bookings on %s", (kind) => {
  const week = BookingWeek.on(kind);

  test("keep their check-ins, walk-ins too", async () => {
    const { services, id } = week;
    await week.book(0);
    week.setClock(week.monday, 8.75);
    await checkIn(services, await week.bookingId(0), ACTOR);
    expect(await addWalkIn(services, id, { name: "Otieno" }, ACTOR)).toMatchObject({ code: "done" });
    await week.cancel();
    week.setClock(week.monday, 8.8);
    await week.restore();
    const rows = await services.db.selectFrom("bookings").selectAll().where("session_id", "=", id).execute();
    expect(rows.map(({ state, ended_at }) => [state, ended_at])).toEqual(Array(2).fill(["attended", null]));
    for (const { checked_in_at } of rows) expect(checked_in_at).toMatch(/T05:45:00/);
  });

  test("leave out a class moved off a closed day, then and later, and people can book again", async () => {
    await week.bookAll(0, 1, 2);
    await week.close(week.monday);
    await week.move({ date: week.day(3), time: NINE });
    for (const index of [0, 1, 2]) {
      expect(await week.state(index)).toBe("gym_cancelled");
      expect(await week.kindsTo(index)).toEqual([index === 2 ? "waiting" : "booked", "closed", "back-on"]);
      const text = await week.lastTextTo(index);
      expect(text).toMatch(/Was: +Monday [\s\S]*Now: +Wednesday [\s\S]*Book again/);
      expect(text).not.toContain("just come");
    }
    await week.cancel();
    await week.restore();
    expect(await week.state(0)).toBe("gym_cancelled");
    expect(await week.book(1)).toMatchObject({ code: "booked" });
  });

  test("leave out a place once lost to another class at that time, even after a second restore", async () => {
    await week.bookAll(0);
    await week.cancel();
    await week.move({ date: week.monday, time: NINE }, week.other);
    await week.book(0, week.other);
    await week.restore();
    expect(await week.events()).toEqual([
      [
        [null, "booked", null],
        ["booked", "gym_cancelled", "session-cancelled"],
        ["gym_cancelled", "gym_cancelled", "overlap-by-now"],
      ],
    ]);
    await week.giveUp(0, week.other);
    await week.cancel();
    expect(await week.kindsTo(0)).toEqual(["booked", "gym-cancelled", "booked", "back-on", "cancelled"]);
    await week.restore();
    expect(await week.state(0)).toBe("gym_cancelled");
  });

  test("leave out a place that was booked again and given up", async () => {
    await week.bookAll(0);
    await week.cancel();
    await week.move({ date: week.monday, time: NINE }, week.other);
    await week.book(0, week.other);
    await week.restore();
    // As in databases from before this event was recorded.
    await week.services.db.deleteFrom("booking_events").where("note", "=", "overlap-by-now").execute();
    await week.giveUp(0, week.other);
    expect(await week.book(0)).toMatchObject({ code: "booked" });
    await week.giveUp(0);
    await week.cancel();
    await week.restore();
    expect(await week.state(0)).toBe("cancelled");
    const people = (await findDeskSession(week.services, week.id))?.people ?? [];
    expect(people.map(({ state }) => state)).toEqual(["gym_cancelled", "cancelled"]);
  });

  test("may exceed the limit, and then the emails ask people to cancel some", async () => {
    await week.book(0);
    await week.book(0, week.other);
    await week.close(week.monday);
    const others = [
      ...["wednesday-3", "wednesday-4"].map((slot) => `${slot}.${week.day(3)}`),
      ...["thursday-1", "thursday-3"].map((slot) => `${slot}.${week.day(4)}`),
      ...["sunday-1", "sunday-3"].map((slot) => `${slot}.${week.day(7)}`),
    ];
    for (const sessionId of others) expect(await week.book(0, sessionId)).toMatchObject({ code: "booked" });
    await week.open(week.monday);
    for (const sessionId of [week.id, week.other, ...others]) expect(await week.state(0, sessionId)).toBe("booked");
    const back = (await week.mailsTo(0)).filter((mail) => mail.kind === "back-on");
    expect(back.map((mail) => mail.body_text).sort()).toEqual([
      expect.stringContaining("You have 7 open bookings now, and the limit is 6."),
      expect.stringContaining("You have 8 open bookings now, and the limit is 6."),
    ]);
    expect(back[0]?.body_text).toContain("Please cancel the ones you won't come to: until then you can't book more.");
  });

  test("leave out the waiting list if no booking is needed any more", async () => {
    await week.bookAll(0, 1, 2);
    await week.cancel();
    await week.setPlaces("fitness", { places: undefined });
    await week.restore();
    expect(await week.state(0)).toBe("booked");
    expect(await week.state(2)).toBe("expired");
    expect(await week.lastTextTo(2)).toContain("It no longer needs booking: just come.");
  });
});
