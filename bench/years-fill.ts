/** The rows that a gym has after ten years, or after one week, for `bench/years.ts`. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { BookingRow } from "../app/bookings/booking-rows.server.ts";
import { makeFeed } from "../app/bookings/feed-tokens.server.ts";
import { shareName } from "../app/pictures/pictures.server.ts";
import { nextId } from "../app/platform/activity.server.ts";
import type { BookingState, Tables } from "../app/platform/schema.ts";
import type { Db, Services } from "../app/platform/services.ts";
import { addDays, dateInNairobi } from "../app/time/dates.server.ts";
import type { ClassSession } from "../app/timetable/class-session.ts";
import { sessionsBetween } from "../app/timetable/class-sessions.server.ts";
import { rowOfSession } from "../app/timetable/session-rows.server.ts";
import { seeds } from "../seed/content.ts";
import { addMembers, type Member, seedGym, setAllPlaces } from "../test/bookings/booking-gym.ts";
import { type ConsoleContent, type ConsoleSize, fillConsole } from "../test/support/console-pages.ts";
import { insertRows } from "../test/support/insert-rows.ts";
import { addSession, addStaffMember } from "../test/support/staff.ts";
import { randomNumbers } from "../tools/random-numbers.ts";

export type GymSize = ConsoleSize & {
  /** Days with past sessions. */
  days: number;
  members: number;
  /** Unpublished entries. */
  removed: number;
  pictures: number;
  /** Bytes of each of the 24 files of a picture. */
  fileBytes: number;
};

/** The content of both: 1,000 entries, with 28 classes a day. */
const CONTENT = { entries: 1000, people: 20, fileBytes: Number(process.env.FILE_BYTES ?? 16) };

export const TEN_YEARS: GymSize = {
  ...CONTENT,
  ...{ days: 3650, members: 8000, enquiries: 50_000, log: 200_000, pictures: 3000, removed: 2000 },
  ...{ records: 5000, passesEach: 24 },
};

export const FIRST_WEEK: GymSize = {
  ...CONTENT,
  ...{ days: 7, members: 500, enquiries: 40, log: 400, pictures: 30, removed: 5 },
  ...{ records: 300, passesEach: 1 },
};

/** The number of members who make a fifth of all bookings: 25 each within 98 days, with 28 classes a day of 14 bookings. */
export const REGULARS = 300;
const SHARE_OF_REGULARS = 0.2;

/** The last members have no bookings. */
export const NEWCOMERS = 200;

/** The numbers of bookings of a past and of an upcoming session. */
const BOOKED = 14;
const BOOKED_AHEAD = 9;

/** The number of upcoming days with bookings: all bookable days except the last. */
export const BOOKED_DAYS = 5;

const PLACES = 20;
const FILES_OF_A_PICTURE = 24;
const BOOKING_DAYS = 365;
const MAIL_DAYS = 30;
const DAY_MS = 24 * 60 * 60_000;

/** A text of the usual length of a booking email. */
const MAIL = { body_text: "Your place is booked. ".repeat(30), body_html: "<p>Your place is booked.</p>".repeat(150) };

/** A signed-in member. */
export type SignedInMember = Member & { cookie: string };

export type FilledGym = {
  content: ConsoleContent;
  ownerCookie: string;
  trainerCookie: string;
  members: SignedInMember[];
};

/** Fills the empty database of a migrated site. The first members are the regulars, who have a personal calendar. */
export async function fillYears(services: Services, size: GymSize): Promise<FilledGym> {
  await seedGym(services);
  await setAllPlaces(services, PLACES);
  const { cookie: ownerCookie } = await addStaffMember(services, "owner", { name: "Wanjiru" });
  const trainer = { name: "Kamau", trainerSlug: "wanjiru-kamau" };
  const { cookie: trainerCookie } = await addStaffMember(services, "trainer", trainer);
  const inTransaction = <T>(work: (inside: Services) => Promise<T>): Promise<T> =>
    services.db.transaction().execute((db) => work({ ...services, db }));
  const content = await inTransaction((inside) => fillConsole(inside, size));
  services.content.version += 1;
  const members = await inTransaction((inside) => fillMembers(inside, size.members));
  await inTransaction((inside) => fillSessions(inside, size, members));
  await inTransaction(({ db }) => fillRemoved(db, size.removed));
  await inTransaction(({ db }) => fillPictureFiles(db, size.fileBytes));
  return { content, ownerCookie, trainerCookie, members };
}

async function fillMembers(services: Services, count: number): Promise<SignedInMember[]> {
  const members: SignedInMember[] = [];
  for (const [index, member] of (await addMembers(services, count)).entries()) {
    members.push({ ...member, cookie: (await addSession(services, member.id)).cookie });
    if (index < REGULARS) await makeFeed(services, member.id);
  }
  return members;
}

/** Stores sessions week by week, as the timetable has them, with bookings of the last year and the next days. */
async function fillSessions(services: Services, { days }: GymSize, members: readonly Member[]): Promise<void> {
  const { db } = services;
  const now = services.now();
  const today = dateInNairobi(now);
  const random = randomNumbers(1);
  const last = addDays(today, BOOKED_DAYS);
  let ticket = 0;
  // Setting the places has stored the last days; the timetable computes all other sessions.
  await db.deleteFrom("class_sessions").execute();
  await db.updateTable("schedule_state").set({ written_until: null }).execute();
  services.timetable.version += 1;
  for (let first = addDays(today, -days); first <= last; first = addDays(first, 7)) {
    const week = await sessionsBetween(services, first, addDays(first, 6));
    const sessions = week.filter(({ date }) => date <= last);
    const hasBookings = ({ date }: ClassSession) => date > addDays(today, -BOOKING_DAYS);
    const rows = sessions.map((session) => {
      const changed_at = hasBookings(session) ? before(session.startsAt, 7) : null;
      return { ...rowOfSession(session), changed_at };
    });
    await insertRows(db, "class_sessions", rows);
    const made = sessions.filter(hasBookings).flatMap((session) =>
      peopleOf(session, members, now, random).map((member) => {
        ticket += 1;
        return bookingOf(session, member, ticket, now, random);
      }),
    );
    const bookings = made.map(({ booking }) => booking);
    await insertRows(db, "bookings", bookings);
    const events = made.flatMap((one) => one.events);
    await insertRows(db, "booking_events", events);
    const toTell = made.filter((_, index) => index % 20 === 0).map(({ booking }) => toldOf(booking, sessions, now));
    await insertRows(db, "people_to_tell", toTell);
    const mails = made.flatMap((one) => one.mails);
    await insertRows(db, "outbox", mails);
  }
  await db.updateTable("schedule_state").set({ turn: ticket, written_until: now.toISOString() }).execute();
}

function before(moment: string, days: number): string {
  return new Date(Date.parse(moment) - days * DAY_MS).toISOString();
}

function peopleOf({ startsAt }: ClassSession, members: readonly Member[], now: Date, random: () => number): Member[] {
  const count = startsAt <= now.toISOString() ? BOOKED : BOOKED_AHEAD;
  const people = new Set<Member>();
  while (people.size < count) {
    const among = random() < SHARE_OF_REGULARS ? REGULARS : members.length - NEWCOMERS;
    const member = members[Math.floor(random() * among)];
    if (member !== undefined) people.add(member);
  }
  return [...people];
}

type MadeBooking = { booking: BookingRow; events: Tables["booking_events"][]; mails: Mail[] };
type Mail = Omit<Tables["outbox"], "attempts" | "kind" | "priority" | "failed_at" | "last_answer">;

function bookingOf(
  session: ClassSession,
  member: Member,
  ticket: number,
  now: Date,
  random: () => number,
): MadeBooking {
  const { startsAt } = session;
  const bookedAt = before(startsAt, BOOKED_DAYS + 1 + random());
  const isOver = startsAt <= now.toISOString();
  const chance = random();
  const state: BookingState = !isOver ? "booked" : chance < 0.86 ? "attended" : chance < 0.88 ? "no_show" : "cancelled";
  const endedAt = before(startsAt, 0.5);
  const booking: BookingRow = {
    ...{ id: randomUUID(), session_id: session.id, person_id: member.id, guest_name: null },
    ...{ ticket, state, booked_at: bookedAt, free_until: before(startsAt, 0.25), promoted_at: null },
    ended_at: state === "cancelled" ? endedAt : null,
    checked_in_at: state === "attended" ? startsAt : null,
    reminded_at: isOver ? before(startsAt, 0.2) : null,
    ...{ price_kes: null, host_id: null },
    ...{ disputed_at: null, dispute_settled_at: null, cover: null, pass_id: null },
    missed_told_at: state === "no_show" ? before(startsAt, -0.2) : null,
  };
  const by = { booking_id: booking.id, actor_kind: "visitor" as const, actor_id: null, actor_name: null, note: null };
  const events: Tables["booking_events"][] = [
    { ...by, id: nextId(), at: bookedAt, from_state: null, to_state: "booked" },
    { ...by, id: nextId(), at: state === "cancelled" ? endedAt : startsAt, from_state: "booked", to_state: state },
  ];
  const hasMails = bookedAt > before(now.toISOString(), MAIL_DAYS);
  return { booking, events: isOver ? events : events.slice(0, 1), mails: hasMails ? mailsOf(booking, member) : [] };
}

/** A row of the call list about a substitute, told for past sessions and open for upcoming ones. */
function toldOf(
  { id, session_id }: BookingRow,
  sessions: readonly ClassSession[],
  now: Date,
): Tables["people_to_tell"] {
  const session = sessions.find((one) => one.id === session_id);
  const at = before(session?.startsAt ?? "", 1);
  const isTold = at < now.toISOString();
  const told = isTold ? { told_at: at, told_by: "Wanjiru", told_what: "substitute", way: "whatsapp" } : UNTOLD;
  const about = { id: randomUUID(), session_id, booking_id: id, trainer_slug: null };
  return {
    ...about,
    person: id,
    kind: "substitute",
    before: "somebody-else",
    made_at: isTold ? at : now.toISOString(),
    told_by_id: null,
    ...told,
  };
}

const UNTOLD = { told_at: null, told_by: null, told_what: null, way: null };

/** The emails about a booking: its confirmation and the reminder. */
function mailsOf({ session_id, booked_at, reminded_at }: BookingRow, { id, email }: Member): Mail[] {
  return [booked_at, reminded_at].flatMap((at) => {
    if (at === null) return [];
    return {
      ...{ id: randomUUID(), created_at: at, message_id: `<${randomUUID()}@nguvu.example>`, recipient: email },
      ...{
        reply_to: "",
        subject: "Your place",
        ...MAIL,
        user_id: id,
        enquiry_id: null,
        person_id: null,
        expires_at: null,
      },
      ...{ encrypted_text: null, due_at: at, sent_at: at, last_error: null, discard_after: null },
      ...{ unsubscribe_url: null, about: session_id, about_order: 1, given_up_at: null },
    };
  });
}

/** Adds entries that were unpublished over the years; the last version of each stays. */
async function fillRemoved(db: Db, count: number): Promise<void> {
  const type = "gallery-picture";
  const seed = seeds.get(type) ?? [];
  const at = before(new Date().toISOString(), 100);
  const keys = Array.from({ length: count }, (_, index) => ({ type, slug: `removed-${index}` }));
  const versions = keys.map((key, index): Tables["entry_versions"] => {
    const { slug: _slug, ...values } = seed[index % seed.length] ?? { slug: "" };
    const made = { made_at: at, made_by_id: null, made_by: "Wanjiru", how: "published", draft_revision: null };
    return { ...key, number: 1, body: JSON.stringify(values), ...made };
  });
  await insertRows(db, "entry_versions", versions);
  const removed = keys.map((key) => ({
    ...{ ...key, removed_at: at, removed_by_id: null, removed_by: "Wanjiru", position: 1, last_number: 1 },
    act_id: randomUUID(),
  }));
  await insertRows(db, "entry_bin", removed);
}

/** Files with the share picture, since the site would try to make missing files from masters that don't exist. */
async function fillPictureFiles(db: Db, fileBytes: number): Promise<void> {
  const pictures = await db.selectFrom("pictures").select(["hash", "focus_x", "focus_y"]).execute();
  const bytes = Buffer.alloc(fileBytes, "a picture ");
  for (const { hash: picture, focus_x, focus_y } of pictures) {
    const sizes = Array.from({ length: FILES_OF_A_PICTURE - 1 }, (_, index) => `u-${picture}-${index}.avif`);
    const files = [...sizes, shareName(picture, [focus_x, focus_y])].map((name) => {
      return { name, picture, content_type: name.endsWith(".jpg") ? "image/jpeg" : "image/avif", bytes };
    });
    await db.insertInto("picture_files").values(files).execute();
  }
}

/** The size of the database in megabytes. */
export async function databaseMb({ db, config }: Services): Promise<number> {
  const size =
    config.databaseUrl === undefined
      ? sql<{ bytes: number | string }>`select page_count * page_size as bytes from pragma_page_count, pragma_page_size`
      : sql<{ bytes: number | string }>`select pg_database_size(current_database()) as bytes`;
  const { rows } = await size.execute(db);
  return Math.round(Number(rows[0]?.bytes) / 2 ** 20);
}
