import { beforeEach, describe, expect, test } from "vitest";
import { addMembers, addNewcomers, momentAt as at, type Member } from "../../test/bookings/booking-gym.ts";
import { ACTOR } from "../../test/content/content-changes.ts";
import { openGymBeforeAll } from "../../test/support/open-gym.ts";
import { ENGINES } from "../../test/support/test-services.ts";
import { confirmAddress } from "../accounts/address-confirmation.server.ts";
import { addDays } from "../time/dates.server.ts";
import { findClassSession } from "../timetable/class-sessions.server.ts";
import { moveSession, substituteTrainer } from "../timetable/session-actions.server.ts";
import { attendanceQuestions, saveAttendance } from "./attendance.server.ts";
import { bookPlace } from "./book.server.ts";
import { MAX_BOOKINGS_A_DAY } from "./booking.ts";
import { cancelBooking } from "./cancel-booking.server.ts";
import { checkIn, markMissed } from "./desk-actions.server.ts";
import { findOffer } from "./own-bookings.server.ts";

/** Sunday 22 November 2026, noon in Nairobi; each test has a week of its own after it. */
const SUNDAY = "2026-11-22";

describe.each(ENGINES)("bookings on %s", (kind) => {
  const { services, clock } = openGymBeforeAll(kind, {
    now: at(SUNDAY, 12),
    places: { fitness: { places: 2 }, running: { places: 5 } },
  });
  let members: Member[];
  let sunday = SUNDAY;
  let monday: string;
  let id: string;

  beforeEach(async () => {
    sunday = addDays(sunday, 7);
    monday = addDays(sunday, 1);
    id = `monday-1.${monday}`;
    clock.now = at(sunday, 12);
    members = await addMembers(services, 6);
    await services.db.deleteFrom("outbox").execute();
  });

  const person = (index: number) => members[index] as Member;
  const book = (index: number, sessionId = id) => bookPlace(services, person(index), { sessionId });
  const own = async (index: number) => (await findOffer(services, person(index), id))?.own;
  const cancel = async (index: number) => cancelBooking(services, person(index).id, (await own(index))?.id ?? "");
  const mailsOf = async ({ id: userId }: Member) => {
    const rows = await services.db.selectFrom("outbox").select("kind").where("user_id", "=", userId).execute();
    return rows.map((row) => row.kind.replace("booking-", "")).sort();
  };
  const mailsTo = (index: number) => mailsOf(person(index));
  const seen = async () => (await findClassSession(services, id))?.sequence ?? 0;
  const move = async (from: string, to: string) =>
    moveSession(services, { id, seen: await seen(), date: monday, time: { from, to } }, ACTOR);

  test("a place given up before the deadline goes to the first who waits, and pages that still say “full” are not rendered again", async () => {
    for (const index of [0, 1, 2]) await book(index);
    const { places } = services.timetable;
    await cancel(0);
    expect(services.timetable.places).toBe(places);
    expect(await own(2)).toMatchObject({ state: "booked", isPromoted: true });
  });

  test("after the deadline cancelling is late, and free places are first come, first served; people on the waiting list are notified", async () => {
    for (const index of [0, 1, 2, 3]) await book(index);
    clock.now = at(sunday, 22);
    expect(await cancel(0)).toMatchObject({ code: "late" });
    expect(await own(2)).toMatchObject({ state: "waiting" });
    expect(await mailsTo(2)).toEqual(["place-free", "waiting"]);
    expect(await book(4)).toMatchObject({ code: "booked", booking: { deadline: at(sunday, 22 + 1 / 6) } });
    expect(await book(3)).toMatchObject({ code: "same", booking: { position: 2 } });
    await cancel(1);
    expect(await book(3)).toMatchObject({ code: "booked" });
    expect(await mailsTo(1)).toEqual(["booked", "cancelled-late"]);
  });

  test("promoted people can decline for two waking hours, also after the deadline of the class", async () => {
    await move("11:00am", "12:00pm");
    for (const index of [0, 1, 2, 3, 4]) await book(index);
    expect(await own(0)).toMatchObject({ deadline: at(monday, 7) });
    clock.now = at(sunday, 23);
    await cancel(0);
    expect(await own(2)).toMatchObject({ state: "booked", deadline: at(monday, 9) });
    clock.now = at(monday, 8.5);
    expect(await cancel(1)).toMatchObject({ code: "late" });
    expect(await own(3)).toMatchObject({ state: "booked", deadline: at(monday, 10.5) });
    clock.now = at(monday, 9);
    expect(await cancel(2)).toMatchObject({ code: "cancelled" });
    expect(await own(4)).toMatchObject({ state: "waiting" });
    expect(await mailsTo(4)).toEqual(["place-free", "waiting"]);
  });

  test("people promoted late, before a class that was moved to an earlier time, are not recorded as no-shows", async () => {
    await move("5:00pm", "6:00pm");
    for (const index of [0, 1, 2]) await book(index);
    clock.now = at(monday, 12);
    await cancel(0);
    await move("1:30pm", "2:30pm");
    clock.now = at(monday, 14.6);
    expect(await markMissed(services, (await own(2))?.id ?? "", ACTOR)).toEqual({ code: "short-notice" });
    await saveAttendance(services, id, "all-missed", ACTOR);
    expect([await own(2), await own(1)]).toMatchObject([{ state: "booked" }, { state: "no_show" }]);
    expect((await attendanceQuestions(services)).map(({ session }) => session.id)).not.toContain(id);
  });

  test("people can cancel free of charge until a moved class begins, and get one email about each change", async () => {
    await book(0);
    await move("11:00am", "12:00pm");
    await substituteTrainer(services, { id, seen: await seen(), trainerSlug: "brian-otieno" }, ACTOR);
    expect(await mailsTo(0)).toEqual(["booked", "moved", "substitute"]);
    clock.now = at(monday, 10.9);
    expect(await cancel(0)).toMatchObject({ code: "cancelled" });
  });

  test("a booking is refused to the test account, to anybody after so many in a day, and with an unknown id", async () => {
    const visitor = { ...person(0), isTestAccount: true };
    expect(await bookPlace(services, visitor, { sessionId: id })).toEqual({ code: "test-account" });
    for (let times = 0; times < MAX_BOOKINGS_A_DAY; times += 1) {
      expect(await book(0)).toMatchObject({ code: "booked" });
      await cancel(0);
    }
    expect(await book(0)).toEqual({ code: "too-often" });
    expect(await cancelBooking(services, person(1).id, "no-such-booking")).toEqual({ code: "unknown" });
  });

  describe("of a new account", () => {
    const bookAs = (somebody: Member, sessionId = id) => bookPlace(services, somebody, { sessionId });
    const wednesday = () => addDays(monday, 2);
    const sessionsOfWeek = () => [id, `monday-3.${monday}`, `wednesday-3.${wednesday()}`, `wednesday-4.${wednesday()}`];
    const newcomer = async () => (await addNewcomers(services, 1))[0] as Member;
    beforeEach(() => services.db.deleteFrom("rate_limits").execute());

    test("are made at once, two at most, and the first is mailed with a link that confirms the address", async () => {
      const somebody = await newcomer();
      const [first = "", second = "", third = ""] = sessionsOfWeek();
      expect(await bookAs(somebody, first)).toMatchObject({ code: "booked", booking: { state: "booked" } });
      const [mail] = await services.db.selectFrom("outbox").selectAll().where("user_id", "=", somebody.id).execute();
      const key = /confirm-address\?key=(\S+)/.exec(mail?.body_text ?? "")?.[1] ?? "";
      expect(mail?.body_html).toContain(key);
      expect(await bookAs(somebody, second)).toMatchObject({ code: "booked" });
      expect(await bookAs(somebody, third)).toEqual({ code: "unconfirmed", max: 2 });
      expect((await findOffer(services, somebody, third))?.refusal).toEqual({ code: "unconfirmed", max: 2 });
      await cancelBooking(services, somebody.id, (await findOffer(services, somebody, second))?.own?.id ?? "");
      expect(await mailsOf(somebody)).toEqual(["booked"]);
      expect(await confirmAddress(services, key)).toBe(true);
      for (const each of [second, third]) expect(await bookAs(somebody, each)).toMatchObject({ code: "booked" });
      expect(await mailsOf(somebody)).toEqual(["booked", "booked", "booked"]);
    });

    test("are no longer limited once somebody was checked in", async () => {
      const somebody = await newcomer();
      await bookAs(somebody);
      clock.now = at(monday, 9);
      const { id: bookingId = "" } = (await findOffer(services, somebody, id))?.own ?? {};
      expect(await checkIn(services, bookingId, ACTOR)).toEqual({ code: "done" });
      for (const each of sessionsOfWeek().slice(1))
        expect(await bookAs(somebody, each)).toMatchObject({ code: "booked" });
      expect(await mailsOf(somebody)).toEqual(["booked", "booked", "booked", "booked"]);
    });

    test("can be made four times a day, and emails about changes by others are still sent", async () => {
      for (const index of [0, 1]) await book(index);
      const somebody = await newcomer();
      expect(await bookAs(somebody)).toMatchObject({ code: "waiting" });
      await cancel(0);
      expect(await mailsOf(somebody)).toEqual(["promoted", "waiting"]);
      for (let times = 1; times < 4; times += 1) {
        await cancelBooking(services, somebody.id, (await findOffer(services, somebody, id))?.own?.id ?? "");
        expect((await bookAs(somebody)).code).toMatch(/^(booked|waiting)$/);
      }
      await cancelBooking(services, somebody.id, (await findOffer(services, somebody, id))?.own?.id ?? "");
      expect(await bookAs(somebody)).toEqual({ code: "too-often" });
      expect(await mailsOf(somebody)).toEqual(["promoted", "waiting"]);
    });

    test("are limited to thirty a day in all from one client address; known people and other addresses are not limited", async () => {
      const crowd = await addNewcomers(services, 31);
      const codes: string[] = [];
      for (const each of crowd) codes.push((await bookAs(each)).code);
      expect(codes.filter((code) => code === "booked" || code === "waiting")).toHaveLength(30);
      const last = crowd[30] as Member;
      expect(codes[30]).toBe("too-many-new");
      expect((await findOffer(services, last, id))?.own).toBeUndefined();
      expect(await mailsOf(last)).toEqual(["account-confirmation"]);
      // Sent twice, nothing is counted twice.
      expect((await bookAs(crowd[0] as Member)).code).toBe("same");
      expect((await book(0)).code).toBe("waiting");
      expect((await bookAs({ ...last, clientAddress: "198.51.100.7" })).code).toBe("waiting");
      clock.now = at(monday, 12.1);
      expect((await bookAs((await newcomer()) as Member, `wednesday-4.${wednesday()}`)).code).toBe("booked");
    });
  });
});
