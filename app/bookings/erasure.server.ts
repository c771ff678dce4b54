import { sql } from "kysely";
import { removeUnusedPeople } from "../people/erase-person.server.ts";
import type { Person } from "../people/people.server.ts";
import { daysBefore } from "../platform/durations.ts";
import type { Retention } from "../platform/retention.server.ts";
import type { Db, Services } from "../platform/services.ts";
import { plural } from "../platform/text.ts";
import type { Change } from "../platform/transact.server.ts";
import { findBookable } from "./bookable-session.server.ts";
import { VISITOR } from "./booking-change.server.ts";
import { bookingsWithSessions, idsOfPerson, upcomingRows } from "./booking-rows.server.ts";
import { freePlace } from "./cancel-booking.server.ts";

export const BOOKING_RETENTION_DAYS = 365;

/** Walk-ins are added until the session's end, and no session lasts longer than a day. */
const MAX_DAYS_BOOKED_AFTER_START = 1;

/** Cancels an account's upcoming bookings before it is deleted, and promotes waiting people. */
export async function endBookingsOf(change: Change, { id }: Pick<Person, "id">): Promise<void> {
  const rows = await upcomingRows(change.transaction, id, change.at);
  for (const row of rows) {
    const bookable = await findBookable(change.transaction, row.session_id);
    if (bookable !== undefined)
      await freePlace(change, bookable, row, () => "cancelled", { actor: VISITOR, note: "account-deleted" });
  }
  await change.transaction
    .deleteFrom("people_to_tell")
    .where("booking_id", "in", idsOfPerson(change.transaction, id))
    .execute();
}

/** Makes bookings anonymous before a person is erased: attendance still counts, and guests lose their names. */
export async function forgetBookingsOf(change: Change, person: Pick<Person, "id">): Promise<void> {
  await endBookingsOf(change, person);
  const { transaction } = change;
  const own = transaction.selectFrom("bookings").select("id").where("person_id", "=", person.id);
  await transaction.updateTable("bookings").set({ guest_name: null }).where("host_id", "in", own).execute();
  await transaction
    .updateTable("bookings")
    .set({ person_id: null, cover: null, pass_id: null })
    .where("person_id", "=", person.id)
    .execute();
}

/** Counts the upcoming bookings of a person and their guests, which erasure would cancel. */
export async function countUpcoming({ db, now }: Services, personId: string): Promise<number> {
  const { count } = await countBookings(db, personId)
    .where("bookings.ended_at", "is", null)
    .where("class_sessions.starts_at", ">", now().toISOString())
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Describes the cancellation of a person's upcoming bookings; empty if the person has no upcoming bookings. */
export function cancellationText(upcoming: number): string {
  if (upcoming === 0) return "";
  const text = plural(
    upcoming,
    "upcoming booking is cancelled, and its place goes",
    "upcoming bookings are cancelled, and the places go",
  );
  return `${text} to the waiting list`;
}

/** Counts the person's other bookings, which erasure would make anonymous. */
export async function countPast(services: Services, personId: string): Promise<number> {
  const { count } = await countBookings(services.db, personId).executeTakeFirstOrThrow();
  return Number(count) - (await countUpcoming(services, personId));
}

function countBookings(db: Db, personId: string) {
  return bookingsWithSessions(db)
    .select(sql<number | string>`count(*)`.as("count"))
    .where("bookings.id", "in", idsOfPerson(db, personId));
}

/** Moves bookings that the account made to its own person after unlinking; covered bookings stay. */
export async function giveBookingsBack(
  { transaction }: Change,
  { fromId, intoId }: { fromId: string; intoId: string },
): Promise<void> {
  await transaction
    .updateTable("bookings")
    .set({ person_id: intoId })
    .where("person_id", "=", fromId)
    .where("pass_id", "is", null)
    .where(({ exists, selectFrom }) => {
      const made = selectFrom("booking_events").select("booking_id").where("from_state", "is", null);
      const byVisitor = made.where("actor_kind", "=", "visitor");
      return exists(byVisitor.whereRef("booking_events.booking_id", "=", "bookings.id"));
    })
    .execute();
}

/** Deletes bookings a year after their sessions, with the names of guests and all events. */
export const BOOKING_RETENTION: readonly Retention[] = [
  {
    table: "people_to_tell",
    old: (now) => sql`booking_id is null and made_at < ${daysBefore(now, BOOKING_RETENTION_DAYS)}`,
  },
  {
    table: "bookings",
    // Uses the index of `booked_at`: most old sessions no longer have bookings.
    orderBy: "booked_at",
    old: (now) => sql`booked_at < ${daysBefore(now, BOOKING_RETENTION_DAYS - MAX_DAYS_BOOKED_AFTER_START)} and
      (select starts_at from class_sessions where id = bookings.session_id) < ${daysBefore(now, BOOKING_RETENTION_DAYS)}`,
    lock: "people",
    remove: async (change, ids) => {
      const deletion = change.transaction.deleteFrom("bookings").where("id", "in", ids).returning("person_id");
      const people = (await deletion.execute()).flatMap(({ person_id: id }) => id ?? []);
      await removeUnusedPeople(change, people);
      return [];
    },
  },
];

/** The bookings of an account and of its guests for its download, oldest first. Moments are ISO 8601 in UTC. */
export async function exportBookings(db: Db, userId: string) {
  const person = await db
    .selectFrom("people")
    .select(["id", "name", "phone", "reminders"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  const own = idsOfPerson(db, person?.id ?? "");
  const feed = await db.selectFrom("calendar_feeds").select("made_at").where("user_id", "=", userId).executeTakeFirst();
  const bookings = await bookingsWithSessions(db)
    .select(["bookings.id", "class_name as class", "trainer_name as trainer"])
    .select(["starts_at as startsAt", "ends_at as endsAt", "bookings.state", "booked_at as bookedAt"])
    .select(["free_until as freeUntil", "promoted_at as promotedAt", "checked_in_at as checkedInAt"])
    .select(["reminded_at as remindedAt", "price_kes as priceKes"])
    // The name of a guest; null: the booking of the account's owner.
    .select("bookings.guest_name as guest")
    .where("bookings.id", "in", own)
    .orderBy("bookings.booked_at")
    .orderBy("bookings.ticket")
    .execute();
  // Without the names of staff.
  const events = await db
    .selectFrom("booking_events")
    .innerJoin("bookings", "bookings.id", "booking_events.booking_id")
    .select(["booking_id", "at", "actor_kind as by", "from_state as from", "to_state as to", "note"])
    .where("bookings.id", "in", own)
    .orderBy("booking_events.at")
    .orderBy("booking_events.id")
    .execute();
  const notices = await db
    .selectFrom("people_to_tell")
    .select(["booking_id", "told_at as at", "told_what as what", "way"])
    .where("booking_id", "in", own)
    .where("told_at", "is not", null)
    .orderBy("told_at")
    .execute();
  return {
    // As the desk has stored them; null before the first booking.
    name: person?.name ?? null,
    phone: person?.phone ?? null,
    reminders: person === undefined ? null : person.reminders === 1,
    // Without the calendar's address: anybody who has it can read the bookings.
    calendarSince: feed?.made_at ?? null,
    list: bookings.map(({ id, ...booking }) => ({
      ...booking,
      events: events.filter((event) => event.booking_id === id).map(({ booking_id: _, ...event }) => event),
      told: notices.filter((notice) => notice.booking_id === id).map(({ booking_id: _, ...notice }) => notice),
    })),
  };
}
