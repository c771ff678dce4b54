import { describe, expect, test } from "vitest";
import type { ClassSession } from "../timetable/class-session.ts";
import type { Bookable } from "./bookable-session.server.ts";
import type { TimedBooking } from "./booking-rows.server.ts";
import { freePlacesGoTo, promotionOf } from "./promotion-rules.server.ts";

const SESSION = {
  ...{ id: "monday-1.2026-11-30", date: "2026-11-30", state: "scheduled" },
  ...{ startsAt: "2026-11-30T06:00:00.000Z", endsAt: "2026-11-30T07:00:00.000Z" },
} as ClassSession;

const BOOKABLE: Bookable = {
  ...{ session: SESSION, rule: { capacity: 8, lateHours: 0, priceKes: null } },
  ...{ deadline: SESSION.startsAt, promotionsEnd: "2026-11-29T16:00:00.000Z" },
};
const [EARLY, LATE] = ["2026-11-29T15:59:59.999Z", BOOKABLE.promotionsEnd];

describe("free places go", () => {
  test.each([
    ["to the waiting list until promotions end", EARLY, 1, true, "waiting-list"],
    ["to the waiting list, though free before", EARLY, 2, false, "waiting-list"],
    ["to whoever is first, after promotions have ended", LATE, 1, true, "first-come"],
    ["to nobody new, after promotions have ended", LATE, 1, false, "nobody"],
    ["to nobody, if there are none", EARLY, 0, true, "nobody"],
    ["to nobody, if there are none later", LATE, 0, true, "nobody"],
    ["to whoever is first, until the start", "2026-11-30T05:59:59.999Z", 1, true, "first-come"],
    ["to nobody from the start on", SESSION.startsAt, 1, true, "nobody"],
  ])("%s", (_, now, free, isFreed, receiver) => {
    expect(freePlacesGoTo(BOOKABLE, { free, isFreed, at: new Date(now) })).toBe(receiver);
  });

  test("to nobody, if the session is cancelled", () => {
    const cancelled = { ...BOOKABLE, session: { ...SESSION, state: "cancelled" as const } };
    expect(freePlacesGoTo(cancelled, { free: 1, isFreed: true, at: new Date(EARLY) })).toBe("nobody");
  });
});

describe("somebody on the waiting list", () => {
  /** A booking of another session, by its hours of 30 November in UTC. */
  const booked = (from: string, to: string, more: Partial<TimedBooking> = {}): TimedBooking => ({
    ...{ session_id: "other.2026-11-30", state: "booked", disputed_at: null, dispute_settled_at: null },
    ...{ starts_at: `2026-11-30T${from}:00.000Z`, ends_at: `2026-11-30T${to}:00.000Z`, ...more },
  });

  test.each<[string, TimedBooking[], string]>([
    ["without other bookings", [], "promoted"],
    ["with a session at the same time", [booked("06:00", "07:00")], "overlaps"],
    ["checked in to a session at the same time", [booked("05:30", "06:01", { state: "attended" })], "overlaps"],
    ["with a session that ends as this one begins", [booked("05:00", "06:00")], "promoted"],
    ["with a session that begins as this one ends", [booked("07:00", "08:00")], "promoted"],
    ["who waits for another session too", [booked("06:00", "07:00", { state: "waiting" })], "promoted"],
    ["with a place in this session", [booked("06:00", "07:00", { session_id: SESSION.id })], "promoted"],
  ])("%s", (_, own, outcome) => {
    expect(promotionOf(BOOKABLE, { host: undefined, own })).toBe(outcome);
  });

  test("as a guest gets a place only after the host", () => {
    const outcomeWith = (state: "waiting" | "booked") => promotionOf(BOOKABLE, { host: { state }, own: [] });
    expect([outcomeWith("waiting"), outcomeWith("booked")]).toEqual(["host-waits", "promoted"]);
  });
});
