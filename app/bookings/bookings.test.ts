import { beforeEach, describe, expect, test } from "vitest";
import { addNewcomers, momentAt as at } from "../../test/bookings/booking-gym.ts";
import { BookingWeek } from "../../test/bookings/booking-week.ts";
import { ACTOR } from "../../test/content/content-changes.ts";
import { ENGINES } from "../../test/support/test-services.ts";
import { confirmAddress } from "../accounts/address-confirmation.server.ts";
import { MAX_QUEUED, queued } from "../platform/queue.server.ts";
import { substituteTrainer } from "../timetable/session-actions.server.ts";
import { attendanceQuestions, saveAttendance } from "./attendance.server.ts";
import { bookPlace } from "./book.server.ts";
import { MAX_BOOKINGS_A_DAY } from "./booking.ts";
import { cancelBooking } from "./cancel-booking.server.ts";
import { checkIn, markMissed } from "./desk-actions.server.ts";
import { runBookingJobs } from "./jobs.server.ts";
import { findOffer } from "./own-bookings.server.ts";

describe.each(ENGINES)("bookings on %s", (kind) => {
  const week = BookingWeek.on(kind);
  const { services } = week;
  const move = (from: string, to: string) => week.move({ date: week.monday, time: { from, to } });

  test("a place given up before the deadline goes to the first who waits, and pages that still say “full” are not rendered again", async () => {
    await week.bookAll(0, 1, 2);
    const { places } = services.timetable;
    await week.giveUp(0);
    expect(services.timetable.places).toBe(places);
    expect(await week.own(2)).toMatchObject({ state: "booked", isPromoted: true });
  });

  test("after the deadline cancelling is late, and free places are first come, first served; people on the waiting list are notified", async () => {
    await week.bookAll(0, 1, 2, 3);
    week.setClock(week.sunday, 22);
    expect(await week.giveUp(0)).toMatchObject({ code: "late" });
    expect(await week.state(2)).toBe("waiting");
    expect(await week.kindsTo(2)).toEqual(["waiting", "place-free"]);
    const booked = await week.book(4);
    const inTenMinutes = new Date(services.now().getTime() + 10 * 60_000).toISOString();
    expect(booked).toMatchObject({ code: "booked", booking: { deadline: inTenMinutes } });
    expect(await week.book(3)).toMatchObject({ code: "same", booking: { position: 2 } });
    await week.giveUp(1);
    expect(await week.book(3)).toMatchObject({ code: "booked" });
    expect(await week.giveUp(3)).toMatchObject({ code: "cancelled" });
    expect(await week.kindsTo(1)).toEqual(["booked", "cancelled-late"]);
  });

  test("promoted people can decline for two waking hours, also after the deadline of the class", async () => {
    const { sunday, monday } = week;
    await move("11:00am", "12:00pm");
    await week.bookAll(0, 1, 2, 3, 4);
    expect(await week.own(0)).toMatchObject({ deadline: at(monday, 7) });
    week.setClock(sunday, 23);
    await week.giveUp(0);
    expect(await week.own(2)).toMatchObject({ state: "booked", deadline: at(monday, 9) });
    week.setClock(monday, 8.5);
    expect(await week.giveUp(1)).toMatchObject({ code: "late" });
    expect(await week.own(3)).toMatchObject({ state: "booked", deadline: expect.stringMatching(/T07:30:/) });
    // The email about the place is newer than the reminder would have been.
    await runBookingJobs(services);
    expect(await week.kindsTo(3)).not.toContain("reminder");
    week.setClock(monday, 8.99);
    expect(await week.giveUp(2)).toMatchObject({ code: "cancelled" });
  });

  test("people promoted late, before a class that was moved to an earlier time, are not recorded as no-shows", async () => {
    await move("5:00pm", "6:00pm");
    await week.bookAll(0, 1, 2);
    week.setClock(week.monday, 12);
    await week.giveUp(0);
    await move("1:30pm", "2:30pm");
    expect(await week.actAt(14.6, markMissed, 2)).toEqual({ code: "short-notice" });
    await saveAttendance(services, week.id, "all-missed", ACTOR);
    expect([await week.state(2), await week.state(1)]).toEqual(["booked", "no_show"]);
    expect((await attendanceQuestions(services)).map(({ session }) => session.id)).not.toContain(week.id);
  });

  test("people can cancel free of charge until a moved class begins, and get one email about each change", async () => {
    await week.book(0);
    await move("11:00am", "12:00pm");
    await substituteTrainer(services, { ...(await week.seen()), trainerSlug: "brian-otieno" }, ACTOR);
    expect((await week.kindsTo(0)).toSorted()).toEqual(["booked", "moved", "substitute"]);
    week.setClock(week.monday, 10.9);
    expect(await week.giveUp(0)).toMatchObject({ code: "cancelled" });
  });

  test("a booking is refused to the test account, to anybody after so many in a day, and with an unknown id", async () => {
    const visitor = { ...week.person(0), isTestAccount: true };
    expect(await bookPlace(services, visitor, { sessionId: week.id })).toEqual({ code: "test-account" });
    for (let times = 0; times < MAX_BOOKINGS_A_DAY; times += 1) {
      expect(await week.book(0)).toMatchObject({ code: "booked" });
      await week.giveUp(0);
    }
    expect(await week.book(0)).toEqual({ code: "too-often" });
    expect(await cancelBooking(services, week.person(1).id, "no-such-booking")).toEqual({ code: "unknown" });
  });

  test.runIf(kind === "sqlite")("a booking is refused at once while the queue for the timetable is full", async () => {
    const canEnd = Promise.withResolvers<void>();
    const work = Array.from({ length: MAX_QUEUED }, () => queued(services, () => canEnd.promise));
    expect(await week.book(0)).toEqual({ code: "busy" });
    canEnd.resolve();
    await Promise.all(work);
    expect(await week.book(0)).toMatchObject({ code: "booked" });
  });

  describe("of a new account", () => {
    /** The index of the newcomer. */
    const NEW = 6;
    const others = () => [week.other, `wednesday-3.${week.day(3)}`, `wednesday-4.${week.day(3)}`];
    beforeEach(async () => {
      await services.db.deleteFrom("rate_limits").execute();
      week.members.push(...(await addNewcomers(services, 1)));
    });

    test("are made at once, two at most, and the first is mailed with a link that confirms the address", async () => {
      const [second = "", third = ""] = others();
      expect(await week.book(NEW)).toMatchObject({ code: "booked", booking: { state: "booked" } });
      const [mail] = await week.mailsTo(NEW);
      const key = /confirm-address\?key=(\S+)/.exec(mail?.body_text ?? "")?.[1] ?? "";
      expect(mail?.body_html).toContain(key);
      expect(await week.book(NEW, second)).toMatchObject({ code: "booked" });
      expect(await week.book(NEW, third)).toEqual({ code: "unconfirmed", max: 2 });
      expect((await findOffer(services, week.person(NEW), third))?.refusal).toEqual({ code: "unconfirmed", max: 2 });
      await week.giveUp(NEW, second);
      expect(await week.kindsTo(NEW)).toEqual(["booked"]);
      expect(await confirmAddress(services, key)).toBe(true);
      for (const each of [second, third]) expect(await week.book(NEW, each)).toMatchObject({ code: "booked" });
      expect(await week.kindsTo(NEW)).toEqual(["booked", "booked", "booked"]);
    });

    test("are no longer limited once somebody was checked in", async () => {
      await week.book(NEW);
      expect(await week.actAt(9, checkIn, NEW)).toEqual({ code: "done" });
      for (const each of others()) expect(await week.book(NEW, each)).toMatchObject({ code: "booked" });
      expect(await week.kindsTo(NEW)).toEqual(["booked", "booked", "booked", "booked"]);
    });

    test("can be made four times a day, and emails about changes by others are still sent", async () => {
      await week.bookAll(0, 1);
      expect(await week.book(NEW)).toMatchObject({ code: "waiting" });
      await week.giveUp(0);
      expect(await week.kindsTo(NEW)).toEqual(["waiting", "promoted"]);
      for (let times = 1; times < 4; times += 1) {
        await week.giveUp(NEW);
        expect((await week.book(NEW)).code).toMatch(/^(booked|waiting)$/);
      }
      await week.giveUp(NEW);
      expect(await week.book(NEW)).toEqual({ code: "too-often" });
      expect(await week.kindsTo(NEW)).toEqual(["waiting", "promoted"]);
    });

    if (kind === "postgres") return;

    test("are limited to thirty a day in all from one client address; known people and other addresses are not limited", async () => {
      week.members.push(...(await addNewcomers(services, 30)));
      for (let index = NEW; index < NEW + 30; index += 1) {
        expect((await week.book(index)).code).toMatch(/^(booked|waiting)$/);
      }
      const last = NEW + 30;
      expect(await week.book(last)).toEqual({ code: "too-many-new" });
      expect(await week.own(last)).toBeUndefined();
      expect(await week.kindsTo(last)).toEqual(["account-confirmation"]);
      // Sent twice, nothing is counted twice.
      expect((await week.book(NEW)).code).toBe("same");
      expect((await week.book(0)).code).toBe("waiting");
      const elsewhere = { ...week.person(last), clientAddress: "198.51.100.7" };
      expect((await bookPlace(services, elsewhere, { sessionId: week.id })).code).toBe("waiting");
      week.setClock(week.monday, 12.1);
      expect((await week.book(last, others()[2])).code).toBe("booked");
    });
  });
});
