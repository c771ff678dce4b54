/** Why somebody can't book: the checks of a session and those of a person, the same for the page and for the transaction. */
import type { ClassSession } from "../timetable/session.ts";
import { type Bookable, hasBegun } from "./bookable.server.ts";
import { type BookingRefusal, MAX_NO_SHOWS, MAX_OPEN_BOOKINGS, MAX_OPEN_UNCONFIRMED, NO_SHOW_DAYS } from "./booking.ts";
import { openToCome, overlapping, type TimedBooking } from "./booking-rows.server.ts";
import { opensAt } from "./rules.server.ts";

const DAY_MS = 24 * 60 * 60_000;

/** What is wrong with a session for everybody. @param ofDesk the desk may book before booking opens */
export function sessionRefusal(
  { session, rule }: Bookable,
  at: Date,
  { ofDesk = false } = {},
): BookingRefusal | undefined {
  if (session.state === "cancelled") return { code: "cancelled", session };
  if (hasBegun(session, at)) return { code: "begun", session };
  if (rule.capacity === null) return { code: "not-bookable", session };
  const opens = opensAt(session.date);
  return ofDesk || opens <= at.toISOString() ? undefined : { code: "not-open", session, opensAt: opens };
}

/**
 * What keeps one person from booking. Waiting is possible beside another session at that time.
 * @param own the person's bookings, as `bookingsOfPerson` reads them
 * @param isPlace a place is free; @param ofDesk the desk books; @param isKnown as `isKnown` says of the account
 * @param other reads the session that is in the way
 */
export async function personRefusal(
  own: readonly TimedBooking[],
  session: ClassSession,
  at: Date,
  {
    isPlace,
    ofDesk = false,
    isKnown,
    other,
  }: { isPlace: boolean; ofDesk?: boolean; isKnown: boolean; other: (id: string) => Promise<ClassSession | undefined> },
): Promise<BookingRefusal | undefined> {
  const capped = ofDesk ? undefined : capRefusal(own, session, at, isKnown);
  if (capped !== undefined) return capped;
  const inTheWay = isPlace ? overlapping(own, session) : undefined;
  const found = inTheWay && (await other(inTheWay.session_id));
  return found && { code: "overlap", session, other: found };
}

/** The caps that the desk is free of. */
function capRefusal(
  own: readonly TimedBooking[],
  session: ClassSession,
  at: Date,
  isKnown: boolean,
): BookingRefusal | undefined {
  const missed = own.filter(({ state }) => state === "no_show");
  const [earliest] = missed.slice(-MAX_NO_SHOWS);
  if (missed.length >= MAX_NO_SHOWS && earliest !== undefined) {
    return { code: "no-shows", until: new Date(Date.parse(earliest.starts_at) + NO_SHOW_DAYS * DAY_MS).toISOString() };
  }
  const open = openToCome(own, at).filter((one) => one.session_id !== session.id);
  if (!isKnown && open.length >= MAX_OPEN_UNCONFIRMED) return { code: "unconfirmed", max: MAX_OPEN_UNCONFIRMED };
  return open.length >= MAX_OPEN_BOOKINGS ? { code: "too-many", max: MAX_OPEN_BOOKINGS } : undefined;
}
