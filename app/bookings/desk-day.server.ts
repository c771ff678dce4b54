/** Reading the sessions of a day with the people who booked them. */
import type { Services } from "../platform/services.ts";
import { addDays, dateInNairobi } from "../time/dates.server.ts";
import type { ClassSession } from "../timetable/session.ts";
import { findClassSession, sessionsBetween } from "../timetable/sessions.server.ts";
import { placesOf, rulesOf } from "./bookable.server.ts";
import type { SessionPlaces } from "./booking.ts";
import { type BookingRow, countsOf } from "./booking-rows.server.ts";
import {
  type BookingEvent,
  CHECK_IN_MINUTES,
  CORRECTION_HOURS,
  type DeskBooking,
  type DeskDay,
  type DeskSession,
} from "./desk.ts";

const MINUTE_MS = 60_000;

/**
 * The sessions of a date in the order they begin; first, of today, what began last night and goes on.
 * @param trainerSlug only those of a trainer
 */
export async function findDeskDay(services: Services, date: string, trainerSlug?: string): Promise<DeskDay> {
  const now = services.now();
  const from = date === dateInNairobi(now) ? addDays(date, -1) : date;
  const all = await sessionsBetween(services, from, date);
  const sessions = all.filter((one) => one.date === date || one.endsAt > now.toISOString());
  return { date, sessions: await withPeople(services, ofTrainer(sessions, trainerSlug)) };
}

/** One session; undefined when there is none, or when it is another trainer's. */
export async function findDeskSession(
  services: Services,
  sessionId: string,
  trainerSlug?: string,
): Promise<DeskSession | undefined> {
  const session = await findClassSession(services, sessionId);
  return (await withPeople(services, ofTrainer(session === undefined ? [] : [session], trainerSlug)))[0];
}

function ofTrainer(sessions: readonly ClassSession[], trainerSlug: string | undefined): ClassSession[] {
  return sessions.filter((one) => trainerSlug === undefined || one.trainerSlug === trainerSlug);
}

/** Whether staff can record who was there: from shortly before the start, and corrections until two days after the end. */
export function checkInWindow({ startsAt, endsAt }: Pick<ClassSession, "startsAt" | "endsAt">, at: Date) {
  const opens = Date.parse(startsAt) - CHECK_IN_MINUTES * MINUTE_MS;
  const closes = Date.parse(endsAt) + CORRECTION_HOURS * 60 * MINUTE_MS;
  if (at.getTime() < opens) return "too-early";
  return at.getTime() > closes ? "too-late" : "open";
}

async function withPeople(services: Services, sessions: readonly ClassSession[]): Promise<DeskSession[]> {
  const { db } = services;
  const ids = sessions.map(({ id }) => id);
  if (ids.length === 0) return [];
  const at = services.now();
  const ruleOf = await rulesOf(services);
  const counts = await countsOf(db, ids, at);
  const rows = await db
    .selectFrom("bookings")
    .leftJoin("users", "users.id", "bookings.user_id")
    .leftJoin("booking_profiles", "booking_profiles.user_id", "bookings.user_id")
    .selectAll("bookings")
    .select(["users.email", "booking_profiles.name", "booking_profiles.phone"])
    .where("session_id", "in", ids)
    .orderBy("ticket")
    .execute();
  const events = await readEvents(services, ids);
  return sessions.map((session) => ({
    session,
    places: placesOf(ruleOf(session), counts.get(session.id)) satisfies SessionPlaces,
    canCheckIn: session.state === "scheduled" && checkInWindow(session, at) === "open",
    people: inLine(rows.filter((row) => row.session_id === session.id)).map(({ row, line }) => ({
      ...bookingView(row, line),
      events: events.get(row.id) ?? [],
    })),
  }));
}

type PersonRow = BookingRow & { email: string | null; name: string | null; phone: string | null };

/** Rows in the order of their tickets, each with its place in the line while it waits. */
function inLine(rows: readonly PersonRow[]): { row: PersonRow; line: number | null }[] {
  let waiting = 0;
  return rows.map((row) => {
    if (row.state === "waiting") waiting += 1;
    return { row, line: row.state === "waiting" ? waiting : null };
  });
}

function bookingView(row: PersonRow, line: number | null): Omit<DeskBooking, "events"> {
  return {
    id: row.id,
    state: row.state,
    name: row.guest_name ?? row.name ?? "",
    email: row.email,
    phone: row.guest_phone ?? row.phone ?? "",
    line,
    bookedAt: row.booked_at,
    freeUntil: row.free_until,
    isPromoted: row.promoted_at !== null,
    isGuest: row.guest_name !== null,
  };
}

async function readEvents({ db }: Services, sessionIds: readonly string[]): Promise<Map<string, BookingEvent[]>> {
  const rows = await db
    .selectFrom("booking_events")
    .innerJoin("bookings", "bookings.id", "booking_events.booking_id")
    .selectAll("booking_events")
    .where("bookings.session_id", "in", sessionIds)
    .orderBy("booking_events.at")
    .orderBy("booking_events.id")
    .execute();
  const events = new Map<string, BookingEvent[]>();
  for (const row of rows) {
    const { actor_kind: actorKind, actor_name: actorName, from_state: from, to_state: to, at, note } = row;
    const event = { at, actorKind, actorName, from, to, note };
    events.set(row.booking_id, [...(events.get(row.booking_id) ?? []), event]);
  }
  return events;
}
