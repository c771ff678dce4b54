import type { Db } from "../platform/services.ts";
import type { ClassSession } from "../timetable/class-session.ts";
import { findBookable } from "./bookable-session.server.ts";
import type { BookingRefusal } from "./booking.ts";
import { limitRefusal } from "./booking-refusals.server.ts";
import { bookingsOfPerson, overlapping } from "./booking-rows.server.ts";

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
