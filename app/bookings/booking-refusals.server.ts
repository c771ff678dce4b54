/** Pure functions: why a session can't be booked, by anybody or by one person. */
import { DAY_MS } from "../platform/durations.ts";
import type { Db } from "../platform/services.ts";
import type { ClassSession } from "../timetable/class-session.ts";
import { type Bookable, findBookable, hasBegun } from "./bookable-session.server.ts";
import { type BookingRefusal, MAX_NO_SHOWS, MAX_OPEN_BOOKINGS, MAX_OPEN_UNCONFIRMED, NO_SHOW_DAYS } from "./booking.ts";
import {
  bookingsOfPerson,
  isDisputed,
  overlapping,
  type TimedBooking,
  upcomingBookings,
} from "./booking-rows.server.ts";
import { opensAt } from "./booking-times.server.ts";

/** Why nobody can book a session. @param byStaff the desk may book before booking opens */
export function sessionRefusal(
  { session, rule }: Bookable,
  at: Date,
  { byStaff = false } = {},
): BookingRefusal | undefined {
  if (session.state === "cancelled") return { code: "cancelled", session };
  if (hasBegun(session, at)) return { code: "begun", session };
  if (rule.capacity === null) return { code: "not-bookable", session };
  const opens = opensAt(session.date);
  return byStaff || opens <= at.toISOString() ? undefined : { code: "not-open", session, opensAt: opens };
}

/** Why the limits keep one person from booking. @param own by start @param people 2 with a guest */
export function limitRefusal(
  own: readonly TimedBooking[],
  session: Pick<ClassSession, "id">,
  at: Date,
  { isTrusted, people }: { isTrusted: boolean; people: number },
): BookingRefusal | undefined {
  const missed = own.filter((booking) => booking.state === "no_show" && !isDisputed(booking));
  const earliest = missed.at(-MAX_NO_SHOWS);
  if (earliest !== undefined) {
    return { code: "no-shows", until: new Date(Date.parse(earliest.starts_at) + NO_SHOW_DAYS * DAY_MS).toISOString() };
  }
  const max = isTrusted ? MAX_OPEN_BOOKINGS : MAX_OPEN_UNCONFIRMED;
  const open = upcomingBookings(own, at).filter((booking) => booking.session_id !== session.id).length;
  if (open + people <= max) return undefined;
  if (open < max) return { code: "guest-too-many", max };
  return { code: isTrusted ? "too-many" : "unconfirmed", max };
}

/**
 * Why one person can't book. A booking that overlaps keeps nobody off the waiting list.
 * @param people 2 with a guest
 */
export async function personRefusal(
  db: Db,
  personId: string,
  session: ClassSession,
  at: Date,
  {
    getsPlace,
    byStaff = false,
    isTrusted,
    people = 1,
  }: { getsPlace: boolean; byStaff?: boolean; isTrusted: boolean; people?: number },
): Promise<BookingRefusal | undefined> {
  const own = await bookingsOfPerson(db, personId, at);
  const limited = byStaff ? undefined : limitRefusal(own, session, at, { isTrusted, people });
  if (limited !== undefined) return limited;
  const overlap = getsPlace ? overlapping(own, session) : undefined;
  const other = overlap && (await findBookable(db, overlap.session_id));
  return other && { code: "overlap", session, other: other.session };
}
