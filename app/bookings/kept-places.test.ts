/** Places of the waiting list for people without an account: kept until the desk has told them, and no longer than they could decline. */
import { beforeEach, describe, expect, test } from "vitest";
import { BookingWeek } from "../../test/bookings/booking-week.ts";
import { ACTOR } from "../../test/content/content-changes.ts";
import { ENGINES } from "../../test/support/test-services.ts";
import { transact } from "../platform/transact.server.ts";
import { deskSessionView } from "./desk/desk-session-view.server.ts";
import { personView } from "./desk/person-view.server.ts";
import { bookFor, cancelFor } from "./desk-actions.server.ts";
import { findDeskSession } from "./desk-day.server.ts";
import { runBookingJobs } from "./jobs.server.ts";
import { findPerson } from "./people.server.ts";
import { confirmTold } from "./promotion.server.ts";
import { listToTell } from "./to-tell.server.ts";

describe.each(ENGINES)("a place for somebody without an account on %s", (kind) => {
  const week = BookingWeek.on(kind);
  let otieno: string;

  /** Two are booked, Otieno waits, and then the last. */
  beforeEach(async () => {
    await week.bookAll(0, 1);
    const outcome = await bookFor(week.services, week.id, { name: "Otieno", phone: "0712345678" }, ACTOR);
    otieno = "booking" in outcome ? outcome.booking.id : outcome.code;
    await week.book(2);
  });

  const row = (id = otieno) =>
    week.services.db
      .selectFrom("bookings")
      .select(["state", "hold_until", "promoted_at", "free_until", "ticket"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
  const tell = () =>
    transact(week.services, (change) => confirmTold(change, otieno, { kind: "staff", ...ACTOR }), {
      lock: "timetable",
    });
  const view = async () => {
    const session = await findDeskSession(week.services, week.id);
    if (session === undefined) throw new Error("There is no such session");
    return deskSessionView(session, week.services.now(), { withDetails: true });
  };
  const shown = async () => {
    const { people, waiting, ended } = await view();
    return [...people, ...waiting, ...ended].find(({ id }) => id === otieno);
  };
  const evening = () => new Date(Date.parse(`${week.sunday}T18:00:00Z`)).toISOString();

  test("is kept, and booked when the desk has told them", async () => {
    expect(await tell()).toBe(false);
    await week.giveUp(0);
    // Nine in the morning: the deadline is in the evening before.
    expect(await row()).toMatchObject({ state: "held", hold_until: evening(), free_until: evening() });
    expect(await week.state(2)).toBe("waiting");
    expect(await shown()).toMatchObject({
      state: "Place kept until told",
      mark: "due",
      details: {
        deadline: "Kept until Sun 29 Nov, 9:00pm",
        cancels: "waiting",
        events: [/^A place is kept/, /^Put on/].map((one) => expect.stringMatching(one)),
      },
    });
    const found = await findPerson(week.services, otieno, {});
    expect(found && personView(found, { ...ACTOR, role: "desk" } as never, week.services.now()).bookings).toMatchObject(
      [{ state: "place kept until told", isOpen: true }],
    );
    expect([await tell(), await tell()]).toEqual([true, false]);
    expect(await row()).toMatchObject({ state: "booked", hold_until: null, promoted_at: expect.any(String) });
    expect((await shown())?.details?.events[0]).toMatch(new RegExp(`^Told of the place by ${ACTOR.name}, and booked`));
    week.setClock(week.monday, 8);
    await runBookingJobs(week.services);
    expect((await row()).state).toBe("booked");
  });

  test("is anybody's once promotions have ended, and they wait where they were before; each is mailed once", async () => {
    const { ticket } = await row();
    await week.setPlaces("fitness", { places: 4, lateHours: 4 });
    await bookFor(week.services, week.id, { name: "Achieng" }, ACTOR);
    expect(await week.state(2)).toBe("booked");
    await week.setPlaces("fitness", { places: 3, lateHours: 4 });
    await week.book(3);
    await week.giveUp(0);
    week.setClock(week.sunday, 21);
    await runBookingJobs(week.services);
    expect(await row()).toMatchObject({ state: "waiting", hold_until: null, promoted_at: null, ticket });
    expect(await shown()).toMatchObject({ state: "Waiting, no. 1" });
    expect((await shown())?.details?.events[0]).toMatch(/^Not told in time: on the waiting list again/);
    expect((await week.kindsTo(3)).filter((one) => one === "place-free")).toHaveLength(1);
    expect((await week.book(3)).code).toBe("booked");
  });

  test("follows a class that is moved, and ends two waking hours before it, whatever its hours", async () => {
    await week.giveUp(0);
    await week.setPlaces("fitness", { places: 2, lateHours: 12 });
    expect((await row()).hold_until).toBe(evening());
    await week.move({ date: week.day(2), time: { from: "5:00pm", to: "6:00pm" } });
    expect((await row()).hold_until).toBe(`${week.day(2)}T12:00:00.000Z`);
    week.setClock(week.day(2), 15);
    await runBookingJobs(week.services);
    expect((await row()).state).toBe("waiting");
    week.setClock(week.day(2), 17);
    await runBookingJobs(week.services);
    expect((await row()).state).toBe("expired");
  });

  test("goes to the next when the desk takes them off the list, which is never late", async () => {
    await week.giveUp(0);
    expect(await cancelFor(week.services, otieno, { free: false }, ACTOR)).toEqual({ code: "done" });
    expect(await row()).toMatchObject({ state: "cancelled" });
    expect((await shown())?.details?.events[0]).toMatch(new RegExp(`^Taken off the waiting list by ${ACTOR.name}`));
    expect(await week.state(2)).toBe("booked");
  });

  test("is kept again when the class takes place after all, unless it has no number of places any more", async () => {
    await week.giveUp(0);
    await week.cancel();
    const [toTell] = await listToTell(week.services, { sessionId: week.id });
    expect(toTell?.people).toContainEqual(
      expect.objectContaining({ name: "Otieno", news: expect.objectContaining({ kind: "cancelled", was: "waiting" }) }),
    );
    await week.restore();
    expect(await row()).toMatchObject({ state: "held", hold_until: evening() });
    await week.setPlaces("fitness", { places: undefined });
    expect(await row()).toMatchObject({ state: "expired" });
    expect((await shown())?.details?.events[0]).toMatch(/^Off the waiting list/);
  });
});
