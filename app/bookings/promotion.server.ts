/** Promotion: free places go to the waiting list. */
import type { Change } from "../platform/transact.server.ts";
import type { ClassSession } from "../timetable/class-session.ts";
import { trackAvailability } from "./availability.server.ts";
import { type Bookable, bookableOfRow, findCapacity, placesOf, storedSessions } from "./bookable-session.server.ts";
import { endBooking, recordEvent, SYSTEM, setState } from "./booking-change.server.ts";
import {
  type BookingRow,
  bookingsOfPerson,
  countPlaces,
  hostOf,
  idsOfPerson,
  waitingRows,
  withoutGuestsOf,
} from "./booking-rows.server.ts";
import { promotedDeadline } from "./booking-times.server.ts";
import type { NotificationDetails } from "./messages.ts";
import { notify } from "./notify.server.ts";
import { freePlacesGoTo, promotionOf } from "./promotion-rules.server.ts";
import { remindedByNews } from "./reminder-times.server.ts";

/**
 * Promotes the waiting list until `promotionsEnd`, skipping people with overlapping sessions; later, notifies
 * everybody. Runs after any change of places.
 */
export async function promote(change: Change, bookable: Bookable, { isFreed }: { isFreed: boolean }): Promise<void> {
  const { transaction, at } = change;
  const { session, rule } = bookable;
  const waiting = await waitingRows(transaction, session.id);
  if (waiting.length === 0) return;
  let { free } = placesOf(rule, await countPlaces(transaction, session.id));
  const receiver = freePlacesGoTo(bookable, { free, isFreed, at });
  if (receiver === "first-come") {
    const lastKnown = { session, status: "waiting" } as const;
    for (const row of withoutGuestsOf(waiting)) await notify(change, "place-free", row, bookable, {}, lastKnown);
  }
  if (receiver !== "waiting-list") return;
  for (const row of waiting) {
    if (free <= 0) return;
    if (await promoteBooking(change, bookable, row)) free -= 1;
  }
}

/** Promotes a waiting booking unless its person has another session at that time. @returns whether it got the place */
async function promoteBooking(change: Change, bookable: Bookable, row: BookingRow): Promise<boolean> {
  const { transaction, at } = change;
  const { session } = bookable;
  const host = await hostOf(transaction, row);
  const { person_id: personId } = host ?? row;
  const own = personId === null ? [] : await bookingsOfPerson(transaction, personId, at);
  const outcome = promotionOf(bookable, { host, own });
  if (outcome === "host-waits") return false;
  if (outcome === "overlaps") {
    await recordEvent(change, row.id, { from: "waiting", to: "waiting", actor: SYSTEM, note: "skipped-overlap" });
    return false;
  }
  const deadline = promotedDeadline(session.startsAt, bookable.deadline, at) ?? session.startsAt;
  const promoted = await setState(change, row, "booked", {
    ...{ actor: SYSTEM, note: "promoted", promoted_at: at.toISOString(), free_until: deadline },
    reminded_at: remindedByNews({ ...session, deadline }, at),
  });
  await notify(change, "promoted", promoted, bookable, {}, { session, status: "waiting" });
  return true;
}

/** Promotes a person in overlapping sessions after they gave up a place. @param freed the session they gave up */
export async function promoteOverlapping(
  change: Change,
  personId: string | null,
  freed: { id: string; startsAt: string; endsAt: string },
): Promise<void> {
  const { transaction, at } = change;
  if (personId === null) return;
  const rows = await storedSessions(transaction)
    .innerJoin("bookings", "bookings.session_id", "class_sessions.id")
    .where("bookings.id", "in", idsOfPerson(transaction, personId))
    .where("bookings.state", "=", "waiting")
    .where("class_sessions.id", "<>", freed.id)
    .where("class_sessions.starts_at", ">", at.toISOString())
    .where("class_sessions.starts_at", "<", freed.endsAt)
    .where("class_sessions.ends_at", ">", freed.startsAt)
    .orderBy("bookings.ticket")
    .execute();
  // With a waiting guest, a session is listed twice.
  const sessions = new Map(rows.map((row) => [row.id, row]));
  for (const row of sessions.values()) await promoteAndTrack(change, bookableOfRow(row), { isFreed: false });
}

/** Runs a change of a class, then promotes in its upcoming sessions: its capacity may have changed. */
export async function promoteAfterClassChange<T>(
  change: Change,
  classSlug: string,
  write: () => Promise<T>,
): Promise<T> {
  const { transaction, at } = change;
  const placesBefore = (await findCapacity(transaction, classSlug)) ?? 0;
  const result = await write();
  const places = await findCapacity(transaction, classSlug);
  // Unpublished: the waiting lists stay, since the class may be restored.
  if (places === undefined) return result;
  const rows = await storedSessions(transaction)
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
  for (const row of rows) {
    if (places === null) await endWaitingList(change, bookableOfRow(row));
    else await promoteAndTrack(change, bookableOfRow(row), { isFreed: places > placesBefore });
  }
  return result;
}

/** Ends the waiting list of a session without a capacity; bookings stay, and no longer matter. */
export async function endWaitingList(
  change: Change,
  bookable: Bookable,
  before: ClassSession = bookable.session,
  details: NotificationDetails = {},
): Promise<void> {
  const ended = [];
  for (const row of await waitingRows(change.transaction, bookable.session.id)) {
    ended.push(await endBooking(change, row, "expired", { actor: SYSTEM, note: "no-places" }));
  }
  for (const row of withoutGuestsOf(ended)) {
    const lastKnown = { session: before, status: "waiting" } as const;
    await notify(change, "just-come", row, bookable, { ...details, isWaiting: true }, lastKnown);
  }
}

export async function promoteAndTrack(change: Change, bookable: Bookable, freed: { isFreed: boolean }): Promise<void> {
  await trackAvailability(change, bookable, () => promote(change, bookable, freed));
}
