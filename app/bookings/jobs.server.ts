/** Timed jobs of bookings. Every instance may run them at any time: each effect happens once. */
import { HOUR_MS } from "../platform/durations.ts";
import type { Services } from "../platform/services.ts";
import { type Change, transactWith } from "../platform/transact.server.ts";
import { inChunks } from "../platform/worker.server.ts";
import { findBookable } from "./bookable-session.server.ts";
import { type BookingState, CORRECTION_HOURS_AFTER } from "./booking.ts";
import { endBooking, SYSTEM } from "./booking-change.server.ts";
import { type BookingRow, bookingsWithSessions, hostOf } from "./booking-rows.server.ts";
import { isNight } from "./booking-times.server.ts";
import { removeFromCallList } from "./call-list.server.ts";
import { notify } from "./notify.server.ts";
import { EARLIEST_REMINDER_MS, isReminderUseful, reminderMoment } from "./reminder-times.server.ts";

const TELL_MISSED_AFTER_MS = 2 * HOUR_MS;

/** Small, so that people who book don't wait until all due bookings are handled. */
const BOOKINGS_PER_TRANSACTION = 20;

export async function runBookingJobs(services: Services): Promise<void> {
  for (const job of [expireWaiting, notifyNoShows, sendReminders]) await job(services);
}

/** Handles due bookings that are still in a state: each is read again in the transaction. */
async function handleEach(
  services: Services,
  state: BookingState,
  due: readonly { id: string }[],
  handler: (change: Change, row: BookingRow) => Promise<unknown>,
): Promise<void> {
  const ids = due.map(({ id }) => id);
  for (const chunk of inChunks(ids, BOOKINGS_PER_TRANSACTION)) {
    await transactWith(services, "timetable", async (change) => {
      const rows = await change.transaction
        .selectFrom("bookings")
        .selectAll()
        .where("id", "in", chunk)
        .where("state", "=", state)
        .where("ended_at", "is", null)
        .orderBy("ticket")
        .execute();
      for (const row of rows) await handler(change, row);
    });
  }
}

/** Ends the waiting lists of sessions that have begun. */
async function expireWaiting(services: Services): Promise<void> {
  const due = await bookingsWithSessions(services.db)
    .select("bookings.id")
    .where("bookings.state", "=", "waiting")
    .where("class_sessions.starts_at", "<=", services.now().toISOString())
    .execute();
  await handleEach(services, "waiting", due, async (change, row) => {
    await endBooking(change, row, "expired", { actor: SYSTEM, note: "session-began" });
    await removeFromCallList(change, row);
  });
}

/** Notifies people recorded as no-shows once the desk has had time to correct it; never at night. */
async function notifyNoShows(services: Services): Promise<void> {
  const now = services.now();
  if (isNight(now)) return;
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
  const due = await bookingsWithSessions(services.db)
    .select("bookings.id")
    .where("bookings.state", "=", "no_show")
    .where("bookings.missed_told_at", "is", null)
    .where("class_sessions.ends_at", "<=", before(TELL_MISSED_AFTER_MS))
    // No-shows recorded late may wait until morning. No session lasts longer than a day.
    .where("class_sessions.starts_at", ">", before((CORRECTION_HOURS_AFTER + 2 * 24) * HOUR_MS))
    .execute();
  await handleEach(services, "no_show", due, async (change, row) => {
    const bookable = await findBookable(change.transaction, row.session_id);
    if (row.missed_told_at !== null || bookable === undefined) return;
    await change.transaction
      .updateTable("bookings")
      .set({ missed_told_at: change.at.toISOString() })
      .where("id", "=", row.id)
      .execute();
    const host = await hostOf(change.transaction, row);
    if (host?.state !== "no_show") await notify(change, "missed", row, bookable);
  });
}

/** Sends due reminders; never at night. */
async function sendReminders(services: Services): Promise<void> {
  const now = services.now();
  if (isNight(now)) return;
  const candidates = await bookingsWithSessions(services.db)
    .innerJoin("people", "people.id", "bookings.person_id")
    .where("people.user_id", "is not", null)
    .select(["bookings.id", "bookings.free_until", "class_sessions.date", "class_sessions.starts_at"])
    .where("bookings.state", "=", "booked")
    .where("bookings.reminded_at", "is", null)
    .where("people.reminders", "=", 1)
    .where("class_sessions.starts_at", ">", now.toISOString())
    .where("class_sessions.starts_at", "<=", new Date(now.getTime() + EARLIEST_REMINDER_MS).toISOString())
    .execute();
  const due = candidates.filter(
    ({ date, starts_at: startsAt, free_until: deadline }) =>
      reminderMoment({ date, startsAt, deadline }) <= now.toISOString(),
  );
  await handleEach(services, "booked", due, async (change, row) => {
    const bookable = await findBookable(change.transaction, row.session_id);
    if (row.reminded_at !== null || bookable?.session.state !== "scheduled") return;
    const moment = reminderMoment({ ...bookable.session, deadline: row.free_until });
    // The reminder of a moved session may be due later.
    if (moment > change.at.toISOString()) return;
    await change.transaction
      .updateTable("bookings")
      .set({ reminded_at: change.at.toISOString() })
      .where("id", "=", row.id)
      .execute();
    if (isReminderUseful(row.booked_at, moment, change.at)) await notify(change, "reminder", row, bookable);
  });
}
