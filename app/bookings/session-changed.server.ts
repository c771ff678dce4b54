/** Carries changes of a session over to its bookings, in the same transaction. Everybody affected is notified once. */
import type { Actor } from "../platform/activity.server.ts";
import type { Change } from "../platform/transact.server.ts";
import type { ClassSession } from "../timetable/class-session.ts";
import { type Bookable, findPlaces, findWritten } from "./bookable-session.server.ts";
import { type BookingState, MAX_OPEN_BOOKINGS, wasEndedByGym } from "./booking.ts";
import {
  type BookingActor,
  type EventNote,
  endBooking,
  recordEvent,
  SYSTEM,
  setState,
} from "./booking-change.server.ts";
import { type BookingRow, bookingsOfPerson, openRows, openToCome, overlapping } from "./booking-rows.server.ts";
import type { BookingMailKind, NotificationDetails } from "./messages.ts";
import { notify } from "./notify.server.ts";
import { endWaitingList, promoteAndTrack, promoteElsewhere } from "./promotion.server.ts";
import { remindedByNews } from "./reminder-times.server.ts";

/** After a session was written. `before` is the session as it was read for the change. */
export async function afterSessionChange(change: Change, before: ClassSession, by: Actor): Promise<void> {
  const of = await findWritten(change.transaction, before.id);
  if (of === undefined) return;
  const { session } = of;
  const actor: BookingActor = { kind: "staff", ...by };
  if (session.state === "scheduled") {
    if (before.state === "cancelled") await restoreBookings(change, of, before, actor);
    else await followChange(change, of, before, actor);
    return;
  }
  // Moved while it is cancelled: its bookings were for another time, and stay ended.
  const ended = before.startsAt === session.startsAt ? [] : await endedByGym(change, session.id);
  for (const { row } of ended) await leave(change, row, actor, "other-time-by-now");
  await cancelBookings(change, of, actor, session.isClosed ? "day-closed" : "session-cancelled");
}

/** After a day was closed or opened again. `sessions` are those of the day as they were before. */
export async function afterDayChange(change: Change, sessions: readonly ClassSession[], by: Actor): Promise<void> {
  for (const session of sessions) await afterSessionChange(change, session, by);
}

/** The gym cancels: all bookings and the waiting list end, and late cancellations count no more. */
async function cancelBookings(change: Change, of: Bookable, actor: BookingActor, note: EventNote): Promise<void> {
  const { transaction, at } = change;
  const rows = await openRows(transaction, of.session.id, at);
  for (const row of rows) {
    const ended = await endBooking(change, row, "gym_cancelled", { actor, note });
    const isWaiting = row.state === "waiting";
    await notify(change, note === "day-closed" ? "closed" : "gym-cancelled", ended, of, { isWaiting });
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
 * A cancelled session takes place after all: bookings have their states and positions again. Who has another session at that
 * time by now is asked to book again, and so is everybody when the session is at another time. Nobody could book meanwhile.
 */
async function restoreBookings(change: Change, of: Bookable, before: ClassSession, actor: BookingActor): Promise<void> {
  const isElsewhere = before.startsAt !== of.session.startsAt;
  for (const ended of await endedByGym(change, of.session.id)) {
    if (isElsewhere) await offerAgain(change, of, ended, before, actor);
    else await restoreBooking(change, of, ended, actor);
  }
  await promoteAndTrack(change, of, { isFreed: false });
}

/** A booking that the gym has ended, and what it was before. */
type EndedByGym = { row: BookingRow; was: BookingState };

async function restoreBooking(change: Change, of: Bookable, { row, was }: EndedByGym, actor: BookingActor) {
  const { transaction, at } = change;
  const { session, deadline } = of;
  const restoring = { actor, note: "restored" } as const;
  if (was === "late_cancelled") {
    await setState(change, row, was, restoring);
    return;
  }
  const own = row.user_id === null ? [] : await bookingsOfPerson(transaction, row.user_id, at);
  if (was === "waiting") {
    if ((await findPlaces(transaction, session.classSlug)) === null) {
      const lifted = await setState(change, row, "expired", { actor: SYSTEM, note: "no-places" });
      await notify(change, "back-on", lifted, of, { again: "no-booking" });
      return;
    }
  } else if (overlapping(own, session) !== undefined) {
    await leave(change, row, actor, "overlap-by-now");
    await notify(change, "back-on", row, of);
    return;
  }
  const to = was === "held" ? "booked" : was;
  const promised = was === "waiting" ? deadline : session.startsAt;
  const restored = await setState(change, row, to, {
    ...restoring,
    ended_at: null,
    free_until: promised,
    reminded_at: remindedByNews({ ...session, deadline: promised }, at),
  });
  const open = openToCome(own, at).length + 1;
  const again = was === "waiting" ? "waiting-list" : "place";
  await notify(change, "back-on", restored, of, { again, ...(open > MAX_OPEN_BOOKINGS && { open }) });
}

/** A session that comes back at another time: nobody is booked there, and each is notified of the time. */
async function offerAgain(
  change: Change,
  of: Bookable,
  { row, was }: EndedByGym,
  { date, time }: ClassSession,
  actor: BookingActor,
): Promise<void> {
  await leave(change, row, actor, "other-time-by-now");
  if (was === "late_cancelled") return;
  const isWaiting = was === "waiting";
  await notify(change, "back-on", row, of, { again: "other-time", from: { date, time }, isWaiting });
}

/** Records that a booking is not restored, by which it never is. */
async function leave(change: Change, row: BookingRow, actor: BookingActor, note: EventNote): Promise<void> {
  await recordEvent(change, row.id, { from: row.state, to: row.state, actor, note });
}

/** The bookings of a session that come back with it, in the order of their tickets: of a person the newest at most. */
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

/** Another time, trainer or class: one mail about the most important change, then free places for the waiting list. */
async function followChange(change: Change, of: Bookable, before: ClassSession, actor: BookingActor): Promise<void> {
  const { transaction, at } = change;
  const { session, rule } = of;
  const changed = differenceOf(before, session);
  const isOtherClass = before.classSlug !== session.classSlug;
  if (isOtherClass && rule.capacity === null) {
    await endWaitingList(change, of, { from: before, wasClass: before.className });
  }
  const rows = changed === undefined ? [] : await openRows(transaction, session.id, at);
  for (const row of rows) {
    if (changed === undefined) continue;
    const freed = await releaseCancellation(change, of, row, before, actor, changed.note);
    await notify(change, changed.kind, freed, of, changed.details);
  }
  const placesBefore = isOtherClass ? ((await findPlaces(transaction, before.classSlug)) ?? 0) : rule.capacity;
  const isFreed = (rule.capacity ?? 0) > (placesBefore ?? 0);
  await promoteAndTrack(change, of, { isFreed });
  if (changed?.kind !== "moved") return;
  for (const row of rows) await promoteElsewhere(change, row.user_id, before);
}

type SessionDifference = { kind: BookingMailKind; note: EventNote; details?: NotificationDetails };

function differenceOf(before: ClassSession, now: ClassSession): SessionDifference | undefined {
  const { date, time, className } = before;
  if (before.startsAt !== now.startsAt || before.endsAt !== now.endsAt) {
    return { kind: "moved", note: "moved", details: { from: { date, time } } };
  }
  if (before.classSlug !== now.classSlug) {
    return { kind: "class-changed", note: "class-changed", details: { wasClass: className } };
  }
  return before.trainerSlug === now.trainerSlug ? undefined : { kind: "substitute", note: "substituted" };
}

/**
 * A changed session is not the booked one: it can be cancelled free of charge until it starts. A waiting booking goes by the
 * new deadline, and nobody has been there yet on another date.
 */
async function releaseCancellation(
  change: Change,
  { session, deadline }: Bookable,
  row: BookingRow,
  before: ClassSession,
  actor: BookingActor,
  note: EventNote,
): Promise<BookingRow> {
  const isUnchecked = row.state === "attended" && before.date !== session.date;
  // A reminder of the time before is worth nothing.
  const reminded = note === "moved" ? null : row.reminded_at;
  const promised = row.state === "waiting" ? deadline : session.startsAt;
  return setState(change, row, isUnchecked ? "booked" : row.state, {
    ...{ actor, note },
    free_until: promised,
    reminded_at: reminded ?? remindedByNews({ ...session, deadline: promised }, change.at),
    ...(isUnchecked && { checked_in_at: null }),
  });
}
