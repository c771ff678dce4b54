/** Carries changes of a session over to its bookings, in the same transaction. Everybody affected is notified once. */
import type { Actor } from "../platform/activity.server.ts";
import type { Change } from "../platform/transact.server.ts";
import type { ClassSession } from "../timetable/class-session.ts";
import { type Bookable, findBookable, findPlaces } from "./bookable-session.server.ts";
import { type BookingState, MAX_OPEN_BOOKINGS, wasEndedByGym } from "./booking.ts";
import {
  type BookingActor,
  type EventReason,
  endBooking,
  recordEvent,
  SYSTEM,
  setState,
} from "./booking-change.server.ts";
import {
  type BookingRow,
  bookingsOfPerson,
  openRows,
  openToCome,
  overlapping,
  withoutGuestsOf,
} from "./booking-rows.server.ts";
import { bookingStatusOf, recordTrainersOnCallList } from "./call-list.server.ts";
import type { BookingMailKind, NotificationDetails } from "./messages.ts";
import { notify } from "./notify.server.ts";
import { endWaitingList, promoteAndTrack, promoteOverlapping } from "./promotion.server.ts";
import { remindedByNews } from "./reminder-times.server.ts";

/** After a session was written. `before` is the session as it was read for the change. */
export async function afterSessionChange(change: Change, before: ClassSession, by: Actor): Promise<void> {
  const bookable = await findBookable(change.transaction, before.id);
  if (bookable === undefined) return;
  const { session } = bookable;
  await recordTrainersOnCallList(change, before, session);
  const actor: BookingActor = { kind: "staff", ...by };
  if (session.state === "scheduled") {
    if (before.state === "cancelled") await restoreBookings(change, bookable, before, actor);
    else await followChange(change, bookable, before, actor);
    return;
  }
  // Moved while it is cancelled: its bookings were for another time, and stay ended.
  const ended = before.startsAt === session.startsAt ? [] : await endedByGym(change, session.id);
  for (const { row } of ended) await leave(change, row, actor, "other-time-by-now");
  await cancelBookings(change, bookable, before, actor, session.isClosed ? "day-closed" : "session-cancelled");
}

/** Runs after a day was closed or reopened. `sessions`: that day's sessions before the change. */
export async function afterDayChange(change: Change, sessions: readonly ClassSession[], by: Actor): Promise<void> {
  for (const session of sessions) await afterSessionChange(change, session, by);
}

/** The gym cancels: all bookings and the waiting list end, and late cancellations count no more. */
async function cancelBookings(
  change: Change,
  bookable: Bookable,
  before: ClassSession,
  actor: BookingActor,
  note: EventReason,
): Promise<void> {
  const { transaction } = change;
  const rows = await openRows(transaction, bookable.session.id);
  const ended = new Map<string, BookingRow>();
  for (const row of rows) ended.set(row.id, await endBooking(change, row, "gym_cancelled", { actor, note }));
  const kind = note === "day-closed" ? "closed" : "gym-cancelled";
  for (const row of withoutGuestsOf(rows)) {
    const known = { session: before, status: bookingStatusOf(row.state) };
    await notify(change, kind, ended.get(row.id) ?? row, bookable, { isWaiting: row.state === "waiting" }, known);
  }
  const late = await transaction
    .selectFrom("bookings")
    .selectAll()
    .where("session_id", "=", bookable.session.id)
    .where("state", "=", "late_cancelled")
    .execute();
  for (const row of late) await endBooking(change, row, "gym_cancelled", { actor, note });
  for (const row of rows) await promoteOverlapping(change, row.person_id, bookable.session);
}

/** Restores the bookings of a session that takes place after all, unless people have another session at that time. */
async function restoreBookings(
  change: Change,
  bookable: Bookable,
  before: ClassSession,
  actor: BookingActor,
): Promise<void> {
  const isElsewhere = before.startsAt !== bookable.session.startsAt;
  const all = await endedByGym(change, bookable.session.id);
  for (const ended of all) {
    const { row, was } = ended;
    if (was === "late_cancelled" && !isElsewhere) await setState(change, row, was, { actor, note: "restored" });
    else if (was === "late_cancelled") await leave(change, row, actor, "other-time-by-now");
    if (was === "late_cancelled" || row.host_id !== null) continue;
    const both = [
      ended,
      ...all.filter((guest) => guest.row.host_id === row.id && guest.was !== "late_cancelled"),
    ] as const;
    if (isElsewhere) await offerRebooking(change, bookable, both, before, actor);
    else await restoreBooking(change, bookable, both, before, actor);
  }
  await promoteAndTrack(change, bookable, { isFreed: false });
}

type EndedByGym = { row: BookingRow; was: BookingState };

type WithGuest = readonly [EndedByGym, ...EndedByGym[]];

async function restoreBooking(
  change: Change,
  bookable: Bookable,
  both: WithGuest,
  before: ClassSession,
  actor: BookingActor,
): Promise<void> {
  const { transaction, at } = change;
  const known = { session: before, status: "none" } as const;
  const { session, deadline } = bookable;
  const [{ row, was }] = both;
  const own = row.person_id === null ? [] : await bookingsOfPerson(transaction, row.person_id, at);
  if (was !== "waiting" && overlapping(own, session) !== undefined) {
    for (const place of both) await leave(change, place.row, actor, "overlap-by-now");
    await notify(change, "back-on", row, bookable, {}, known);
    return;
  }
  const isListOver = (await findPlaces(transaction, session.classSlug)) === null;
  const after: BookingRow[] = [];
  for (const place of both) {
    const isOnList = place.was === "waiting";
    const promised = isOnList ? deadline : session.startsAt;
    after.push(
      isOnList && isListOver
        ? await setState(change, place.row, "expired", { actor: SYSTEM, note: "no-places" })
        : await setState(change, place.row, place.was, {
            ...{ actor, note: "restored" },
            ended_at: null,
            free_until: promised,
            reminded_at: remindedByNews({ ...session, deadline: promised }, at),
          }),
    );
  }
  const [host = row] = after;
  const again = host.state === "expired" ? "no-booking" : was === "waiting" ? "waiting-list" : "place";
  const open = openToCome(own, at).length + after.filter(({ state }) => state !== "expired").length;
  const isTooMany = open > MAX_OPEN_BOOKINGS && again !== "no-booking";
  await notify(change, "back-on", host, bookable, { again, ...(isTooMany && { open }) }, known);
}

/** A session that comes back at another time: nobody is booked there, and each is notified of the time. */
async function offerRebooking(
  change: Change,
  bookable: Bookable,
  both: WithGuest,
  before: ClassSession,
  actor: BookingActor,
): Promise<void> {
  for (const { row } of both) await leave(change, row, actor, "other-time-by-now");
  const [{ row, was }] = both;
  const { date, time } = before;
  const details = { again: "other-time", from: { date, time }, isWaiting: was === "waiting" } as const;
  await notify(change, "back-on", row, bookable, details, { session: before, status: "none" });
}

async function leave(change: Change, row: BookingRow, actor: BookingActor, note: EventReason): Promise<void> {
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
    // Ordered by id: the clock may have been set back.
    .orderBy("booking_events.id")
    .execute();
  const last = new Map(events.map(({ booking_id, from_state: from, to_state: to }) => [booking_id, { from, to }]));
  const newest = new Map(rows.map((row) => [row.person_id ?? row.id, row.id]));
  return rows.flatMap((row) => {
    const event = last.get(row.id);
    const isNobody = row.person_id === null && row.guest_name === null;
    if (isNobody || row.state !== "gym_cancelled" || event === undefined || event.from === null) return [];
    const isLate = event.from === "late_cancelled" && event.to === "gym_cancelled";
    const isOpen = wasEndedByGym(event) && newest.get(row.person_id ?? row.id) === row.id;
    return isLate || isOpen ? [{ row, was: event.from }] : [];
  });
}

/** Another time, trainer or class: one mail about the most important change, then free places for the waiting list. */
async function followChange(
  change: Change,
  bookable: Bookable,
  before: ClassSession,
  actor: BookingActor,
): Promise<void> {
  const { transaction } = change;
  const { session, rule } = bookable;
  const changed = differenceOf(before, session);
  const isOtherClass = before.classSlug !== session.classSlug;
  if (isOtherClass && rule.capacity === null) {
    await endWaitingList(change, bookable, before, { from: before, wasClass: before.className });
  }
  const rows = changed === undefined ? [] : await openRows(transaction, session.id);
  if (changed !== undefined) {
    const { kind, note, details } = changed;
    const freed: BookingRow[] = [];
    for (const row of rows) freed.push(await releaseCancellation(change, bookable, row, before, actor, note));
    for (const row of withoutGuestsOf(freed)) {
      await notify(change, kind, row, bookable, details, { session: before, status: bookingStatusOf(row.state) });
    }
  }
  const placesBefore = isOtherClass ? ((await findPlaces(transaction, before.classSlug)) ?? 0) : rule.capacity;
  const isFreed = (rule.capacity ?? 0) > (placesBefore ?? 0);
  await promoteAndTrack(change, bookable, { isFreed });
  if (changed?.kind !== "moved") return;
  for (const row of rows) await promoteOverlapping(change, row.person_id, before);
}

type SessionDifference = { kind: BookingMailKind; note: EventReason; details?: NotificationDetails };

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

/** A changed session can be cancelled free of charge until it starts. Check-ins on another date are cleared. */
async function releaseCancellation(
  change: Change,
  { session, deadline }: Bookable,
  row: BookingRow,
  before: ClassSession,
  actor: BookingActor,
  note: EventReason,
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
