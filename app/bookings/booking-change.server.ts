/** Writing one booking in a transaction: its state, the event that says why, and the public word of its session. */
import { nextId } from "../platform/activity.server.ts";
import type { BookingActorKind } from "../platform/booking-tables.ts";
import type { Change } from "../platform/transact.server.ts";

import type { Bookable } from "./bookable.server.ts";
import type { BookingState } from "./booking.ts";
import { type BookingRow, type Counts, countPlaces } from "./booking-rows.server.ts";
import { wordOf } from "./rules.server.ts";

/** Who did something to a booking. */
export type BookingActor = { kind: "visitor" | "system" } | { kind: "staff"; id: string; name: string };

export const VISITOR: BookingActor = { kind: "visitor" };
export const SYSTEM: BookingActor = { kind: "system" };

/** What an event says beside its states; the console has the sentences. */
export type EventNote =
  /** A place came free, and this was the first in line. */
  | "promoted"
  /** Passed over: the person has another session at that time. */
  | "skipped-overlap"
  /** The person took a free place after the limit, first come. */
  | "first-come"
  | "moved"
  | "substituted"
  | "class-changed"
  | "session-cancelled"
  | "day-closed"
  /** The session takes place after all, and the booking is what it was. */
  | "restored"
  /** The session takes place after all, and the booking stays ended: another one is at that time ... */
  | "overlap-by-now"
  /** ... or the session is at another time. */
  | "other-time-by-now"
  /** The class has no number of places any more: nobody has to wait. */
  | "no-places"
  | "walk-in"
  | "walk-in-removed"
  | "excused"
  | "checked-in"
  | "not-there"
  | "check-in-undone"
  | "account-deleted"
  | "hold-expired"
  | "session-began"
  | "no-show-by-rule";

/** An event of a booking. */
export async function recordEvent(
  { transaction, at }: Change,
  bookingId: string,
  { from, to, actor, note }: { from: BookingState | null; to: BookingState; actor: BookingActor; note?: EventNote },
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

/** Changes the state of a booking, with its event. @returns the row as it is then */
export async function setState(
  change: Change,
  row: BookingRow,
  to: BookingState,
  { actor, note, ...columns }: { actor: BookingActor; note?: EventNote } & Partial<BookingRow>,
): Promise<BookingRow> {
  const changed = { state: to, ...columns };
  await change.transaction.updateTable("bookings").set(changed).where("id", "=", row.id).execute();
  await recordEvent(change, row.id, { from: row.state, to, actor, ...(note && { note }) });
  return { ...row, ...changed };
}

/** Ends a booking: it takes no place any more, and waits for none. */
export async function endBooking(
  change: Change,
  row: BookingRow,
  to: BookingState,
  by: { actor: BookingActor; note?: EventNote },
): Promise<BookingRow> {
  return setState(change, row, to, { ...by, ended_at: change.at.toISOString() });
}

/** Has pages rendered again when the word that they say of a session is another one. */
export async function withWord<T>(change: Change, { session, rule }: Bookable, work: () => Promise<T>) {
  const { capacity } = rule;
  if (capacity === null) return work();
  const word = async () => wordOfCounts(capacity, await countPlaces(change.transaction, session.id, change.at));
  const before = await word();
  const result = await work();
  if ((await word()) !== before) change.placesChanged();
  return result;
}

/** The public word of a session with so many places taken. */
export function wordOfCounts(capacity: number, { taken }: Counts) {
  return wordOf({ capacity, free: capacity - taken });
}
