/** Class sessions with the people who booked them, for the desk's pages. */
import type { Services } from "../platform/services.ts";
import { addDays, dateInNairobi } from "../time/dates.server.ts";
import type { ClassSession } from "../timetable/class-session.ts";
import { findClassSession, sessionsBetween } from "../timetable/class-sessions.server.ts";
import { placesOf, rulesOf } from "./bookable-session.server.ts";
import { bookingsCovered } from "./booking-hooks.server.ts";
import { countsOf, isDisputed } from "./booking-rows.server.ts";
import { checkInWindow, isShortNotice } from "./booking-times.server.ts";

/**
 * Sessions of a date in order, with last night's if still running; without events.
 * @param trainerSlug limits them to one trainer
 */
export async function findDeskSessions(services: Services, date: string, trainerSlug?: string) {
  const now = services.now();
  const from = date === dateInNairobi(now) ? addDays(date, -1) : date;
  const all = await sessionsBetween(services, from, date);
  const sessions = all.filter((session) => session.date === date || session.endsAt > now.toISOString());
  // A day's page shows no events, which would double the rows to read.
  return withPeople(services, ofTrainer(sessions, trainerSlug), { withEvents: false });
}

export async function findDeskSession(services: Services, sessionId: string, trainerSlug?: string) {
  const session = await findClassSession(services, sessionId);
  return (await withPeople(services, ofTrainer(session === undefined ? [] : [session], trainerSlug)))[0];
}

function ofTrainer(sessions: readonly ClassSession[], trainerSlug: string | undefined): ClassSession[] {
  return sessions.filter((session) => trainerSlug === undefined || session.trainerSlug === trainerSlug);
}

export type DeskSession = Awaited<ReturnType<typeof withPeople>>[number];

async function withPeople(services: Services, sessions: readonly ClassSession[], { withEvents = true } = {}) {
  const { db } = services;
  const ids = sessions.map(({ id }) => id);
  if (ids.length === 0) return [];
  const at = services.now();
  const ruleOf = await rulesOf(services);
  const counts = await countsOf(db, ids);
  const rows = await db
    .selectFrom("bookings")
    .leftJoin("people", "people.id", "bookings.person_id")
    .leftJoin("users", "users.id", "people.user_id")
    .selectAll("bookings")
    .select(["users.email", "people.name", "people.phone"])
    .where("session_id", "in", ids)
    .orderBy("ticket")
    .execute();
  const events = await readEvents(services, withEvents ? ids : []);
  const covers = await bookingsCovered(services, rows, sessions);
  return sessions.map((session) => {
    const own = rows.filter((row) => row.session_id === session.id);
    const waiting = own.filter(({ state }) => state === "waiting");
    return {
      session,
      places: placesOf(ruleOf(session), counts.get(session.id)),
      /** Whether people can be checked in, or their attendance corrected, at this moment. */
      canCheckIn: session.state === "scheduled" && checkInWindow(session, at) === "open",
      /** In booking order, ended bookings included. */
      people: own.map((row) => ({
        id: row.id,
        state: row.state,
        personId: row.person_id,
        /** Empty: an erased person, or an account that only the desk has booked for. */
        name: row.guest_name ?? row.name ?? "",
        email: row.email,
        phone: row.phone ?? "",
        /** Position on the waiting list, from 1; null when not waiting. */
        position: row.state === "waiting" ? waiting.indexOf(row) + 1 : null,
        deadline: row.free_until,
        /** They got the place too late to be recorded as a no-show. */
        isShortNotice: isShortNotice(row.promoted_at, session.startsAt),
        isDisputed: isDisputed(row),
        cover: covers.get(row.id) ?? null,
        ended: row.ended_at,
        hostId: row.host_id,
        events: events.get(row.id) ?? [],
      })),
    };
  });
}

export type DeskBooking = DeskSession["people"][number];

export type BookingEvent = DeskBooking["events"][number];

/** The events of the sessions' bookings, by booking id. `note` is an `EventReason`. */
async function readEvents({ db }: Services, sessionIds: readonly string[]) {
  if (sessionIds.length === 0) return new Map<string, never>();
  const rows = await db
    .selectFrom("booking_events")
    .innerJoin("bookings", "bookings.id", "booking_events.booking_id")
    .select(["booking_id", "at", "actor_kind as actorKind", "actor_name as actorName"])
    .select(["from_state as from", "to_state as to", "note"])
    .where("bookings.session_id", "in", sessionIds)
    .orderBy("booking_events.at")
    .orderBy("booking_events.id")
    .execute();
  return Map.groupBy(rows, ({ booking_id: id }) => id);
}
