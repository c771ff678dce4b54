/**
 * What a change of a session means for its bookings, in the transaction of the change: everybody concerned is told once,
 * with the reason and with what they can do.
 */
import type { Session } from "../timetable/session.ts";
import type { TimetableChange } from "../timetable/timetable-change.server.ts";
import { type Bookable, findWritten } from "./bookable.server.ts";
import { OPEN_STATES } from "./booking.ts";
import {
  type BookingActor,
  type EventNote,
  endBooking,
  recordEvent,
  setState,
  withWord,
} from "./booking-change.server.ts";
import { type BookingRow, bookingsOfPerson, openRows, overlapping } from "./booking-rows.server.ts";
import type { BookingMailKind } from "./messages.ts";
import { promote, promoteElsewhere } from "./promotion.server.ts";
import { type Told, tellBooking } from "./tell.server.ts";

/** Who changed a session. */
type Staff = { id: string; name: string };

/** After a session was written. `before` is the session as it was read for the change. */
export async function afterSessionChange(change: TimetableChange, before: Session, by: Staff): Promise<void> {
  const of = await findWritten(change.transaction, before.id);
  if (of === undefined) return;
  const { session } = of;
  if (session.state === "cancelled") {
    await cancelBookings(change, of, by, session.isClosed ? "day-closed" : "session-cancelled");
    return;
  }
  if (before.state === "cancelled") await restoreBookings(change, of, by);
  else await tellChanged(change, of, before, by);
}

/** After a day was closed or opened again. `sessions` are those of the day as they were before. */
export async function afterDayChange(change: TimetableChange, sessions: readonly Session[], by: Staff): Promise<void> {
  for (const session of sessions) await afterSessionChange(change, session, by);
}

/** The gym cancels: nobody keeps a place or waits, and what counted against somebody does no more. */
async function cancelBookings(change: TimetableChange, of: Bookable, by: Staff, note: EventNote): Promise<void> {
  const { transaction, at } = change;
  const actor: BookingActor = { kind: "staff", ...by };
  const rows = await openRows(transaction, of.session.id, at);
  for (const row of rows) {
    const ended = await endBooking(change, row, "gym_cancelled", { actor, note });
    const wasWaiting = row.state === "waiting";
    await tellBooking(change, note === "day-closed" ? "closed" : "gym-cancelled", ended, of, { wasWaiting });
  }
  const late = await transaction
    .selectFrom("bookings")
    .selectAll()
    .where("session_id", "=", of.session.id)
    .where("state", "=", "late_cancelled")
    .execute();
  for (const row of late) await endBooking(change, row, "gym_cancelled", { actor, note });
  for (const row of rows) await promoteElsewhere(change, row.user_id, of.session);
}

/**
 * A cancelled session takes place after all: who had a place or waited does so again, in the same order, unless they have
 * another session at that time by now. Nobody could book meanwhile.
 */
async function restoreBookings(change: TimetableChange, of: Bookable, by: Staff): Promise<void> {
  const actor: BookingActor = { kind: "staff", ...by };
  const { session, limit } = of;
  for (const { row, was } of await endedByGym(change, session.id)) {
    const own = row.user_id === null ? [] : await bookingsOfPerson(change.transaction, row.user_id, change.at);
    if (was !== "waiting" && overlapping(own, session) !== undefined) {
      await tellBooking(change, "back-on", row, of);
      continue;
    }
    const to = was === "waiting" ? "waiting" : "booked";
    const again = { actor, note: "restored", ended_at: null } as const;
    const freeUntil = to === "waiting" ? limit : session.startsAt;
    const restored = await setState(change, row, to, { ...again, free_until: freeUntil, reminded_at: null });
    await tellBooking(change, "back-on", restored, of, { again: to === "waiting" ? "line" : "place" });
  }
  await withWord(change, of, () => promote(change, of, { isFreed: false }));
}

/** Each person's booking that the gym has ended, with what it was before; late cancellations are not among them. */
async function endedByGym({ transaction }: TimetableChange, sessionId: string) {
  const rows = await transaction
    .selectFrom("bookings")
    .selectAll()
    .where("session_id", "=", sessionId)
    .where("state", "=", "gym_cancelled")
    .orderBy("ticket")
    .execute();
  const events = await transaction
    .selectFrom("booking_events")
    .innerJoin("bookings", "bookings.id", "booking_events.booking_id")
    .select(["booking_events.booking_id", "booking_events.from_state"])
    .where("bookings.session_id", "=", sessionId)
    .where("booking_events.to_state", "=", "gym_cancelled")
    .orderBy("booking_events.at")
    .orderBy("booking_events.id")
    .execute();
  const before = new Map(events.map(({ booking_id, from_state }) => [booking_id, from_state]));
  const open = rows.flatMap((row) => {
    const was = before.get(row.id);
    return OPEN_STATES.some((state) => state === was) ? [{ row, was }] : [];
  });
  return new Map(open.map((one) => [one.row.user_id ?? one.row.id, one])).values();
}

/** Another time, trainer or class: one mail about what matters most, and the place can be given up until the start. */
async function tellChanged(change: TimetableChange, of: Bookable, before: Session, by: Staff): Promise<void> {
  const changed = changeOf(before, of.session);
  if (changed === undefined) return;
  const { transaction, at } = change;
  const rows = await openRows(transaction, of.session.id, at);
  for (const row of rows) {
    const freed = await releaseCancellation(change, of, row, by, changed.note);
    await tellBooking(change, changed.kind, freed, of, wasBefore(changed.kind, before));
  }
  if (changed.kind !== "moved") return;
  await withWord(change, of, () => promote(change, of, { isFreed: false }));
  for (const row of rows) await promoteElsewhere(change, row.user_id, before);
}

function wasBefore(kind: BookingMailKind, { date, time, className }: Session): Told {
  if (kind === "moved") return { from: { date, time } };
  return kind === "class-changed" ? { wasClass: className } : {};
}

function changeOf(before: Session, now: Session): { kind: BookingMailKind; note: EventNote } | undefined {
  if (before.startsAt !== now.startsAt || before.endsAt !== now.endsAt) return { kind: "moved", note: "moved" };
  if (before.classSlug !== now.classSlug) return { kind: "class-changed", note: "class-changed" };
  return before.trainerSlug === now.trainerSlug ? undefined : { kind: "substitute", note: "substituted" };
}

/** It is not what was booked: it can be cancelled free of charge until it starts. One that waits goes by the new limit. */
async function releaseCancellation(
  change: TimetableChange,
  { session, limit }: Bookable,
  row: BookingRow,
  by: Staff,
  note: EventNote,
): Promise<BookingRow> {
  const freeUntil = row.state === "waiting" ? limit : session.startsAt;
  await change.transaction
    .updateTable("bookings")
    // A reminder of the time before is worth nothing.
    .set({ free_until: freeUntil, ...(note === "moved" && { reminded_at: null }) })
    .where("id", "=", row.id)
    .execute();
  await recordEvent(change, row.id, { from: row.state, to: row.state, actor: { kind: "staff", ...by }, note });
  return { ...row, free_until: freeUntil };
}
