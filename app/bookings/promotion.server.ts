/** Giving free places to those who wait. */
import type { Change } from "../platform/transact.server.ts";
import { type Bookable, bookableOfRow, findPlaces, hasBegun, writtenSessions } from "./bookable.server.ts";
import { endBooking, recordEvent, SYSTEM, setState, withWord } from "./booking-change.server.ts";
import { type BookingRow, bookingsOfPerson, countPlaces, overlapping, waitingRows } from "./booking-rows.server.ts";
import { promisedToPromoted, remindedByNews } from "./rules.server.ts";
import { type Told, tellBooking } from "./tell.server.ts";

/**
 * Gives the free places of a session to those who wait, in their order, until the limit; those who have another session at
 * that time are passed over and stay in the line. After the limit a free place is first come, and all who wait are told.
 * Comes after everything that may free a place or let somebody take one.
 * @param isFreed a place has become free just now, or the session has more places than before
 */
export async function promote(change: Change, of: Bookable, { isFreed }: { isFreed: boolean }): Promise<void> {
  const { transaction, at } = change;
  const { session, rule, limit } = of;
  if (rule.capacity === null || session.state === "cancelled" || hasBegun(session, at)) return;
  const waiting = await waitingRows(transaction, session.id, at);
  if (waiting.length === 0) return;
  let free = rule.capacity - (await countPlaces(transaction, session.id, at)).taken;
  if (limit <= at.toISOString()) {
    if (isFreed && free > 0) for (const row of waiting) await tellBooking(change, "place-free", row, of);
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
  const { session, limit } = of;
  const own = row.user_id === null ? [] : await bookingsOfPerson(transaction, row.user_id, at);
  if (overlapping(own, session) !== undefined) {
    await recordEvent(change, row.id, { from: "waiting", to: "waiting", actor: SYSTEM, note: "skipped-overlap" });
    return false;
  }
  const promoted = await setState(change, row, "booked", {
    actor: SYSTEM,
    note: "promoted",
    promoted_at: at.toISOString(),
    free_until: promisedToPromoted(session.startsAt, limit, at),
    reminded_at: remindedByNews(session, at),
  });
  await tellBooking(change, "promoted", promoted, of);
  return true;
}

/**
 * After somebody has given up a time: the sessions at that time in whose lines they wait may have a place that they were
 * passed over for.
 */
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
  for (const row of rows) await promoteWithin(change, bookableOfRow(row));
}

/** Runs a change of a class. Those who wait for its sessions get places that it adds. */
export async function promoteAfterClassChange<T>(
  change: Change,
  classSlug: string,
  write: () => Promise<T>,
): Promise<T> {
  const placesBefore = await findPlaces(change.transaction, classSlug);
  const result = await write();
  await promoteInClass(change, classSlug, placesBefore);
  return result;
}

/**
 * The sessions to come of a class in whose lines somebody waits, after its number of places or its limit may have changed.
 * @param placesBefore as `findPlaces` said before
 */
async function promoteInClass(
  change: Change,
  classSlug: string,
  placesBefore: number | null | undefined,
): Promise<void> {
  const { transaction, at } = change;
  const places = await findPlaces(transaction, classSlug);
  // Off the site: the lines stay, since it may be put back.
  if (places === undefined) return;
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
  // Cancelled ones have nobody in line.
  for (const row of rows) {
    if (places === null) await endLine(change, bookableOfRow(row));
    else await promoteWithin(change, bookableOfRow(row), { isFreed: places > (placesBefore ?? 0) });
  }
}

/** Ends the line of a session whose class has no number of places any more: bookings stay, and nobody needs one. */
export async function endLine(change: Change, of: Bookable, told: Told = {}): Promise<void> {
  for (const row of await waitingRows(change.transaction, of.session.id, change.at)) {
    const ended = await endBooking(change, row, "expired", { actor: SYSTEM, note: "no-places" });
    await tellBooking(change, "just-come", ended, of, { ...told, wasWaiting: true });
  }
}

async function promoteWithin(change: Change, of: Bookable, { isFreed = false } = {}): Promise<void> {
  await withWord(change, of, () => promote(change, of, { isFreed }));
}
