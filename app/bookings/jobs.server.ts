/** What becomes of bookings by time alone. Every instance may do it, as often as it likes: each thing happens once. */
import type { Services } from "../platform/services.ts";
import { type Change, transact } from "../platform/transact.server.ts";

import { findWritten } from "./bookable.server.ts";
import { endBooking, SYSTEM, setState } from "./booking-change.server.ts";
import type { BookingRow } from "./booking-rows.server.ts";
import { CORRECTION_HOURS } from "./desk.ts";
import { promote, promoteElsewhere } from "./promotion.server.ts";
import { EARLIEST_REMINDER_MS, isNight, isReminderOfUse, reminderMoment } from "./rules.server.ts";
import { tellBooking } from "./tell.server.ts";

const HOUR_MS = 60 * 60_000;

/** Who was not checked in has missed the session so long after its end. */
const NO_SHOW_AFTER_MS = 2 * HOUR_MS;

/** How many bookings one transaction deals with, so that those who book don't wait for all of them. */
const AT_ONCE = 20;

/** Does everything that is due. */
export async function runBookingJobs(services: Services): Promise<void> {
  for (const chore of [expireHolds, expireWaiting, recordNoShows, remind]) await chore(services);
}

/** A booking in its transaction: read again, since it may have changed. */
type Deal = (change: Change, row: BookingRow) => Promise<void>;

async function dealWith(services: Services, ids: readonly string[], deal: Deal): Promise<void> {
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    await transact(
      services,
      async (change) => {
        const rows = await change.transaction
          .selectFrom("bookings")
          .selectAll()
          .where("id", "in", ids.slice(start, start + AT_ONCE))
          .where("ended_at", "is", null)
          .orderBy("ticket")
          .execute();
        for (const row of rows) await deal(change, row);
      },
      { lock: "timetable" },
    );
  }
}

/** Held places whose time has run out are free. */
async function expireHolds(services: Services): Promise<void> {
  const due = await services.db
    .selectFrom("bookings")
    .select("id")
    .where("state", "=", "held")
    .where("hold_until", "<=", services.now().toISOString())
    .execute();
  await dealWith(services, idsOf(due), async (change, row) => {
    const of = await findWritten(change.transaction, row.session_id);
    if (row.state !== "held" || of === undefined) return;
    await endBooking(change, row, "expired", { actor: SYSTEM, note: "hold-expired" });
    await promote(change, of, { isFreed: true });
    await promoteElsewhere(change, row.user_id, of.session);
    // The hold took no place any more before this, so the word may have changed by time alone.
    change.placesChanged();
  });
}

/** The lines of sessions that have begun. */
async function expireWaiting(services: Services): Promise<void> {
  const due = await services.db
    .selectFrom("bookings")
    .innerJoin("class_sessions", "class_sessions.id", "bookings.session_id")
    .select("bookings.id")
    .where("bookings.state", "=", "waiting")
    .where("class_sessions.starts_at", "<=", services.now().toISOString())
    .execute();
  await dealWith(services, idsOf(due), async (change, row) => {
    if (row.state === "waiting") await endBooking(change, row, "expired", { actor: SYSTEM, note: "session-began" });
  });
}

/** Who booked and was not checked in, where somebody was: otherwise nobody has recorded who came. */
async function recordNoShows(services: Services): Promise<void> {
  const now = services.now().getTime();
  const due = await services.db
    .selectFrom("bookings")
    .innerJoin("class_sessions", "class_sessions.id", "bookings.session_id")
    .select("bookings.id")
    .where("bookings.state", "=", "booked")
    .where("class_sessions.ends_at", "<=", new Date(now - NO_SHOW_AFTER_MS).toISOString())
    .where("class_sessions.ends_at", ">", new Date(now - CORRECTION_HOURS * HOUR_MS).toISOString())
    // No session is longer than a day; this finds them by the index of their starts.
    .where("class_sessions.starts_at", ">", new Date(now - (CORRECTION_HOURS + 24) * HOUR_MS).toISOString())
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("bookings as there")
          .select("there.id")
          .whereRef("there.session_id", "=", "bookings.session_id")
          .where("there.state", "=", "attended"),
      ),
    )
    .execute();
  await dealWith(services, idsOf(due), async (change, row) => {
    if (row.state === "booked") await setState(change, row, "no_show", { actor: SYSTEM, note: "no-show-by-rule" });
  });
}

/** Reminders that are due, to those who want them; none by night. */
async function remind(services: Services): Promise<void> {
  const now = services.now();
  if (isNight(now)) return;
  const candidates = await services.db
    .selectFrom("bookings")
    .innerJoin("class_sessions", "class_sessions.id", "bookings.session_id")
    .innerJoin("booking_profiles", "booking_profiles.user_id", "bookings.user_id")
    .select(["bookings.id", "class_sessions.date", "class_sessions.starts_at"])
    .where("bookings.state", "=", "booked")
    .where("bookings.reminded_at", "is", null)
    .where("booking_profiles.reminders", "=", 1)
    .where("class_sessions.starts_at", ">", now.toISOString())
    .where("class_sessions.starts_at", "<=", new Date(now.getTime() + EARLIEST_REMINDER_MS).toISOString())
    .execute();
  const due = candidates.filter(
    ({ date, starts_at: startsAt }) => reminderMoment({ date, startsAt }) <= now.toISOString(),
  );
  await dealWith(services, idsOf(due), async (change, row) => {
    const of = await findWritten(change.transaction, row.session_id);
    if (row.state !== "booked" || row.reminded_at !== null || of?.session.state !== "scheduled") return;
    await change.transaction
      .updateTable("bookings")
      .set({ reminded_at: change.at.toISOString() })
      .where("id", "=", row.id)
      .execute();
    if (isReminderOfUse(row.booked_at, change.at)) await tellBooking(change, "reminder", row, of);
  });
}

function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id);
}
