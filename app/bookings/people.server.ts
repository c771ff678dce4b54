/**
 * Finding people who book, for staff: accounts with a booking, and guests of the desk, of whom one name with one number is one person.
 * Of those without a number nobody knows who is the same: each booking to come is one, also once it has ended. A trainer finds who has been in their
 * classes, and reads of their bookings those of these classes alone.
 */
import type { ExpressionBuilder } from "kysely";
import { searchTerms } from "../people/person-words.ts";
import type { Tables } from "../platform/schema.ts";
import type { Db, Services } from "../platform/services.ts";
import { TEST_ACCOUNT } from "../platform/test-account.ts";
import { addDays, dateInNairobi, startOfDate } from "../time/dates.server.ts";
import type { ClassSession } from "../timetable/class-session.ts";
import { findWrittenSessions } from "../timetable/class-sessions.server.ts";
import { type BookingRow, bookingsWithSessions, positionOf } from "./booking-rows.server.ts";
import type { Contact } from "./profiles.server.ts";

/** How many people a search shows. */
export const PEOPLE_SHOWN = 20;

/** Of so many those come first who are in a class soon; a search that finds more has to be narrowed down. */
const MOST_COMPARED = 60;

/** Of so many it is looked up whether they were in a class of a trainer. */
const MOST_COMPARED_FOR_TRAINER = 120;

/** To compare terms by how many words have them, so many words are enough. */
const COMMON_FROM = 500;

/** The name and number of somebody who books. */
export type BookedPerson = Contact & {
  /** An account's id, or that of a guest's newest booking. */
  id: string;
  /** Null for a guest of the desk. */
  userId: string | null;
  /** Null for an account, and for a guest who is known by one booking alone. */
  guestKey: string | null;
  /** Empty for a guest. */
  email: string;
};

/** A booking of today or of a day to come. */
export type ComingBooking = Pick<BookingRow, "id" | "state"> & {
  session: ClassSession;
  /** On the waiting list, from 1; null when it does not wait. */
  position: number | null;
};

export type FoundPerson = BookedPerson & { bookings: ComingBooking[] };

type FindOptions = {
  /** A trainer, who finds those who have been in their classes. */
  trainerSlug?: string | undefined;
  /** Those with an account alone, also one that has never booked, when its whole address was typed. */
  withAccount?: boolean;
};

/**
 * The people who have all that was typed: parts of a name or number, beginnings of the words of an address. First those with a
 * booking of today or to come, then by name.
 * @returns also whether there are more than are shown
 */
export async function findPeople(
  services: Services,
  typed: string,
  { trainerSlug, withAccount = false }: FindOptions = {},
): Promise<{ people: FoundPerson[]; hasMore: boolean }> {
  const { db } = services;
  const terms = await rarestFirst(db, searchTerms(typed));
  const { keys, isCut } = terms.length === 0 ? NOBODY : await keysWith(services, terms, { trainerSlug, withAccount });
  const whole = withAccount ? await accountOfAddress(services, typed, trainerSlug) : undefined;
  const userIds = keys.flatMap(({ user_id: id }) => id ?? []);
  const guestKeys = keys.flatMap(({ person, user_id: id }) => (id === null ? person : []));
  const people = [
    ...(await readAccounts(db, whole === undefined ? userIds : [...new Set([whole, ...userIds])])),
    ...(await readGuests(services, guestKeys, trainerSlug)),
  ];
  const rows = await comingRows(services, people, trainerSlug);
  const isComing = new Set(rows.filter((row) => row.ended_at === null).map(personOfRow));
  const rank = (one: BookedPerson) => (isComing.has(keyOf(one)) ? 0 : 1);
  const shown = people.sort((one, other) => rank(one) - rank(other) || byName(one, other)).slice(0, PEOPLE_SHOWN);
  return { people: await withBookings(services, shown, rows), hasMore: isCut || people.length > shown.length };
}

/**
 * Somebody by the id of their account, or of a booking of theirs; undefined when there is none, and for a trainer when they have
 * booked none of their classes.
 */
export async function findPerson(
  services: Services,
  id: string,
  { trainerSlug }: Pick<FindOptions, "trainerSlug"> = {},
): Promise<FoundPerson | undefined> {
  const person = await readPerson(services.db, id);
  if (person === undefined || !(await isOfTrainer(services.db, person, trainerSlug))) return undefined;
  return (await withBookings(services, [person], await comingRows(services, [person], trainerSlug)))[0];
}

/** Somebody by the id of their account, or of a booking of theirs, inside a transaction or outside of one. */
export async function readPerson(db: Db, id: string): Promise<BookedPerson | undefined> {
  const [account] = await readAccounts(db, [id]);
  if (account !== undefined) return account;
  const row = await db
    .selectFrom("bookings")
    .select(["id", "user_id", "guest_name", "guest_phone", "guest_key"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  if (row.user_id !== null) return (await readAccounts(db, [row.user_id]))[0];
  return row.guest_name === null ? undefined : guestOfRow(row);
}

/** Whether somebody had a place in a class of a trainer that has begun, and is not known to have missed it. */
export async function hasBeenWith(db: Db, userId: string, trainerSlug: string, at: Date): Promise<boolean> {
  return (await visitorsOf(db, "user_id", [userId], trainerSlug, at)).has(userId);
}

/** Those of some people who had such a place. */
async function visitorsOf(
  db: Db,
  column: "user_id" | "guest_key",
  values: readonly string[],
  trainerSlug: string,
  at: Date,
): Promise<ReadonlySet<string>> {
  if (values.length === 0) return new Set();
  const rows = await db
    .selectFrom("bookings")
    // The states are told apart here, or SQLite would read all bookings in one of them.
    .select([column, "state"])
    .distinct()
    .where(column, "in", values)
    .where((booking) => trainerOf(booking, at), "=", trainerSlug)
    .execute();
  return new Set(
    rows.flatMap((row) => (row.state === "booked" || row.state === "attended" ? (row[column] ?? []) : [])),
  );
}

/** The trainer of a booking's class: a query of its own, or SQLite would begin with all classes of the trainer. */
function trainerOf({ selectFrom }: ExpressionBuilder<Tables, "bookings">, begunBy?: Date) {
  return selectFrom("class_sessions")
    .select("trainer_slug")
    .whereRef("class_sessions.id", "=", "bookings.session_id")
    .$if(begunBy !== undefined, (query) => query.where("starts_at", "<=", begunBy?.toISOString() ?? ""));
}

/** Whether a trainer may read of somebody: who has booked a class of theirs is on their list anyway. */
async function isOfTrainer(db: Db, { userId, guestKey, id }: BookedPerson, trainerSlug: string | undefined) {
  if (trainerSlug === undefined) return true;
  const [column, value] = userId !== null ? (["user_id", userId] as const) : ofGuest(guestKey, id);
  const booking = await db
    .selectFrom("bookings")
    .select("id")
    .where(column, "=", value)
    .where((one) => trainerOf(one), "=", trainerSlug)
    .limit(1)
    .executeTakeFirst();
  return booking !== undefined;
}

function ofGuest(guestKey: string | null, id: string) {
  return guestKey === null ? (["id", id] as const) : (["guest_key", guestKey] as const);
}

/** The terms, first the one that the fewest words begin with: the others are looked for among those that have it. */
async function rarestFirst(db: Db, terms: readonly string[]): Promise<string[]> {
  if (terms.length < 2) return [...terms];
  const counted = terms.map(async (term) => {
    const found = db
      .selectFrom("person_words")
      .select("word")
      .where((word) => beginsWith(word, term))
      .limit(COMMON_FROM);
    return { term, count: (await found.execute()).length };
  });
  return (await Promise.all(counted)).sort((one, other) => one.count - other.count).map(({ term }) => term);
}

type PersonKey = { person: string; user_id: string | null };

const NOBODY: { keys: PersonKey[]; isCut: boolean } = { keys: [], isCut: false };

/**
 * The people with all the terms: accounts by their id, guests by their key.
 * @returns also whether there may be more
 */
async function keysWith(
  { db, now }: Services,
  [first = "", ...others]: readonly string[],
  { trainerSlug, withAccount }: FindOptions,
): Promise<typeof NOBODY> {
  const most = trainerSlug === undefined ? MOST_COMPARED : MOST_COMPARED_FOR_TRAINER;
  let query = db
    .selectFrom("person_words")
    .select(["person", "user_id"])
    .distinct()
    .where((word) => beginsWith(word, first))
    .limit(most);
  for (const term of others) {
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom("person_words as other")
          .select("other.word")
          .whereRef("other.person", "=", "person_words.person")
          .where("other.word", ">=", term)
          .where("other.word", "<", `${term}${LAST}`),
      ),
    );
  }
  if (withAccount) query = query.where("user_id", "is not", null);
  const keys = await query.execute();
  const isCut = keys.length === most;
  if (trainerSlug === undefined) return { keys, isCut };
  const of = (isGuest: boolean) => keys.flatMap((key) => ((key.user_id === null) === isGuest ? key.person : []));
  const [accounts, guests] = await Promise.all([
    visitorsOf(db, "user_id", of(false), trainerSlug, now()),
    visitorsOf(db, "guest_key", of(true), trainerSlug, now()),
  ]);
  const own = keys.filter(({ person, user_id: id }) => (id === null ? guests : accounts).has(person));
  return { keys: own.slice(0, MOST_COMPARED), isCut: isCut || own.length > MOST_COMPARED };
}

/** Nothing sorts after it. */
const LAST = "\u{10FFFF}";

/** Words with this beginning are one range of the index. */
function beginsWith(word: ExpressionBuilder<Tables, "person_words">, term: string) {
  return word.and([word("word", ">=", term), word("word", "<", `${term}${LAST}`)]);
}

/** The account with an address that was typed as a whole; the test account can't be booked for. */
async function accountOfAddress(
  { db, now }: Services,
  typed: string,
  trainerSlug: string | undefined,
): Promise<string | undefined> {
  const email = typed.trim().toLowerCase();
  if (!email.includes("@") || email === TEST_ACCOUNT.email) return undefined;
  const user = await db.selectFrom("users").select("id").where("email", "=", email).executeTakeFirst();
  if (user === undefined || trainerSlug === undefined) return user?.id;
  return (await hasBeenWith(db, user.id, trainerSlug, now())) ? user.id : undefined;
}

async function readAccounts(db: Db, ids: readonly string[]): Promise<BookedPerson[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("users")
    .leftJoin("booking_profiles", "booking_profiles.user_id", "users.id")
    .select(["users.id", "users.email", "booking_profiles.name", "booking_profiles.phone"])
    .where("users.id", "in", ids)
    .execute();
  return rows.map(({ id, email, name, phone }) => {
    return { id, userId: id, guestKey: null, email, name: name ?? "", phone: phone ?? "" };
  });
}

/** Each guest as the newest booking has them; those without a number once for each booking to come. */
async function readGuests(
  services: Services,
  keys: readonly string[],
  trainerSlug: string | undefined,
): Promise<BookedPerson[]> {
  if (keys.length === 0) return [];
  const { db } = services;
  const rows = await db
    .selectFrom("bookings")
    .where("guest_key", "in", keys)
    .where("booked_at", "=", (eb) =>
      eb
        .selectFrom("bookings as other")
        .select(({ fn }) => fn.max("other.booked_at").as("last"))
        .whereRef("other.guest_key", "=", "bookings.guest_key"),
    )
    .select(["bookings.id", "guest_name", "guest_phone", "guest_key"])
    .execute();
  const newest = [...new Map(rows.map((row) => [row.guest_key, row])).values()];
  const numberless = newest.filter((row) => row.guest_phone === "").flatMap(({ guest_key: key }) => key ?? []);
  const single =
    numberless.length === 0 ? [] : await comingBookings(services, "bookings.guest_key", numberless).execute();
  const theirs = single.filter((row) => (trainerSlug ?? row.trainer_slug) === row.trainer_slug);
  return [...newest.filter((row) => row.guest_phone !== ""), ...theirs].map(guestOfRow);
}

function guestOfRow(row: Pick<BookingRow, "id" | "guest_name" | "guest_phone" | "guest_key">): BookedPerson {
  const { id, guest_name: name, guest_phone: phone } = row;
  return { id, userId: null, guestKey: phone ? row.guest_key : null, email: "", name: name ?? "", phone: phone ?? "" };
}

/** The bookings of today and of the days to come of some people, ended ones too. */
function comingBookings(
  { db, now }: Services,
  column: "bookings.user_id" | "bookings.guest_key" | "bookings.id",
  values: readonly string[],
) {
  const today = dateInNairobi(now());
  return (
    bookingsWithSessions(db)
      .select(["bookings.id", "session_id", "user_id", "guest_name", "guest_phone", "guest_key"])
      .select([
        "bookings.state",
        "bookings.promoted_at",
        "ticket",
        "ended_at",
        "starts_at",
        "class_sessions.trainer_slug",
      ])
      .where(column, "in", values)
      // The sessions to come are few. Read from them, and not from all bookings that somebody ever made.
      .where("bookings.session_id", "in", ({ selectFrom }) =>
        selectFrom("class_sessions as coming")
          .select("coming.id")
          // One that began yesterday may end today.
          .where("coming.starts_at", ">", startOfDate(addDays(today, -1)).toISOString()),
      )
      .where("class_sessions.ends_at", ">", startOfDate(today).toISOString())
  );
}

type ComingRow = Awaited<ReturnType<typeof comingRows>>[number];

/** The same in the order of their classes. @param trainerSlug of the classes of a trainer */
async function comingRows(services: Services, people: readonly BookedPerson[], trainerSlug: string | undefined) {
  const userIds = people.flatMap(({ userId }) => userId ?? []);
  const guestKeys = people.flatMap(({ guestKey }) => guestKey ?? []);
  const single = people.flatMap((one) => (isSingle(one) ? one.id : []));
  const read = async (...[column, values]: [Parameters<typeof comingBookings>[1], readonly string[]]) =>
    values.length === 0 ? [] : comingBookings(services, column, values).execute();
  const found = await Promise.all([
    read("bookings.user_id", userIds),
    read("bookings.guest_key", guestKeys),
    read("bookings.id", single),
  ]);
  return found
    .flat()
    .filter((row) => trainerSlug === undefined || row.trainer_slug === trainerSlug)
    .sort((one, other) => compareTexts(one.starts_at, other.starts_at) || one.ticket - other.ticket);
}

/** A guest who is known by one booking alone. */
function isSingle({ userId, guestKey }: BookedPerson): boolean {
  return userId === null && guestKey === null;
}

/** The people with their bookings, of each class the open one or the last. */
async function withBookings(
  services: Services,
  people: readonly BookedPerson[],
  rows: readonly ComingRow[],
): Promise<FoundPerson[]> {
  const shown = new Set(people.map(keyOf));
  const own = rows.filter((row) => shown.has(personOfRow(row)));
  const found = await findWrittenSessions(services, [...new Set(own.map((row) => row.session_id))]);
  const sessions = new Map(found.map((session) => [session.id, session]));
  const read = people.map(async (person) => {
    const newest = new Map<string, ComingRow>();
    for (const row of own.filter((one) => personOfRow(one) === keyOf(person))) {
      const before = newest.get(row.session_id);
      if (before === undefined || row.ended_at === null || before.ended_at !== null) newest.set(row.session_id, row);
    }
    const bookings = [...newest.values()].map(async (row): Promise<ComingBooking[]> => {
      const session = sessions.get(row.session_id);
      if (session === undefined) return [];
      const position = await positionOf(services.db, row);
      return [{ id: row.id, state: row.state, session, position }];
    });
    return { ...person, bookings: (await Promise.all(bookings)).flat() };
  });
  return Promise.all(read);
}

/** What the bookings of a person have in common. */
function keyOf({ userId, guestKey, id }: BookedPerson): string {
  return userId ?? guestKey ?? id;
}

function personOfRow(row: Pick<BookingRow, "id" | "user_id" | "guest_key" | "guest_phone">): string {
  return row.user_id ?? (row.guest_phone ? row.guest_key : null) ?? row.id;
}

const NAMES = new Intl.Collator("en", { sensitivity: "base" });

/** An account that never booked by itself has no name. */
function byName(one: BookedPerson, other: BookedPerson): number {
  return (
    NAMES.compare(one.name || one.email, other.name || other.email) ||
    compareTexts(one.phone, other.phone) ||
    compareTexts(one.id, other.id)
  );
}

function compareTexts(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}
