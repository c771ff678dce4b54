import { describe, expect, test } from "vitest";
import type { ClassSession } from "../timetable/class-session.ts";
import type { BookingState } from "./booking.ts";
import { limitRefusal, sessionRefusal } from "./booking-refusals.server.ts";
import type { TimedBooking } from "./booking-rows.server.ts";

const NOW = new Date("2026-11-23T07:00:00.000Z");

/** A class of 30 November. Booking opened an hour ago. */
const SESSION = {
  ...{ id: "monday-1.2026-11-30", date: "2026-11-30", state: "scheduled" },
  ...{ startsAt: "2026-11-30T06:00:00.000Z", endsAt: "2026-11-30T07:00:00.000Z" },
} as ClassSession;

describe("a session", () => {
  const refusal = (session: Partial<ClassSession>, { capacity = 8, byStaff = false, now = NOW } = {}) => {
    const bookable = { session: { ...SESSION, ...session }, deadline: "", promotionsEnd: "" };
    const rule = { capacity: capacity === 0 ? null : capacity, lateHours: 0, priceKes: null };
    return sessionRefusal({ ...bookable, rule }, now, byStaff ? { byStaff } : undefined);
  };

  test("can be booked by anybody from the moment booking opens, and by staff before", () => {
    expect(refusal({})).toBeUndefined();
    expect(refusal({}, { now: new Date("2026-11-23T03:00:00.000Z") })).toBeUndefined();
    const early = { now: new Date("2026-11-23T02:59:59.999Z") };
    expect(refusal({}, early)).toMatchObject({ code: "not-open", opensAt: "2026-11-23T03:00:00.000Z" });
    expect(refusal({}, { ...early, byStaff: true })).toBeUndefined();
  });

  test("can’t be booked once it has begun, is cancelled, or without a capacity", () => {
    const before = new Date("2026-11-30T05:59:59.999Z");
    expect(refusal({}, { now: before })).toBeUndefined();
    expect(refusal({}, { now: new Date("2026-11-30T06:00:00.000Z") })).toMatchObject({ code: "begun" });
    expect(refusal({ state: "cancelled" })).toMatchObject({ code: "cancelled", session: { id: SESSION.id } });
    expect(refusal({}, { capacity: 0 })).toMatchObject({ code: "not-bookable", session: { id: SESSION.id } });
  });
});

describe("the limits of a person", () => {
  const bookingOf = (state: BookingState, date: string, more: Partial<TimedBooking> = {}): TimedBooking => ({
    ...{ session_id: `other.${date}`, state, disputed_at: null, dispute_settled_at: null },
    ...{ starts_at: `${date}T06:00:00.000Z`, ends_at: `${date}T07:00:00.000Z`, ...more },
  });
  const times = (count: number, state: BookingState, more: Partial<TimedBooking> = {}) =>
    Array.from({ length: count }, (_, day) => bookingOf(state, `2026-11-${24 + day}`, more));
  const booked = (date: string, more: Partial<TimedBooking> = {}) => bookingOf("booked", date, more);
  const missed = (...days: number[]) => days.map((day) => bookingOf("no_show", `2026-11-${day}`));
  const five = times(5, "booked");
  const disputed = { disputed_at: "2026-11-15" };
  const confirmed = bookingOf("no_show", "2026-11-09", { ...disputed, dispute_settled_at: "2026-11-16" });
  const tooMany = { code: "too-many", max: 6 };
  const missedUntil = (date: string) => ({ code: "no-shows", until: `${date}T06:00:00.000Z` });
  const newAccount = { isTrusted: false };

  test.each<[string, TimedBooking[], object | undefined, { isTrusted?: boolean; people?: number }?]>([
    ["five open bookings", five, undefined],
    ["six open bookings", times(6, "booked"), tooMany],
    ["six waiting-list positions", times(6, "waiting"), tooMany],
    ["six check-ins", times(6, "attended"), undefined],
    ["a sixth booking that has begun", [...five, booked("2026-11-23")], undefined],
    ["a sixth booking that begins now", [...five, booked("2026-11-23", { starts_at: NOW.toISOString() })], undefined],
    ["a sixth booking of the same session", [...five, booked("2026-11-30", { session_id: SESSION.id })], undefined],
    ["four open bookings, with a guest", times(4, "booked"), undefined, { people: 2 }],
    ["five open bookings, with a guest", five, { code: "guest-too-many", max: 6 }, { people: 2 }],
    ["six open bookings, with a guest", times(6, "booked"), tooMany, { people: 2 }],
    ["one booking of an unconfirmed account", times(1, "booked"), undefined, newAccount],
    ["two bookings of an unconfirmed account", times(2, "booked"), { code: "unconfirmed", max: 2 }, newAccount],
    ["two missed sessions", missed(10, 12), undefined],
    ["three missed sessions", missed(10, 12, 14), missedUntil("2026-12-10")],
    ["four missed sessions", missed(8, 10, 12, 14), missedUntil("2026-12-10")],
    ["three missed, one disputed", [...missed(10, 12), bookingOf("no_show", "2026-11-14", disputed)], undefined],
    ["three missed, one confirmed after a dispute", [confirmed, ...missed(10, 12)], missedUntil("2026-12-09")],
    ["three disputed bookings that were attended", times(3, "attended", disputed), undefined],
  ])("%s", (_, own, expected, { isTrusted = true, people = 1 } = {}) => {
    expect(limitRefusal(own, SESSION, NOW, { isTrusted, people })).toEqual(expected);
  });
});
