/** Pure functions: what a free place means for the waiting list of its session. */
import { type Bookable, hasBegun } from "./bookable-session.server.ts";
import type { BookingState } from "./booking.ts";
import { overlapping, type TimedBooking } from "./booking-rows.server.ts";

/**
 * Finds the receiver of free places: the waiting list until promotions end, then the first to book. Only a place that
 * was given up is worth an email.
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
 * Decides whether a waiting booking gets a free place; guests on the list are from before 2027.
 *
 * @param waiting.own the bookings of its person, or of the host
 */
export function promotionOf(
  { session }: Bookable,
  waiting: { host: { state: BookingState } | undefined; own: readonly TimedBooking[] },
): "promoted" | "host-waits" | "overlaps" {
  if (waiting.host?.state === "waiting") return "host-waits";
  return overlapping(waiting.own, session) === undefined ? "promoted" : "overlaps";
}
