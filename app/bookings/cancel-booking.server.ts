/** Cancelling a booking, or leaving the waiting list. */
import type { Services } from "../platform/services.ts";
import type { Change } from "../platform/transact.server.ts";
import { trackAvailability } from "./availability.server.ts";
import { type Bookable, findBookable, hasBegun } from "./bookable-session.server.ts";
import { type BookingActor, changeBookings, type EventReason, endWithGuest, VISITOR } from "./booking-change.server.ts";
import {
  type BookingRow,
  findRowOf,
  guestOf,
  type OwnBooking,
  personIdOfAccount,
  readOwn,
} from "./booking-rows.server.ts";
import { removeFromCallList } from "./call-list.server.ts";
import { notify } from "./notify.server.ts";
import { promote, promoteOverlapping } from "./promotion.server.ts";

export type CancelOutcome =
  /** `left`: it was on the waiting list. `same`: it was already cancelled, for example by a double click. */
  | { code: "cancelled" | "late" | "left" | "same"; booking: OwnBooking }
  /** This person has no such booking. */
  | { code: "unknown" }
  /** `checked-in`: only the desk can undo a check-in. */
  | { code: "cancel-too-late" | "checked-in" | "guest-checked-in"; booking: OwnBooking }
  | { code: "busy" };

/**
 * Cancels a visitor's own booking and the guest's with it, or the guest's alone: free of charge until its deadline, then late,
 * until the session begins.
 */
export async function cancelBooking(services: Services, userId: string, bookingId: string): Promise<CancelOutcome> {
  return changeBookings(services, async (change): Promise<CancelOutcome> => {
    const { transaction } = change;
    const row = await findRowOf(transaction, await personIdOfAccount(transaction, userId), bookingId);
    const bookable = row && (await findBookable(transaction, row.session_id));
    if (row === undefined || bookable === undefined) return { code: "unknown" };
    const guest = await guestOf(transaction, row);
    const booking = await readOwn(transaction, row, bookable.session, guest);
    if (row.ended_at !== null) return { code: "same", booking };
    if (hasBegun(bookable.session, change.at)) return { code: "cancel-too-late", booking };
    if (row.state === "attended") return { code: "checked-in", booking };
    if (guest?.state === "attended") return { code: "guest-checked-in", booking };
    const isLate = (booking: BookingRow) => booking.state !== "waiting" && booking.free_until < change.at.toISOString();
    const to = (booking: BookingRow) => (isLate(booking) ? "late_cancelled" : "cancelled");
    const ended = await freePlace(change, bookable, row, to, { actor: VISITOR });
    const code = row.state === "waiting" ? "left" : isLate(row) ? "late" : "cancelled";
    if (code !== "left") await notify(change, isLate(row) ? "cancelled-late" : "cancelled", ended, bookable);
    return {
      code,
      booking: await readOwn(transaction, ended, bookable.session, guest && { ...guest, state: to(guest) }),
    };
  });
}

/** Frees the place of a booking and its guest's, and promotes waiting people here and in overlapping sessions. */
export async function freePlace(
  change: Change,
  bookable: Bookable,
  row: BookingRow,
  to: (row: BookingRow) => "cancelled" | "late_cancelled",
  by: { actor: BookingActor; note?: EventReason },
): Promise<BookingRow> {
  const ended = await trackAvailability(change, bookable, async () => {
    const ended = await endWithGuest(change, row, to, by);
    await removeFromCallList(change, row);
    await promote(change, bookable, { isFreed: row.state !== "waiting" });
    return ended;
  });
  if (row.state !== "waiting") await promoteOverlapping(change, row.person_id, bookable.session);
  return ended;
}
