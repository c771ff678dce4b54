import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { addNewcomers, momentAt as at } from "../../test/bookings/booking-gym.ts";
import { BookingWeek } from "../../test/bookings/booking-week.ts";
import { ACTOR } from "../../test/content/content-changes.ts";
import { ENGINES } from "../../test/support/test-services.ts";
import { confirmAddress } from "../accounts/address-confirmation.server.ts";
import { PERSON_NAME_MAX } from "../people/person.ts";
import { queued } from "../platform/queue.server.ts";
import { cancelSession, substituteTrainer } from "../timetable/session-actions.server.ts";
import { attendanceQuestions, saveAttendance } from "./attendance.server.ts";
import { bookPlace } from "./book.server.ts";
import { cancelBooking } from "./cancel-booking.server.ts";
import { checkIn, markMissed } from "./desk-actions.server.ts";
import { findDeskSession } from "./desk-day.server.ts";
import { exportBookings } from "./erasure.server.ts";
import { bookingsOfFeed, findFeed, makeFeed } from "./feed-tokens.server.ts";
import { runBookingJobs } from "./jobs.server.ts";
import { moveBooking } from "./move-booking.server.ts";
import { findOffer, findOwnBooking, listOwnBookings, sessionsToMoveTo } from "./own-bookings.server.ts";

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
    await week.bookAll(0, 1, 2, 3, 5);
    week.setClock(week.sunday, 22);
    expect(await week.giveUp(0)).toMatchObject({ code: "late" });
    expect(await week.giveUp(5)).toMatchObject({ code: "left" });
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
    week.setClock(week.sunday, 22.2);
    await week.bookWith(4, "Zawadi");
    await week.giveUp(4);
    expect(await week.own(4)).toMatchObject({ state: "late_cancelled", guest: { state: "cancelled" } });
    await week.cancel();
    expect([await week.state(0), await week.state(1)]).toEqual(["gym_cancelled", "gym_cancelled"]);
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
    await saveAttendance(services, week.id, "all-came", ACTOR);
    expect(await week.state(2)).toBe("attended");
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
    for (let times = 0; times < 30; times += 1) {
      expect(await week.book(0)).toMatchObject({ code: "booked" });
      await week.giveUp(0);
    }
    expect(await week.book(0)).toEqual({ code: "too-often" });
    expect(await cancelBooking(services, week.person(1).id, "no-such-booking")).toEqual({ code: "unknown" });
  });

  test.runIf(kind === "sqlite")(
    "a booking is refused while the queue for the timetable is full, or after twenty seconds in it",
    async () => {
      vi.useFakeTimers({ toFake: ["performance"] });
      onTestFinished(() => void vi.useRealTimers());
      const canEnd = Promise.withResolvers<void>();
      const work = Array.from({ length: 1500 }, () => queued(services, () => canEnd.promise));
      const outcomes = Promise.allSettled(work);
      const refused = vi.fn();
      for (const each of work) each.catch(refused);
      expect(await week.book(0)).toEqual({ code: "busy" });
      expect(refused).not.toHaveBeenCalled();
      vi.advanceTimersByTime(20_001);
      canEnd.resolve();
      const late = (await outcomes).filter(({ status }) => status === "rejected");
      expect(late.length, "all, or all but the one that has begun").toBeGreaterThanOrEqual(1499);
      expect(await week.book(0)).toMatchObject({ code: "booked" });
    },
  );

  test("nothing is booked without a valid name, and an email to an unconfirmed address does not contain the guest’s", async () => {
    expect(await week.bookWith(0, "www.evil.example/claim KES 5000")).toEqual({ code: "guest-link" });
    expect(await week.bookWith(0, " ")).toEqual({ code: "guest-missing" });
    expect(await week.bookWith(0, "x".repeat(PERSON_NAME_MAX + 1))).toEqual({ code: "guest-long" });
    expect((await findDeskSession(services, week.id))?.people).toEqual([]);
    await services.db.updateTable("users").set({ emailVerified: 0 }).where("id", "=", week.person(0).id).execute();
    expect(await week.bookWith(0, "Win KES 5000")).toMatchObject({ code: "booked" });
    expect(await week.lastTextTo(0)).toContain("\nGuest:   Your guest\n");
    await cancelSession(services, { id: week.id, seen: 0, reason: "No power" }, ACTOR);
    const mails = await services.db.selectFrom("outbox").select(["subject", "body_text", "body_html"]).execute();
    expect(mails).toHaveLength(2);
    expect(JSON.stringify(mails)).not.toContain("Win KES");
  });

  describe("a guest who joined the waiting list with the host before 2027", () => {
    /** Two people are booked, and a host and guest wait after them, as the site then allowed. */
    beforeEach(async () => {
      await week.setPlaces("fitness", { places: 4 });
      await week.bookAll(0, 2);
      await week.bookWith(1, "Amina");
      await services.db
        .updateTable("bookings")
        .set({ state: "waiting" })
        .where("id", "in", [await week.bookingId(1), (await week.guest(1))?.id ?? ""])
        .execute();
      await week.setPlaces("fitness", { places: 2 });
    });

    test("is promoted after the host", async () => {
      await week.book(3);
      await week.giveUp(0);
      expect(await week.own(1)).toMatchObject({ state: "booked", guest: { state: "waiting", position: 1 } });
      expect(await week.lastTextTo(1)).toMatch(/^A place became free, and it is yours\./);
      expect(await week.lastTextTo(1)).toContain("\nGuest:   Amina, on the waiting list\n");
      await week.giveUp(2);
      expect(await week.guest(1)).toMatchObject({ state: "booked" });
      expect(await week.lastTextTo(1)).toMatch(/^A place became free, and it is your guest's\./);
      expect(await week.state(3)).toBe("waiting");
    });

    test("can be booked by the host when a place becomes free after promotions have ended", async () => {
      await week.giveUp(0);
      week.setClock(week.sunday, 22);
      await week.giveUp(2);
      expect((await week.kindsTo(1)).at(-1)).toBe("place-free");
      expect(await week.lastTextTo(1)).toMatch(/^A place is free for your guest\./);
      const booking = { guest: { state: "booked" } };
      expect(await week.bookWith(1, "Amina")).toMatchObject({ code: "booked", booking });
    });
  });

  test("each change of a booking and its guest makes a newer version of the calendar's event", async () => {
    const { id: userId } = week.person(0);
    await makeFeed(services, userId);
    const key = (await findFeed(services, userId))?.token ?? "";
    const versions: (number | undefined)[] = [];
    for (const act of [() => week.book(0), () => week.bookWith(0, "Amina"), () => week.giveUp(0), () => week.book(0)]) {
      await act();
      versions.push((await bookingsOfFeed(services, key))?.changes.get(week.id)?.number);
    }
    expect(versions).toEqual([1, 2, 4, 5]);
    expect((await exportBookings(services.db, userId)).list.map(({ guest }) => guest)).toContain("Amina");
  });

  describe("that are moved", () => {
    const options = async (index: number) => {
      const own = await findOwnBooking(services, week.person(index).id, await week.bookingId(index));
      return (await sessionsToMoveTo(services, week.person(index).id, own ?? expect.unreachable())).map(({ id }) => id);
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
      const listed = (await findDeskSession(services, week.other))?.people.at(-1);
      expect(listed?.events).toMatchObject([{ from: null, to: "booked", note: "rebooked" }]);
      await week.giveUp(0, week.other);
      const { past } = await listOwnBookings(services, week.person(0).id);
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
      const third = `wednesday-3.${week.day(3)}`;
      await week.setPlaces("running", { places: 1 });
      for (const id of [third, week.other]) await week.book(1, id);
      week.setClock(week.monday, 15);
      await week.giveUp(0, week.other);
      expect(await week.rebook(1, week.other, third)).toEqual({ code: "moved" });
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
      expect(await options(0)).toContain(third);
      expect(await week.rebook(0, third)).toEqual({ code: "moved" });
      expect(await week.state(0, week.other)).toBe("waiting");
    });

    test("with a guest needs two places", async () => {
      await week.bookWith(0, "Zawadi");
      await week.setPlaces("running", { places: 1 });
      expect(await options(0)).not.toContain(week.other);
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
      expect((await listOwnBookings(services, week.person(3).id)).past).toEqual([]);
      expect(await moveBooking(services, week.person(3), "0", week.other)).toEqual({ code: "unknown" });
      expect(await week.state(3, week.other)).toBeUndefined();
    });
  });

  describe("of a new account", () => {
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

    test("count guests towards the limits", async () => {
      const { other, id } = week;
      expect(await week.book(NEW)).toMatchObject({ code: "booked" });
      expect(await week.book(NEW, other, "Amina")).toEqual({ code: "guest-too-many", max: 2 });
      expect((await findOffer(services, week.person(NEW), other))?.mayBringGuest).toBe(false);
      expect(await week.book(NEW, id, "Amina")).toMatchObject({ code: "booked" });
      expect(await week.book(NEW, other)).toEqual({ code: "unconfirmed", max: 2 });
      expect(await services.db.selectFrom("rate_limits").select("count").execute()).toEqual([{ count: 2 }]);
      // Unconfirmed accounts get an email about their first booking only.
      expect(await week.kindsTo(NEW)).toEqual(["booked"]);
      await week.giveUp(NEW);
      expect(await week.bookWith(NEW, "Amina")).toMatchObject({ code: "booked" });
      expect(await services.db.selectFrom("rate_limits").select("count").execute()).toEqual([{ count: 4 }]);
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
      expect(await week.rebook(NEW)).toEqual({ code: "too-many-new" });
      expect(await week.kindsTo(NEW)).toEqual(["booked", "account-confirmation"]);
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
