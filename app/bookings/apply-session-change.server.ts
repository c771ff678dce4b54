/** Applies a session's changes to its bookings, in the same transaction. Everybody affected is notified once. */
import type { Actor } from "../platform/activity.server.ts";
import type { Change } from "../platform/transact.server.ts";
import type { ClassSession } from "../timetable/class-session.ts";
import { type Bookable, findBookable, findCapacity } from "./bookable-session.server.ts";
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
  overlapping,
  upcomingBookings,
  withoutGuestsOf,
} from "./booking-rows.server.ts";
import { bookingStatusOf, recordTrainersOnCallList } from "./call-list.server.ts";
import type { BookingMailKind, NotificationDetails } from "./messages.ts";
import { notify } from "./notify.server.ts";
import { endWaitingList, promoteAndTrack, promoteOverlapping } from "./promotion.server.ts";
import { remindedByNews } from "./reminder-times.server.ts";

/** Runs after a session was stored. @param before the session as read for the change */
export async function afterSessionChange(change: Change, before: ClassSession, by: Actor): Promise<void> {
  const bookable = await findBookable(change.transaction, before.id);
  if (bookable === undefined) return;
  const { session } = bookable;
  await recordTrainersOnCallList(change, before, session);
  const actor: BookingActor = { kind: "staff", ...by };
  if (session.state === "scheduled") {
    if (before.state === "cancelled") await restoreBookings(change, bookable, before, actor);
    else await applyTimetableChange(change, bookable, before, actor);
    return;
  }
  // Moved while cancelled: its bookings were for another time, and stay ended.
  const ended = before.startsAt === session.startsAt ? [] : await findEndedByGym(change, session.id);
  for (const { row } of ended) await recordNotRestored(change, row, actor, "other-time-by-now");
  await cancelBookings(change, bookable, before, actor, session.isClosed ? "day-closed" : "session-cancelled");
}

/** Ends all bookings and the waiting list of a cancelled session; late cancellations no longer count. */
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
    const lastKnown = { session: before, status: bookingStatusOf(row.state) };
    await notify(change, kind, ended.get(row.id) ?? row, bookable, { isWaiting: row.state === "waiting" }, lastKnown);
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
  const isOtherTime = before.startsAt !== bookable.session.startsAt;
  const all = await findEndedByGym(change, bookable.session.id);
  for (const ended of all) {
    const { row, was } = ended;
    if (was === "late_cancelled" && !isOtherTime) await setState(change, row, was, { actor, note: "restored" });
    else if (was === "late_cancelled") await recordNotRestored(change, row, actor, "other-time-by-now");
    if (was === "late_cancelled" || row.host_id !== null) continue;
    const party = [
      ended,
      ...all.filter((guest) => guest.row.host_id === row.id && guest.was !== "late_cancelled"),
    ] as const;
    if (isOtherTime) await notifyOfOtherTime(change, bookable, party, before, actor);
    else await restoreBooking(change, bookable, party, before, actor);
  }
  await promoteAndTrack(change, bookable, { isFreed: false });
}

type EndedBooking = { row: BookingRow; was: BookingState };

type Party = readonly [EndedBooking, ...EndedBooking[]];

async function restoreBooking(
  change: Change,
  bookable: Bookable,
  party: Party,
  before: ClassSession,
  actor: BookingActor,
): Promise<void> {
  const { transaction, at } = change;
  const lastKnown = { session: before, status: "none" } as const;
  const { session, deadline } = bookable;
  const [{ row, was }] = party;
  const own = row.person_id === null ? [] : await bookingsOfPerson(transaction, row.person_id, at);
  if (was !== "waiting" && overlapping(own, session) !== undefined) {
    for (const booking of party) await recordNotRestored(change, booking.row, actor, "overlap-by-now");
    await notify(change, "back-on", row, bookable, {}, lastKnown);
    return;
  }
  const needsNoBooking = (await findCapacity(transaction, session.classSlug)) === null;
  const restored: BookingRow[] = [];
  for (const booking of party) {
    const wasWaiting = booking.was === "waiting";
    const freeUntil = wasWaiting ? deadline : session.startsAt;
    restored.push(
      wasWaiting && needsNoBooking
        ? await setState(change, booking.row, "expired", { actor: SYSTEM, note: "no-places" })
        : await setState(change, booking.row, booking.was, {
            ...{ actor, note: "restored" },
            ended_at: null,
            free_until: freeUntil,
            reminded_at: remindedByNews({ ...session, deadline: freeUntil }, at),
          }),
    );
  }
  const [host = row] = restored;
  const again = host.state === "expired" ? "no-booking" : was === "waiting" ? "waiting-list" : "place";
  const open = upcomingBookings(own, at).length + restored.filter(({ state }) => state !== "expired").length;
  const isTooMany = open > MAX_OPEN_BOOKINGS && again !== "no-booking";
  await notify(change, "back-on", host, bookable, { again, ...(isTooMany && { open }) }, lastKnown);
}

/** Notifies people that the session takes place at another time, where they are not booked. */
async function notifyOfOtherTime(
  change: Change,
  bookable: Bookable,
  party: Party,
  before: ClassSession,
  actor: BookingActor,
): Promise<void> {
  for (const { row } of party) await recordNotRestored(change, row, actor, "other-time-by-now");
  const [{ row, was }] = party;
  const { date, time } = before;
  const details = { again: "other-time", from: { date, time }, isWaiting: was === "waiting" } as const;
  await notify(change, "back-on", row, bookable, details, { session: before, status: "none" });
}

async function recordNotRestored(
  change: Change,
  row: BookingRow,
  actor: BookingActor,
  note: EventReason,
): Promise<void> {
  await recordEvent(change, row.id, { from: row.state, to: row.state, actor, note });
}

/** Bookings that a restored session can restore, by ticket; of open bookings, only the newest of each person. */
async function findEndedByGym({ transaction }: Change, sessionId: string): Promise<EndedBooking[]> {
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
    const isErased = row.person_id === null && row.guest_name === null;
    if (isErased || row.state !== "gym_cancelled" || event === undefined || event.from === null) return [];
    const isLate = event.from === "late_cancelled" && event.to === "gym_cancelled";
    const isOpen = wasEndedByGym(event) && newest.get(row.person_id ?? row.id) === row.id;
    return isLate || isOpen ? [{ row, was: event.from }] : [];
  });
}

/** Sends one email about a new time, trainer or class, then gives free places to the waiting list. */
async function applyTimetableChange(
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
    for (const row of rows) freed.push(await allowFreeCancellation(change, bookable, row, before, actor, note));
    for (const row of withoutGuestsOf(freed)) {
      await notify(change, kind, row, bookable, details, { session: before, status: bookingStatusOf(row.state) });
    }
  }
  const placesBefore = isOtherClass ? ((await findCapacity(transaction, before.classSlug)) ?? 0) : rule.capacity;
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

/** Makes cancelling a changed session free until it starts, and clears check-ins if the date changed. */
async function allowFreeCancellation(
  change: Change,
  { session, deadline }: Bookable,
  row: BookingRow,
  before: ClassSession,
  actor: BookingActor,
  note: EventReason,
): Promise<BookingRow> {
  const losesCheckIn = row.state === "attended" && before.date !== session.date;
  // A reminder of the old time doesn't count.
  const reminded = note === "moved" ? null : row.reminded_at;
  const freeUntil = row.state === "waiting" ? deadline : session.startsAt;
  return setState(change, row, losesCheckIn ? "booked" : row.state, {
    ...{ actor, note },
    free_until: freeUntil,
    reminded_at: reminded ?? remindedByNews({ ...session, deadline: freeUntil }, change.at),
    ...(losesCheckIn && { checked_in_at: null }),
  });
}
