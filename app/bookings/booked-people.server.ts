/** People with their current bookings, for staff. Trainers find people from their own classes only. */
import { findByDoorNumber } from "../people/door-numbers.server.ts";
import { personOfAccount } from "../people/people.server.ts";
import { accountOfAddress, findByWords } from "../people/person-index.server.ts";
import type { Db, Services } from "../platform/services.ts";
import { addDays, dateInNairobi, startOfDate } from "../time/dates.server.ts";
import type { ClassSession } from "../timetable/class-session.ts";
import { storedSessionsById } from "../timetable/class-sessions.server.ts";
import { type BookingRow, bookingsWithSessions, positionOf } from "./booking-rows.server.ts";

export const MAX_PEOPLE_SHOWN = 20;

/** How many matches are read and sorted. Trainers' matches are filtered by their classes, so more are read. */
const MAX_COMPARED = 60;
const MAX_COMPARED_FOR_TRAINER = 120;

export type BookedPerson = {
  /** The person's id, or the account's id if nobody has booked with it yet. */
  id: string;
  name: string;
  phone: string;
  email: string;
  hasAccount: boolean;
};

export type UpcomingBooking = Pick<BookingRow, "id" | "state"> & {
  session: ClassSession;
  /** Position on the waiting list, from 1; null for other bookings. */
  position: number | null;
};

export type FoundPerson = BookedPerson & { bookings: UpcomingBooking[] };

/**
 * `trainerSlug`: only people from this trainer's classes. `withNewAccounts`: also accounts without bookings, by their
 * exact address.
 */
type FindOptions = { trainerSlug?: string | undefined; withNewAccounts?: boolean };

/** Finds people who match all terms or a door number, people with a current booking first. */
export async function findPeople(
  services: Services,
  typed: string,
  { trainerSlug, withNewAccounts = false }: FindOptions = {},
): Promise<{ people: FoundPerson[]; hasMore: boolean }> {
  const { db, now } = services;
  const limit = trainerSlug === undefined ? MAX_COMPARED : MAX_COMPARED_FOR_TRAINER;
  const ids = await findByWords(db, typed, { limit });
  const visible = trainerSlug === undefined ? ids : [...(await findTrainerVisitors(db, ids, trainerSlug, now()))];
  const people = await readPeople(db, visible.slice(0, MAX_COMPARED));
  if (trainerSlug === undefined) people.push(...(await findExact(db, typed, ids, withNewAccounts)));
  const rows = await readUpcomingRows(services, visible, trainerSlug);
  const hasUpcoming = new Set(rows.filter((row) => row.ended_at === null).map((row) => row.person_id));
  const rank = ({ id }: BookedPerson) => (hasUpcoming.has(id) ? 0 : 1);
  const listed = people.sort((a, b) => rank(a) - rank(b) || byName(a, b)).slice(0, MAX_PEOPLE_SHOWN);
  const isTruncated = ids.length === limit || visible.length > MAX_COMPARED;
  return { people: await withBookings(services, listed, rows), hasMore: isTruncated || people.length > listed.length };
}

/** A person with their bookings; undefined for a trainer whose classes they have never booked. */
export async function findBookedPerson(
  services: Services,
  id: string,
  { trainerSlug }: Pick<FindOptions, "trainerSlug"> = {},
): Promise<FoundPerson | undefined> {
  const [person] = await readPeople(services.db, [id]);
  if (person === undefined || !(await canTrainerSee(services.db, id, trainerSlug))) return undefined;
  return (await withBookings(services, [person], await readUpcomingRows(services, [id], trainerSlug)))[0];
}

export async function readPeople(db: Db, ids: readonly string[]): Promise<BookedPerson[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("people")
    .leftJoin("users", "users.id", "people.user_id")
    .select(["people.id", "people.name", "phone", "people.email", "users.email as account"])
    .where("people.id", "in", ids)
    .where("erased_at", "is", null)
    .execute();
  return rows.map(({ id, name, phone, email, account }) => {
    return { id, name, phone, email: account ?? email, hasAccount: account !== null };
  });
}

async function findExact(
  db: Db,
  typed: string,
  foundIds: readonly string[],
  withNewAccounts: boolean,
): Promise<BookedPerson[]> {
  const holder = await findByDoorNumber(db, typed);
  if (holder !== undefined) return foundIds.includes(holder.id) ? [] : readPeople(db, [holder.id]);
  if (!withNewAccounts) return [];
  const account = await accountOfAddress(db, typed);
  if (account === undefined || (await personOfAccount(db, account)) !== undefined) return [];
  return [{ id: account, name: "", phone: "", email: typed.trim().toLowerCase(), hasAccount: true }];
}

/** People who had a place in a past class of a trainer and are not marked as missed. */
export async function findTrainerVisitors(
  db: Db,
  ids: readonly string[],
  trainerSlug: string,
  at: Date,
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom("bookings")
    // Filtered by state below: in SQL, SQLite would read all bookings in these states.
    .select(["person_id", "state"])
    .distinct()
    .where("person_id", "in", ids)
    .where(
      // A subquery: with a join, SQLite would start with all sessions of the trainer.
      ({ selectFrom }) =>
        selectFrom("class_sessions")
          .select("trainer_slug")
          .whereRef("class_sessions.id", "=", "bookings.session_id")
          .where("starts_at", "<=", at.toISOString()),
      "=",
      trainerSlug,
    )
    .execute();
  return new Set(
    rows.flatMap((row) => (row.state === "booked" || row.state === "attended" ? (row.person_id ?? []) : [])),
  );
}

/** Whether a trainer may see a person: only people who have booked the trainer's classes, whose lists show them anyway. */
export async function canTrainerSee(db: Db, id: string, trainerSlug: string | undefined): Promise<boolean> {
  if (trainerSlug === undefined) return true;
  const booking = await db
    .selectFrom("bookings")
    .select("id")
    .where("person_id", "=", id)
    .where(
      ({ selectFrom }) =>
        selectFrom("class_sessions").select("trainer_slug").whereRef("class_sessions.id", "=", "bookings.session_id"),
      "=",
      trainerSlug,
    )
    .limit(1)
    .executeTakeFirst();
  return booking !== undefined;
}

type UpcomingRow = Awaited<ReturnType<typeof readUpcomingRows>>[number];

/**
 * Reads people's bookings from today on, ended bookings included, in the order of their classes.
 * @param trainerSlug only bookings of this trainer's classes
 */
async function readUpcomingRows({ db, now }: Services, ids: readonly string[], trainerSlug: string | undefined) {
  if (ids.length === 0) return [];
  const today = dateInNairobi(now());
  return (
    bookingsWithSessions(db)
      .select(["bookings.id", "session_id", "person_id", "bookings.state", "ticket", "ended_at"])
      .where("person_id", "in", ids)
      // Starts with the few upcoming sessions, not with all bookings that the person ever made.
      .where("bookings.session_id", "in", ({ selectFrom }) =>
        selectFrom("class_sessions as coming")
          .select("coming.id")
          // A session that began yesterday can end today.
          .where("coming.starts_at", ">", startOfDate(addDays(today, -1)).toISOString()),
      )
      .where("class_sessions.ends_at", ">", startOfDate(today).toISOString())
      .$if(trainerSlug !== undefined, (query) => query.where("class_sessions.trainer_slug", "=", trainerSlug ?? ""))
      .orderBy("class_sessions.starts_at")
      .orderBy("ticket")
      .execute()
  );
}

/** Adds each person's bookings: for each session the open booking, or else the newest. */
async function withBookings(
  services: Services,
  people: readonly BookedPerson[],
  rows: readonly UpcomingRow[],
): Promise<FoundPerson[]> {
  const listed = new Set<string | null>(people.map(({ id }) => id));
  const own = rows.filter((row) => listed.has(row.person_id));
  const sessions = await storedSessionsById(services, [...new Set(own.map((row) => row.session_id))]);
  const read = people.map(async (person) => {
    const newest = new Map<string, UpcomingRow>();
    for (const row of own.filter((booking) => booking.person_id === person.id)) {
      const previous = newest.get(row.session_id);
      if (previous === undefined || row.ended_at === null || previous.ended_at !== null)
        newest.set(row.session_id, row);
    }
    const bookings = [...newest.values()].map(async (row): Promise<UpcomingBooking[]> => {
      const session = sessions.get(row.session_id);
      if (session === undefined) return [];
      return [{ id: row.id, state: row.state, session, position: await positionOf(services.db, row) }];
    });
    return { ...person, bookings: (await Promise.all(bookings)).flat() };
  });
  return Promise.all(read);
}

const NAMES = new Intl.Collator("en", { sensitivity: "base" });

/** Orders people by name; an account that has never booked has only an address. */
function byName(a: BookedPerson, b: BookedPerson): number {
  return (
    NAMES.compare(a.name || a.email, b.name || b.email) || compareTexts(a.phone, b.phone) || compareTexts(a.id, b.id)
  );
}

function compareTexts(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
