/**
 * What a change of a session means for its bookings, in the transaction of the change: everybody concerned is told once,
 * with the reason and with what they can do.
 */
import type { Change } from "../platform/transact.server.ts";
import type { ClassSession } from "../timetable/session.ts";

import { type Bookable, findPlaces, findWritten } from "./bookable.server.ts";
import { type BookingState, MAX_OPEN_BOOKINGS, wasEndedByGym } from "./booking.ts";
import {
  type BookingActor,
  type EventNote,
  endBooking,
  recordEvent,
  SYSTEM,
  setState,
  withWord,
} from "./booking-change.server.ts";
import { type BookingRow, bookingsOfPerson, openRows, openToCome, overlapping } from "./booking-rows.server.ts";
import type { BookingMailKind } from "./messages.ts";
import { endLine, promote, promoteElsewhere } from "./promotion.server.ts";
import { remindedByNews } from "./rules.server.ts";
import { type Told, tellBooking } from "./tell.server.ts";

/** Who changed a session. */
type Staff = { id: string; name: string };

/** After a session was written. `before` is the session as it was read for the change. */
export async function afterSessionChange(change: Change, before: ClassSession, by: Staff): Promise<void> {
  const of = await findWritten(change.transaction, before.id);
  if (of === undefined) return;
  const { session } = of;
  if (session.state === "scheduled") {
    if (before.state === "cancelled") await restoreBookings(change, of, before, by);
    else await followChange(change, of, before, by);
    return;
  }
  if (before.startsAt !== session.startsAt) await leaveBehind(change, of, by);
  await cancelBookings(change, of, by, session.isClosed ? "day-closed" : "session-cancelled");
}

/** After a day was closed or opened again. `sessions` are those of the day as they were before. */
export async function afterDayChange(change: Change, sessions: readonly ClassSession[], by: Staff): Promise<void> {
  for (const session of sessions) await afterSessionChange(change, session, by);
}

/** The gym cancels: nobody keeps a place or waits, and what counted against somebody does no more. */
async function cancelBookings(change: Change, of: Bookable, by: Staff, note: EventNote): Promise<void> {
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
 * A cancelled session takes place after all: who had a place or waited does so again, in the same order, who was checked in is
 * so again, and what was late is. Who has another session at that time by now is asked to book again, and so is everybody
 * when the session is at another time. Nobody could book meanwhile.
 */
async function restoreBookings(change: Change, of: Bookable, before: ClassSession, by: Staff): Promise<void> {
  const isElsewhere = before.startsAt !== of.session.startsAt;
  for (const ended of await endedByGym(change, of.session.id)) {
    if (isElsewhere) await offerAgain(change, of, ended, before, by);
    else await restoreBooking(change, of, ended, by);
  }
  await withWord(change, of, () => promote(change, of, { isFreed: false }));
}

/** A booking that the gym has ended, and what it was before. */
type EndedByGym = { row: BookingRow; was: BookingState };

async function restoreBooking(change: Change, of: Bookable, { row, was }: EndedByGym, by: Staff) {
  const { transaction, at } = change;
  const { session, limit } = of;
  const again = { actor: { kind: "staff", ...by }, note: "restored" } as const;
  if (was === "late_cancelled") {
    await setState(change, row, was, again);
    return;
  }
  const own = row.user_id === null ? [] : await bookingsOfPerson(transaction, row.user_id, at);
  if (was === "waiting") {
    if ((await findPlaces(transaction, session.classSlug)) === null) {
      const lifted = await setState(change, row, "expired", { actor: SYSTEM, note: "no-places" });
      await tellBooking(change, "back-on", lifted, of, { again: "no-booking" });
      return;
    }
  } else if (overlapping(own, session) !== undefined) {
    await leave(change, row, by, "overlap-by-now");
    await tellBooking(change, "back-on", row, of);
    return;
  }
  const to = was === "held" ? "booked" : was;
  const restored = await setState(change, row, to, {
    ...again,
    ended_at: null,
    free_until: was === "waiting" ? limit : session.startsAt,
    reminded_at: remindedByNews(session, at),
  });
  const open = openToCome(own, at).length + 1;
  const told: Told = { again: was === "waiting" ? "line" : "place" };
  await tellBooking(change, "back-on", restored, of, { ...told, ...(open > MAX_OPEN_BOOKINGS && { open }) });
}

/** A session that comes back at another time: nobody is put there, and each is told when it is now. */
async function offerAgain(
  change: Change,
  of: Bookable,
  { row, was }: EndedByGym,
  { date, time }: ClassSession,
  by: Staff,
): Promise<void> {
  await leave(change, row, by, "other-time-by-now");
  if (was === "late_cancelled") return;
  const told: Told = { again: "other-time", from: { date, time }, wasWaiting: was === "waiting" };
  await tellBooking(change, "back-on", row, of, told);
}

/** A session that does not take place was moved: what it ended was booked for another time, and stays ended. */
async function leaveBehind(change: Change, { session }: Bookable, by: Staff): Promise<void> {
  for (const { row } of await endedByGym(change, session.id)) await leave(change, row, by, "other-time-by-now");
}

/** Records that a booking is not restored, by which it never is. */
async function leave(change: Change, row: BookingRow, by: Staff, note: EventNote): Promise<void> {
  await recordEvent(change, row.id, { from: row.state, to: row.state, actor: { kind: "staff", ...by }, note });
}

/** The bookings of a session that come back with it, in the order of the line: of a person's places the newest at most. */
async function endedByGym({ transaction }: Change, sessionId: string): Promise<EndedByGym[]> {
  const rows = await transaction
    .selectFrom("bookings")
    .selectAll()
    .where("session_id", "=", sessionId)
    .orderBy("ticket")
    .execute();
  const events = await transaction
    .selectFrom("booking_events")
    .innerJoin("bookings", "bookings.id", "booking_events.booking_id")
    .select(["booking_events.booking_id", "booking_events.from_state", "booking_events.to_state"])
    .where("bookings.session_id", "=", sessionId)
    // By the order in which they were written: a clock may have been put back meanwhile.
    .orderBy("booking_events.id")
    .execute();
  const last = new Map(events.map(({ booking_id, from_state: from, to_state: to }) => [booking_id, { from, to }]));
  const newest = new Map(rows.map((row) => [row.user_id ?? row.id, row.id]));
  return rows.flatMap((row) => {
    const event = last.get(row.id);
    // An account that was deleted.
    const isNobody = row.user_id === null && row.guest_name === null;
    if (isNobody || row.state !== "gym_cancelled" || event === undefined || event.from === null) return [];
    const isLate = event.from === "late_cancelled" && event.to === "gym_cancelled";
    const isOpen = wasEndedByGym(event) && newest.get(row.user_id ?? row.id) === row.id;
    return isLate || isOpen ? [{ row, was: event.from }] : [];
  });
}

/** Another time, trainer or class: one mail about what matters most, and then places that are free for those who wait. */
async function followChange(change: Change, of: Bookable, before: ClassSession, by: Staff): Promise<void> {
  const { transaction, at } = change;
  const { session, rule } = of;
  const changed = changeOf(before, session);
  const isOtherClass = before.classSlug !== session.classSlug;
  if (isOtherClass && rule.capacity === null) {
    await endLine(change, of, { from: before, wasClass: before.className });
  }
  const rows = changed === undefined ? [] : await openRows(transaction, session.id, at);
  for (const row of rows) {
    if (changed === undefined) continue;
    const freed = await releaseCancellation(change, of, row, before, by, changed.note);
    await tellBooking(change, changed.kind, freed, of, wasBefore(changed.kind, before));
  }
  const placesBefore = isOtherClass ? ((await findPlaces(transaction, before.classSlug)) ?? 0) : rule.capacity;
  const isFreed = (rule.capacity ?? 0) > (placesBefore ?? 0);
  await withWord(change, of, () => promote(change, of, { isFreed }));
  if (changed?.kind !== "moved") return;
  for (const row of rows) await promoteElsewhere(change, row.user_id, before);
}

function wasBefore(kind: BookingMailKind, { date, time, className }: ClassSession): Told {
  if (kind === "moved") return { from: { date, time } };
  return kind === "class-changed" ? { wasClass: className } : {};
}

function changeOf(before: ClassSession, now: ClassSession): { kind: BookingMailKind; note: EventNote } | undefined {
  if (before.startsAt !== now.startsAt || before.endsAt !== now.endsAt) return { kind: "moved", note: "moved" };
  if (before.classSlug !== now.classSlug) return { kind: "class-changed", note: "class-changed" };
  return before.trainerSlug === now.trainerSlug ? undefined : { kind: "substitute", note: "substituted" };
}

/**
 * It is not what was booked: it can be cancelled free of charge until it starts. One that waits goes by the new limit, and
 * nobody has been there yet on another date.
 */
async function releaseCancellation(
  change: Change,
  { session, limit }: Bookable,
  row: BookingRow,
  before: ClassSession,
  by: Staff,
  note: EventNote,
): Promise<BookingRow> {
  const isUnchecked = row.state === "attended" && before.date !== session.date;
  // A reminder of the time before is worth nothing.
  const reminded = note === "moved" ? null : row.reminded_at;
  return setState(change, row, isUnchecked ? "booked" : row.state, {
    ...{ actor: { kind: "staff", ...by }, note },
    free_until: row.state === "waiting" ? limit : session.startsAt,
    reminded_at: reminded ?? remindedByNews(session, change.at),
    ...(isUnchecked && { checked_in_at: null }),
  });
}
