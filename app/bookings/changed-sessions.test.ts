/** Changes of a session, of its class or of its number of places, for its bookings and its waiting list. */
import { describe, expect, test } from "vitest";
import { BookingWeek } from "../../test/bookings/booking-week.ts";
import { ACTOR, tryPublishing } from "../../test/content/content-changes.ts";
import { ENGINES } from "../../test/support/test-services.ts";
import { findLive } from "../cms/editing/entry-rows.server.ts";
import { classType } from "../content-types/class.ts";
import { addWalkIn, checkIn } from "./desk-actions.server.ts";
import { runBookingJobs } from "./jobs.server.ts";

const NINE = { from: "9:00am", to: "10:00am" };

describe.each(ENGINES)("bookings of changed sessions on %s", (kind) => {
  const week = BookingWeek.on(kind);

  test("join the waiting list of two places, change the row to a class with five: promoted", async () => {
    await week.bookAll(0, 1, 2, 3);
    await week.changeRow({ gymClass: "running" });
    for (const index of [2, 3]) {
      expect(await week.state(index)).toBe("booked");
      expect(await week.kindsTo(index)).toContain("promoted");
    }
  });

  test("the same from a date on: promoted at once, and notified once", async () => {
    await week.bookAll(0, 1, 2);
    await week.changeRow({ gymClass: "running" }, { from: week.monday });
    expect(await week.state(2)).toBe("booked");
    week.setClock(week.monday, 0.1);
    await runBookingJobs(week.services);
    expect(await week.kindsTo(2)).toEqual(["waiting", "class-changed", "promoted"]);
  });

  test("have another class with more places before the deadline: promoted", async () => {
    const { services } = week;
    const { body } = (await findLive(services.db, { type: classType.name, slug: "fitness" })) ?? { body: "{}" };
    await tryPublishing(services, classType, "small", { ...JSON.parse(body), title: "Small", places: 1 });
    await week.changeRow({ gymClass: "small" });
    await week.bookAll(0, 1);
    await week.changeRow({ gymClass: "running" });
    expect(await week.state(1)).toBe("booked");
  });

  test("check in, move to another day: booked again, walk-ins too, and not checked in", async () => {
    const { services, id } = week;
    await week.book(0);
    week.setClock(week.monday, 8.75);
    await checkIn(services, await week.bookingId(0), ACTOR);
    await addWalkIn(services, id, { name: "Otieno" }, ACTOR);
    await week.move({ date: week.day(3), time: NINE });
    const rows = await services.db.selectFrom("bookings").selectAll().where("session_id", "=", id).execute();
    expect(rows.map(({ state, checked_in_at }) => [state, checked_in_at])).toEqual(Array(2).fill(["booked", null]));
    expect((await week.events())[0]?.at(-1)).toEqual(["attended", "booked", "moved"]);
  });

  test("check in, move to another hour of that day: checked in as before", async () => {
    await week.book(0);
    week.setClock(week.monday, 8.75);
    await checkIn(week.services, await week.bookingId(0), ACTOR);
    await week.move({ date: week.monday, time: { from: "9:30am", to: "10:30am" } });
    expect(await week.state(0)).toBe("attended");
  });

  test("begin a class, close the rest of the day: the desk checks its people in", async () => {
    await week.bookAll(0);
    week.setClock(week.monday, 9.1);
    await week.close(week.monday);
    expect(await checkIn(week.services, await week.bookingId(0), ACTOR)).toEqual({ code: "done" });
    expect(await addWalkIn(week.services, week.id, { name: "Akinyi" }, ACTOR)).toMatchObject({ code: "done" });
  });

  test("join the waiting list, publish more places after the deadline: notified once that a place is free, and not of another text", async () => {
    await week.bookAll(0, 1, 2, 3);
    week.setClock(week.sunday, 22);
    await week.setPlaces("fitness", { places: 3 });
    for (const index of [2, 3]) expect(await week.kindsTo(index)).toEqual(["waiting", "place-free"]);
    await week.setPlaces("fitness", { price: 800 });
    expect(await week.kindsTo(2)).toEqual(["waiting", "place-free"]);
  });

  test("join the waiting list, change the row to a class with more places after the deadline: notified of it, and that a place is free", async () => {
    await week.bookAll(0, 1, 2);
    week.setClock(week.sunday, 22);
    await week.changeRow({ gymClass: "running" });
    expect((await week.kindsTo(2)).toSorted()).toEqual(["class-changed", "place-free", "waiting"]);
  });

  test("check in, book another at that time: refused; and nobody is promoted into one", async () => {
    const at = { date: week.monday, time: NINE };
    await week.move(at, week.other);
    await week.setPlaces("running", { places: 1, lateHours: 0 });
    await week.bookAll(0);
    week.setClock(week.monday, 8.75);
    await checkIn(week.services, await week.bookingId(0), ACTOR);
    expect(await week.book(0, week.other)).toMatchObject({ code: "overlap" });
    await week.book(1, week.other);
    expect(await week.book(0, week.other)).toMatchObject({ code: "waiting" });
    await week.giveUp(1, week.other);
    expect(await week.state(0, week.other)).toBe("waiting");
  });

  describe("a reminder whose moment has come", () => {
    const remind = async () => {
      week.setClock(week.monday, 14);
      await runBookingJobs(week.services);
    };
    const atSix = { from: "6:00pm", to: "7:00pm" };

    test.each<[string, () => Promise<unknown>]>([
      ["a move", () => week.move({ date: week.monday, time: atSix })],
      [
        "another class",
        async () => {
          await week.move({ date: week.monday, time: atSix });
          await week.services.db.updateTable("bookings").set({ reminded_at: null }).execute();
          await week.changeRow({ gymClass: "running" });
        },
      ],
      [
        "a class that is back on",
        async () => {
          await week.move({ date: week.monday, time: atSix });
          await week.cancel();
          await week.restore();
        },
      ],
    ])("does not follow %s", async (_, act) => {
      await week.book(0);
      week.setClock(week.monday, 8);
      await act();
      await runBookingJobs(week.services);
      expect(await week.kindsTo(0)).not.toContain("reminder");
      week.setClock(week.monday, 15.1);
      await runBookingJobs(week.services);
      expect(await week.kindsTo(0), "whose moment was ahead").toContain("reminder");
    });

    test("does not follow a move, nor another email with the time", async () => {
      await week.book(0);
      week.setClock(week.monday, 8);
      await week.move({ date: week.monday, time: { from: "10:00am", to: "11:00am" } });
      await runBookingJobs(week.services);
      expect(await week.kindsTo(0)).toEqual(["booked", "moved"]);
      await week.cancel();
      await week.restore();
      await runBookingJobs(week.services);
      await week.changeRow({ gymClass: "running" });
      await runBookingJobs(week.services);
      expect(await week.kindsTo(0)).toEqual(["booked", "moved", "gym-cancelled", "back-on", "class-changed"]);
      await remind();
      expect(await week.kindsTo(0)).not.toContain("reminder");
    });

    test("does not follow a promotion, nor a place that was taken first come", async () => {
      await week.setPlaces("fitness", { lateHours: 0 });
      await week.bookAll(0, 1, 2, 3);
      week.setClock(week.sunday, 20);
      await week.giveUp(0);
      await runBookingJobs(week.services);
      expect(await week.kindsTo(2)).toEqual(["waiting", "promoted"]);
      week.setClock(week.monday, 8);
      await week.giveUp(1);
      expect(await week.book(3)).toMatchObject({ code: "booked" });
      await runBookingJobs(week.services);
      expect(await week.kindsTo(3)).toEqual(["waiting", "place-free", "booked"]);
    });
  });

  test("join the waiting list, take the places away: those who wait are notified that no booking is needed, and bookings stay", async () => {
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

  test("join the waiting list, change the row to a class without places: one mail each, and nobody waits", async () => {
    await week.bookAll(0, 1, 2);
    await week.changeRow({ gymClass: "boxing" });
    expect(await week.kindsTo(0)).toEqual(["booked", "class-changed"]);
    expect(await week.state(0)).toBe("booked");
    expect(await week.kindsTo(2)).toEqual(["waiting", "just-come"]);
    expect(await week.lastTextTo(2)).toMatch(/Class: +Boxing\nWas: +Fitness/);
    expect(await week.state(2)).toBe("expired");
  });

  test("join the waiting list, miss three classes, a place comes free: promoted, though booking is left to the desk", async () => {
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
    if (row === undefined) throw new Error("There is no booking");
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
