import type { Services } from "../platform/services.ts";
import { type Change, transactUnlessBusy } from "../platform/transact.server.ts";
import { trackAvailability } from "./availability.server.ts";
import { type Bookable, findBookable, hasBegun } from "./bookable-session.server.ts";
import { type BookingActor, type EventReason, endWithGuest, SYSTEM, VISITOR } from "./booking-change.server.ts";
import { type BookingRow, findRowOf, guestOf, personIdOfAccount, upcomingRows } from "./booking-rows.server.ts";
import { removeFromCallList } from "./call-list.server.ts";
import { notify } from "./notify.server.ts";
import { promote, promoteOverlapping } from "./promotion.server.ts";

type CancelOutcome =
  /** `left`: it was on the waiting list. `same`: it was already cancelled, for example by a double click. */
  | { code: "cancelled" | "late" | "left" | "same" }
  | { code: "unknown" | "busy" }
  /** `checked-in`: only the desk can undo a check-in. */
  | { code: "cancel-too-late" | "checked-in" | "guest-checked-in" };

/**
 * Cancels a visitor's own booking and the guest's with it, or the guest's alone: free of charge until its deadline, then late,
 * until the session begins.
 */
export async function cancelBooking(services: Services, userId: string, bookingId: string): Promise<CancelOutcome> {
  return transactUnlessBusy(services, async (change): Promise<CancelOutcome> => {
    const cancellable = await findCancellable(change, userId, bookingId);
    if (cancellable.code !== "open") return cancellable;
    const { row, bookable, to } = cancellable;
    const ended = await freePlace(change, bookable, row, to, { actor: VISITOR });
    const isLate = ended.state === "late_cancelled";
    if (row.state !== "waiting") await notify(change, isLate ? "cancelled-late" : "cancelled", ended, bookable);
    return { code: row.state === "waiting" ? "left" : isLate ? "late" : "cancelled" };
  });
}

/** A visitor's booking that can be given up, with its guest and `to`, the state of each afterwards; or why not. */
export async function findCancellable(change: Change, userId: string, bookingId: string) {
  const { transaction, at } = change;
  const row = await findRowOf(transaction, await personIdOfAccount(transaction, userId), bookingId);
  const bookable = row && (await findBookable(transaction, row.session_id));
  if (row === undefined || bookable === undefined) return { code: "unknown" as const };
  const guest = await guestOf(transaction, row);
  if (row.ended_at !== null) return { code: "same" as const };
  if (hasBegun(bookable.session, at)) return { code: "cancel-too-late" as const };
  if (row.state === "attended") return { code: "checked-in" as const };
  if (guest?.state === "attended") return { code: "guest-checked-in" as const };
  const to = ({ state, free_until: deadline }: BookingRow) =>
    state !== "waiting" && deadline < at.toISOString() ? "late_cancelled" : "cancelled";
  return { code: "open" as const, row, bookable, guest, to };
}

/**
 * Frees the places of a booking and its guest, runs `takeOther`, and promotes waiting people here and in overlapping
 * sessions.
 */
export async function freePlace(
  change: Change,
  bookable: Bookable,
  row: BookingRow,
  to: (row: BookingRow) => "cancelled" | "late_cancelled",
  by: { actor: BookingActor; note?: EventReason },
  takeOther?: () => Promise<void>,
): Promise<BookingRow> {
  const ended = await trackAvailability(change, bookable, async () => {
    const ended = await endWithGuest(change, row, to, by);
    await removeFromCallList(change, row);
    await takeOther?.();
    await promote(change, bookable, { isFreed: row.state !== "waiting" });
    return ended;
  });
  if (row.state !== "waiting") await promoteOverlapping(change, row.person_id, bookable.session);
  return ended;
}

/**
 * Ends double bookings after a merge: a place wins over a waiting position, then the older booking wins. A guest is
 * kept.
 */
export async function endDoubleBookings(change: Change, personId: string): Promise<void> {
  const rows = await upcomingRows(change.transaction, personId, change.at);
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
