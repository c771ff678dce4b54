/** Giving free places to the waiting list. */
import type { Change } from "../platform/transact.server.ts";
import { trackAvailability } from "./availability.server.ts";
import { type Bookable, bookableOfRow, findPlaces, hasBegun, writtenSessions } from "./bookable-session.server.ts";
import { endBooking, recordEvent, SYSTEM, setState } from "./booking-change.server.ts";
import { type BookingRow, bookingsOfPerson, countPlaces, overlapping, waitingRows } from "./booking-rows.server.ts";
import { promotedDeadline } from "./booking-times.server.ts";
import type { NotificationDetails } from "./messages.ts";
import { notify } from "./notify.server.ts";
import { remindedByNews } from "./reminder-times.server.ts";

/**
 * Gives the free places of a session to the waiting list, in its order, until the deadline; those who have another session at
 * that time are passed over and keep their position. After the deadline: first come, first served, and all who wait are notified.
 * Called after every change that may free a place or let somebody take one.
 * @param isFreed a place has become free just now, or the session has more places than before
 */
export async function promote(change: Change, of: Bookable, { isFreed }: { isFreed: boolean }): Promise<void> {
  const { transaction, at } = change;
  const { session, rule, deadline } = of;
  if (rule.capacity === null || session.state === "cancelled" || hasBegun(session, at)) return;
  const waiting = await waitingRows(transaction, session.id, at);
  if (waiting.length === 0) return;
  let free = rule.capacity - (await countPlaces(transaction, session.id, at)).taken;
  if (deadline <= at.toISOString()) {
    if (isFreed && free > 0) for (const row of waiting) await notify(change, "place-free", row, of);
    return;
  }
  for (const row of waiting) {
    if (free <= 0) return;
    if (await promoteOne(change, of, row)) free -= 1;
  }
}

/** @returns whether the place was taken */
async function promoteOne(change: Change, of: Bookable, row: BookingRow): Promise<boolean> {
  const { transaction, at } = change;
  const { session, deadline } = of;
  const own = row.user_id === null ? [] : await bookingsOfPerson(transaction, row.user_id, at);
  if (overlapping(own, session) !== undefined) {
    await recordEvent(change, row.id, { from: "waiting", to: "waiting", actor: SYSTEM, note: "skipped-overlap" });
    return false;
  }
  const promised = promotedDeadline(session.startsAt, deadline, at);
  const promoted = await setState(change, row, "booked", {
    actor: SYSTEM,
    note: "promoted",
    promoted_at: at.toISOString(),
    free_until: promised,
    reminded_at: remindedByNews({ ...session, deadline: promised }, at),
  });
  await notify(change, "promoted", promoted, of);
  return true;
}

/** After somebody has given up a time: promotes in the sessions at that time for which they wait, and were passed over. */
export async function promoteElsewhere(
  change: Change,
  userId: string | null,
  freed: { id: string; startsAt: string; endsAt: string },
): Promise<void> {
  const { transaction, at } = change;
  if (userId === null) return;
  const rows = await writtenSessions(transaction)
    .innerJoin("bookings", "bookings.session_id", "class_sessions.id")
    .where("bookings.user_id", "=", userId)
    .where("bookings.state", "=", "waiting")
    .where("class_sessions.id", "<>", freed.id)
    .where("class_sessions.starts_at", ">", at.toISOString())
    .where("class_sessions.starts_at", "<", freed.endsAt)
    .where("class_sessions.ends_at", ">", freed.startsAt)
    .orderBy("bookings.ticket")
    .execute();
  for (const row of rows) await promoteAndTrack(change, bookableOfRow(row), { isFreed: false });
}

/** Runs a change of a class, then promotes in its sessions to come: its number of places or its deadlines may have changed. */
export async function promoteAfterClassChange<T>(
  change: Change,
  classSlug: string,
  write: () => Promise<T>,
): Promise<T> {
  const { transaction, at } = change;
  const placesBefore = (await findPlaces(transaction, classSlug)) ?? 0;
  const result = await write();
  const places = await findPlaces(transaction, classSlug);
  // Not published: the waiting lists stay, since it may be published again.
  if (places === undefined) return result;
  const rows = await writtenSessions(transaction)
    .where("class_sessions.class_slug", "=", classSlug)
    .where("class_sessions.starts_at", ">", at.toISOString())
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("bookings")
          .select("bookings.id")
          .whereRef("bookings.session_id", "=", "class_sessions.id")
          .where("bookings.state", "=", "waiting"),
      ),
    )
    .orderBy("class_sessions.starts_at")
    .orderBy("class_sessions.id")
    .execute();
  // Nobody waits for a cancelled one.
  for (const row of rows) {
    if (places === null) await endWaitingList(change, bookableOfRow(row));
    else await promoteAndTrack(change, bookableOfRow(row), { isFreed: places > placesBefore });
  }
  return result;
}

/** Ends the waiting list of a session whose class has no number of places any more: bookings stay, and nobody needs one. */
export async function endWaitingList(change: Change, of: Bookable, details: NotificationDetails = {}): Promise<void> {
  for (const row of await waitingRows(change.transaction, of.session.id, change.at)) {
    const ended = await endBooking(change, row, "expired", { actor: SYSTEM, note: "no-places" });
    await notify(change, "just-come", ended, of, { ...details, isWaiting: true });
  }
}

/** Promotes, and invalidates pages when the session's availability changes. */
export async function promoteAndTrack(change: Change, of: Bookable, freed: { isFreed: boolean }): Promise<void> {
  await trackAvailability(change, of, () => promote(change, of, freed));
}
