/** Pure functions: what a free place means for the waiting list of its session. */
import { type Bookable, hasBegun } from "./bookable-session.server.ts";
import type { BookingState } from "./booking.ts";
import { overlapping, type TimedBooking } from "./booking-rows.server.ts";

/**
 * Who gets the free places of a session: the waiting list until promotions end, whoever books first from then on. No
 * email about a place that was free before.
 */
export function freePlacesGoTo(
  { session, promotionsEnd }: Bookable,
  { free, isFreed, at }: { free: number; isFreed: boolean; at: Date },
): "waiting-list" | "first-come" | "nobody" {
  if (free <= 0 || session.state === "cancelled" || hasBegun(session, at)) return "nobody";
  if (at.toISOString() < promotionsEnd) return "waiting-list";
  return isFreed ? "first-come" : "nobody";
}

/**
 * Whether a waiting booking gets a free place, or is passed over. Until the end of 2026, guests could join the list with
 * their hosts. @param own the bookings of its person, or of its host
 */
export function promotionOf(
  { session }: Bookable,
  { host, own }: { host: { state: BookingState } | undefined; own: readonly TimedBooking[] },
): "promoted" | "host-waits" | "overlaps" {
  if (host?.state === "waiting") return "host-waits";
  return overlapping(own, session) === undefined ? "promoted" : "overlaps";
}
