import type { Change } from "../platform/transact.server.ts";
import { findBookable } from "./bookable-session.server.ts";
import { SYSTEM } from "./booking-change.server.ts";
import { type BookingRow, bookingsWithSessions, guestOf } from "./booking-rows.server.ts";
import { freePlace } from "./cancel-booking.server.ts";

/**
 * Ends double bookings after a merge: a place wins over a waiting position, then the older booking wins. A guest is
 * kept.
 */
export async function endDoubleBookings(change: Change, personId: string): Promise<void> {
  const rows = await bookingsWithSessions(change.transaction)
    .selectAll("bookings")
    .where("bookings.person_id", "=", personId)
    .where("bookings.ended_at", "is", null)
    .where("class_sessions.starts_at", ">", change.at.toISOString())
    .orderBy("bookings.ticket")
    .execute();
  for (const sessionBookings of Map.groupBy(rows, (row) => row.session_id).values()) {
    const [kept, ...doubles] = sessionBookings.toSorted((a, b) => rank(a) - rank(b));
    if (kept !== undefined) for (const double of doubles) await endDouble(change, kept, double);
  }
}

function rank({ state }: BookingRow): number {
  return state === "attended" ? 0 : state === "booked" ? 1 : 2;
}

async function endDouble(change: Change, kept: BookingRow, double: BookingRow): Promise<void> {
  const { transaction } = change;
  const guest = await guestOf(transaction, double);
  if (guest !== undefined && (await guestOf(transaction, kept)) === undefined) {
    await transaction.updateTable("bookings").set({ host_id: kept.id }).where("id", "=", guest.id).execute();
  }
  const bookable = await findBookable(transaction, double.session_id);
  if (bookable !== undefined) {
    await freePlace(change, bookable, double, () => "cancelled", { actor: SYSTEM, note: "records-merged" });
  }
}
