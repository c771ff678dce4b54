/** Effects on bookings and the waiting list when a session, its class or its capacity changes. */
import { describe, expect, test } from "vitest";
import { BookingWeek } from "../../test/bookings/booking-week.ts";
import { ACTOR } from "../../test/content/content-changes.ts";
import { ENGINES } from "../../test/support/test-services.ts";
import { addWalkIn, checkIn } from "./desk-actions.server.ts";
import { runBookingJobs } from "./jobs.server.ts";

describe.each(ENGINES)("bookings of changed sessions on %s", (kind) => {
  const week = BookingWeek.on(kind);

  test("are promoted at once and notified once when the weekly class changes from a given date", async () => {
    await week.bookAll(0, 1, 2);
    await week.changeSlot({ gymClass: "running" }, { from: week.monday });
    expect(await week.state(2)).toBe("booked");
    week.setClock(week.monday, 0.1);
    await runBookingJobs(week.services);
    expect(await week.kindsTo(2)).toEqual(["waiting", "class-changed", "promoted"]);
  });

  test("of a class that has begun can be checked in after the day is closed", async () => {
    await week.bookAll(0);
    week.setClock(week.monday, 9.1);
    await week.close(week.monday);
    expect(await checkIn(week.services, await week.bookingId(0), ACTOR)).toEqual({ code: "done" });
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
    await week.changeSlot({ gymClass: "running" });
    expect((await week.kindsTo(2)).toSorted()).toEqual(["class-changed", "place-free", "waiting"]);
  });

  describe("a reminder that is due", () => {
    const atSix = { from: "6:00pm", to: "7:00pm" };

    test.each<[string, () => Promise<unknown>]>([
      ["a move", () => week.move({ date: week.monday, time: atSix })],
      [
        "a change of class",
        async () => {
          await week.move({ date: week.monday, time: atSix });
          await week.services.db.updateTable("bookings").set({ reminded_at: null }).execute();
          await week.changeSlot({ gymClass: "running" });
        },
      ],
      [
        "a cancellation that is undone",
        async () => {
          await week.move({ date: week.monday, time: atSix });
          await week.cancel();
          await week.restore();
        },
      ],
    ])("is not sent after %s", async (_, act) => {
      await week.book(0);
      week.setClock(week.monday, 8);
      await act();
      await runBookingJobs(week.services);
      expect(await week.kindsTo(0)).not.toContain("reminder");
      week.setClock(week.monday, 15.1);
      await runBookingJobs(week.services);
      expect(await week.kindsTo(0), "due later").toContain("reminder");
    });
  });

  test("on the waiting list expire when booking is no longer required, while booked places are kept", async () => {
    await week.bookAll(0, 1, 2, 3);
    await week.setPlaces("fitness", { places: undefined });
    expect(await week.state(0)).toBe("booked");
    expect(await week.kindsTo(0)).toEqual(["booked"]);
    for (const index of [2, 3]) {
      expect(await week.state(index)).toBe("expired");
      expect(await week.kindsTo(index)).toEqual(["waiting", "just-come"]);
    }
    expect(await week.lastTextTo(2)).toContain("there is nothing to book, and nothing to wait for: just come.");
    expect((await week.events())[2]?.at(-1)).toEqual(["waiting", "expired", "no-places"]);
    await week.setPlaces("fitness", { places: 2 });
    expect(await week.state(2)).toBe("expired");
  });

  test("cause one email each when the weekly class changes to one that needs no booking, and leave nobody waiting", async () => {
    await week.bookAll(0, 1, 2);
    await week.changeSlot({ gymClass: "boxing" });
    expect(await week.kindsTo(0)).toEqual(["booked", "class-changed"]);
    expect(await week.state(0)).toBe("booked");
    expect(await week.kindsTo(2)).toEqual(["waiting", "just-come"]);
    expect(await week.lastTextTo(2)).toMatch(/Class: +Boxing\nWas: +Fitness/);
    expect(await week.state(2)).toBe("expired");
  });

  test("on the waiting list are promoted even if only the desk can book for the person", async () => {
    const { services } = week;
    await week.bookAll(0, 1, 2);
    const past = await services.db
      .selectFrom("class_sessions")
      .select("id")
      .where("starts_at", "<", services.now().toISOString())
      .where("starts_at", ">", new Date(services.now().getTime() - 20 * 24 * 60 * 60_000).toISOString())
      .limit(3)
      .execute();
    const [row] = await services.db
      .selectFrom("bookings")
      .selectAll()
      .where("id", "=", await week.bookingId(2))
      .execute();
    if (row === undefined) throw new Error("No booking");
    for (const { id: session_id } of past) {
      const missed = {
        ...row,
        id: `missed-${session_id}-${week.monday}-${kind}`,
        session_id,
        state: "no_show",
      } as const;
      await services.db.insertInto("bookings").values(missed).execute();
    }
    expect(past).toHaveLength(3);
    expect(await week.book(2, week.other)).toMatchObject({ code: "no-shows" });
    await week.giveUp(0);
    expect(await week.state(2)).toBe("booked");
    expect(await week.kindsTo(2)).toEqual(["waiting", "promoted"]);
  });
});
