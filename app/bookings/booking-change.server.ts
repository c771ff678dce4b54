/** Changes bookings: the transaction, the new state, and an event with its reason. */
import { nextId } from "../platform/activity.server.ts";
import type { BookingActorKind } from "../platform/schema.ts";
import type { Change } from "../platform/transact.server.ts";
import type { BookingState } from "./booking.ts";
import { bookingStateChanged } from "./booking-hooks.server.ts";
import { type BookingRow, guestOf } from "./booking-rows.server.ts";

export type BookingActor = { kind: "visitor" | "system" } | { kind: "staff"; id: string; name: string };

export const VISITOR: BookingActor = { kind: "visitor" };
export const SYSTEM: BookingActor = { kind: "system" };

export type EventReason =
  /** A place became free, and this booking was first on the waiting list. */
  | "promoted"
  /** Passed over: the person has another session at that time. */
  | "skipped-overlap"
  /** A free place was taken after promotions ended: first come, first served. */
  | "first-come"
  | "moved"
  | "rebooked"
  | "substituted"
  | "class-changed"
  | "session-cancelled"
  | "day-closed"
  | "restored"
  /** The session takes place after all, but the person has another session at that time. */
  | "overlap-by-now"
  /** The session takes place after all, but at another time. */
  | "other-time-by-now"
  /** The class no longer has a capacity, so nobody has to wait. */
  | "no-places"
  | "walk-in"
  | "walk-in-removed"
  | "excused"
  | "checked-in"
  | "not-there"
  | "check-in-undone"
  | "account-deleted"
  | "records-merged"
  | "contact-corrected"
  | "session-began"
  | "disputed"
  /** The desk checked the dispute, and confirmed the no-show. */
  | "dispute-rejected"
  | "frozen"
  /** Until 2026, no-shows were recorded automatically two hours after the class. */
  | "no-show-by-rule";

export async function recordEvent(
  { transaction, at }: Change,
  bookingId: string,
  { from, to, actor, note }: { from: BookingState | null; to: BookingState; actor: BookingActor; note?: EventReason },
): Promise<void> {
  const staff = actor.kind === "staff" ? actor : undefined;
  await transaction
    .insertInto("booking_events")
    .values({
      id: nextId(),
      booking_id: bookingId,
      at: at.toISOString(),
      actor_kind: actor.kind satisfies BookingActorKind,
      actor_id: staff?.id ?? null,
      actor_name: staff?.name ?? null,
      from_state: from,
      to_state: to,
      note: note ?? null,
    })
    .execute();
}

/** Changes the state of a booking, with its event. @returns the new row */
export async function setState(
  change: Change,
  row: BookingRow,
  to: BookingState,
  { actor, note, ...columns }: { actor: BookingActor; note?: EventReason } & Partial<BookingRow>,
): Promise<BookingRow> {
  const changed = { state: to, ...columns };
  await change.transaction.updateTable("bookings").set(changed).where("id", "=", row.id).execute();
  await recordEvent(change, row.id, { from: row.state, to, actor, ...(note && { note }) });
  await bookingStateChanged(change, { ...row, ...changed });
  return { ...row, ...changed };
}

export async function endBooking(
  change: Change,
  row: BookingRow,
  to: BookingState,
  by: { actor: BookingActor; note?: EventReason },
): Promise<BookingRow> {
  return setState(change, row, to, { ...by, ended_at: change.at.toISOString() });
}

/** Ends a booking together with its guest's booking. @returns the first booking's new row */
export async function endWithGuest(
  change: Change,
  row: BookingRow,
  to: (row: BookingRow) => BookingState,
  by: { actor: BookingActor; note?: EventReason },
): Promise<BookingRow> {
  const guest = row.ended_at === null ? await guestOf(change.transaction, row) : undefined;
  const ended = await endBooking(change, row, to(row), by);
  if (guest !== undefined) await endBooking(change, guest, to(guest), by);
  return ended;
}
