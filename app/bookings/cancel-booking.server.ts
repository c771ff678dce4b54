/** Cancelling a booking, or leaving the waiting list. */
import type { Services } from "../platform/services.ts";
import type { Change } from "../platform/transact.server.ts";
import { trackAvailability } from "./availability.server.ts";
import { type Bookable, findWritten, hasBegun } from "./bookable-session.server.ts";
import { type BookingActor, changeBookings, type EventNote, endBooking, VISITOR } from "./booking-change.server.ts";
import { type BookingRow, type OwnBooking, ownBooking } from "./booking-rows.server.ts";
import { notify } from "./notify.server.ts";
import { promote, promoteElsewhere } from "./promotion.server.ts";

export type CancelOutcome =
  /** `left`: it waited. `same`: it was cancelled before, as by a double click. */
  | { code: "cancelled" | "late" | "left" | "same"; booking: OwnBooking }
  /** This person has no such booking. */
  | { code: "unknown" }
  /** `checked-in`: the person is there already, and only the desk takes that back. */
  | { code: "begun" | "checked-in"; booking: OwnBooking }
  | { code: "busy" };

/** Cancels a visitor's own booking: free of charge until its deadline, then late, until the session begins. */
export async function cancelBooking(services: Services, userId: string, bookingId: string): Promise<CancelOutcome> {
  return changeBookings(services, async (change): Promise<CancelOutcome> => {
    const row = await change.transaction
      .selectFrom("bookings")
      .selectAll()
      .where("id", "=", bookingId)
      .where("user_id", "=", userId)
      .executeTakeFirst();
    const of = row && (await findWritten(change.transaction, row.session_id));
    if (row === undefined || of === undefined) return { code: "unknown" };
    const booking = ownBooking(row, of.session, null);
    if (row.ended_at !== null) return { code: "same", booking };
    if (hasBegun(of.session, change.at)) return { code: "begun", booking };
    if (row.state === "attended") return { code: "checked-in", booking };
    const isLate = row.state !== "waiting" && row.free_until < change.at.toISOString();
    const ended = await freePlace(change, of, row, isLate ? "late_cancelled" : "cancelled", { actor: VISITOR });
    const code = row.state === "waiting" ? "left" : isLate ? "late" : "cancelled";
    if (code !== "left") await notify(change, isLate ? "cancelled-late" : "cancelled", ended, of);
    return { code, booking: ownBooking(ended, of.session, null) };
  });
}

/** Ends a booking that its person or the desk gives up. Its place goes to those who wait, and its time to other sessions. */
export async function freePlace(
  change: Change,
  of: Bookable,
  row: BookingRow,
  to: "cancelled" | "late_cancelled",
  by: { actor: BookingActor; note?: EventNote },
): Promise<BookingRow> {
  const ended = await trackAvailability(change, of, async () => {
    const ended = await endBooking(change, row, to, by);
    await promote(change, of, { isFreed: row.state !== "waiting" });
    return ended;
  });
  if (row.state !== "waiting") await promoteElsewhere(change, row.user_id, of.session);
  return ended;
}
