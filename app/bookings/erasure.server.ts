/** Bookings of accounts that are deleted, and of long ago. */
import { inPortions, PORTION } from "../platform/portions.server.ts";
import type { Db, Services } from "../platform/services.ts";
import type { Change } from "../platform/transact.server.ts";

import { findWritten } from "./bookable.server.ts";
import type { BookingState } from "./booking.ts";
import { VISITOR } from "./booking-change.server.ts";
import { freePlace } from "./cancel-booking.server.ts";

/** How long a booking is stored after its session, in days. */
export const BOOKING_RETENTION_DAYS = 365;

const DAY_MS = 24 * 60 * 60_000;

/** A booking is made before its session, a walk-in until the end of it, and no session lasts a day. */
const BOOKED_LATE_MS = DAY_MS;

/**
 * Before an account is deleted, in the same transaction: its bookings to come are cancelled, and their places go to those
 * who wait. Its other bookings lose their account with the row of the user, and with it the name.
 */
export async function endBookingsOf(change: Change, userId: string): Promise<void> {
  const rows = await change.transaction
    .selectFrom("bookings")
    .innerJoin("class_sessions", "class_sessions.id", "bookings.session_id")
    .selectAll("bookings")
    .where("bookings.user_id", "=", userId)
    .where("bookings.ended_at", "is", null)
    .where("class_sessions.starts_at", ">", change.at.toISOString())
    .orderBy("bookings.ticket")
    .execute();
  for (const row of rows) {
    const of = await findWritten(change.transaction, row.session_id);
    if (of !== undefined) await freePlace(change, of, row, "cancelled", { actor: VISITOR, note: "account-deleted" });
  }
}

/** Deletes bookings whose sessions were more than a year ago, with the names of guests and all events. */
export async function removeOldBookings({ db, now }: Services): Promise<void> {
  const before = new Date(now().getTime() - BOOKING_RETENTION_DAYS * DAY_MS);
  // By when they were made, in the order of the index: of the old sessions most have no bookings any more.
  const old = db
    .selectFrom("bookings")
    .select("id")
    .where("booked_at", "<", new Date(before.getTime() + BOOKED_LATE_MS).toISOString())
    .where(
      // A query of its own, or SQLite would begin with the sessions.
      (eb) =>
        eb.selectFrom("class_sessions").select("starts_at").whereRef("class_sessions.id", "=", "bookings.session_id"),
      "<",
      before.toISOString(),
    )
    .orderBy("booked_at")
    .limit(PORTION);
  await inPortions(async () => {
    const { numDeletedRows } = await db.deleteFrom("bookings").where("id", "in", old).executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  });
}

/** What is stored about the bookings of an account. Moments are ISO 8601 in UTC. */
export type BookingsExport = {
  /** As the desk knows them; null before the first booking. */
  name: string | null;
  phone: string | null;
  reminders: boolean | null;
  /** Since when the personal calendar has its address, which is not in here: who has it reads the bookings. Null: there is none. */
  calendarSince: string | null;
  list: {
    class: string;
    trainer: string;
    startsAt: string;
    endsAt: string;
    state: BookingState;
    bookedAt: string;
    freeUntil: string;
    promotedAt: string | null;
    checkedInAt: string | null;
    remindedAt: string | null;
    priceKes: number | null;
    /** What happened to it. Which member of staff it was is theirs. */
    events: { at: string; by: string; from: string | null; to: string; note: string | null }[];
  }[];
};

/** The bookings of an account for its download, oldest first. */
export async function exportBookings(db: Db, userId: string): Promise<BookingsExport> {
  const profile = await db
    .selectFrom("booking_profiles")
    .select(["name", "phone", "reminders"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  const feed = await db.selectFrom("calendar_feeds").select("made_at").where("user_id", "=", userId).executeTakeFirst();
  const bookings = await db
    .selectFrom("bookings")
    .innerJoin("class_sessions", "class_sessions.id", "bookings.session_id")
    .selectAll("bookings")
    .select(["class_name", "trainer_name", "starts_at", "ends_at"])
    .where("bookings.user_id", "=", userId)
    .orderBy("bookings.booked_at")
    .execute();
  const events = await db
    .selectFrom("booking_events")
    .innerJoin("bookings", "bookings.id", "booking_events.booking_id")
    .selectAll("booking_events")
    .where("bookings.user_id", "=", userId)
    .orderBy("booking_events.at")
    .orderBy("booking_events.id")
    .execute();
  return {
    name: profile?.name ?? null,
    phone: profile?.phone ?? null,
    reminders: profile === undefined ? null : profile.reminders === 1,
    calendarSince: feed?.made_at ?? null,
    list: bookings.map((row) => ({
      class: row.class_name,
      trainer: row.trainer_name,
      startsAt: row.starts_at,
      endsAt: row.ends_at,
      state: row.state,
      bookedAt: row.booked_at,
      freeUntil: row.free_until,
      promotedAt: row.promoted_at,
      checkedInAt: row.checked_in_at,
      remindedAt: row.reminded_at,
      priceKes: row.price_kes,
      events: events
        .filter((event) => event.booking_id === row.id)
        .map(({ at, actor_kind: by, from_state: from, to_state: to, note }) => ({ at, by, from, to, note })),
    })),
  };
}
