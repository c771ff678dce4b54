/** Invariants of bookings that hold at every moment, also after concurrent changes; read only from the tables. */
import { sql } from "kysely";
import { parseJson } from "../../app/cms/editing/stored-body.ts";
import type { Services } from "../../app/platform/services.ts";
import { wakingEnd } from "./bookings-model.ts";

/** All bookings of a session, by ticket. */
export function bookingsOf({ db }: Services, sessionId: string) {
  return db
    .selectFrom("bookings")
    .leftJoin("people", "people.id", "person_id")
    .select(["bookings.id", "user_id", "ticket", "state", "promoted_at"])
    .where("session_id", "=", sessionId)
    .orderBy("ticket")
    .execute();
}

/**
 * Finds broken invariants, people overtaken on a waiting list, promotions not emailed exactly once, and states without an event.
 * Sessions must not overlap, and their number of places must not have fallen.
 * @param services with a clock before the deadlines of the sessions
 */
export async function bookingProblems(services: Services): Promise<string[]> {
  const { db } = services;
  const problems: string[] = [];
  const open = await openBookings(services);
  const classes = await db.selectFrom("entries").select(["slug", "body"]).where("type", "=", "class").execute();
  const places = new Map(classes.map(({ slug, body }) => [slug, (parseJson(body) as { places?: number }).places ?? 0]));
  const closed = new Set((await db.selectFrom("schedule_closures").select("date").execute()).map(({ date }) => date));
  for (const [session, rows] of Map.groupBy(open, ({ session_id }) => session_id)) {
    const { date, starts_at, class_slug, session_state } = rows[0] as Open;
    if (session_state === "cancelled" || closed.has(date)) problems.push(`${session} is cancelled and has bookings`);
    const taken = rows.filter(({ state }) => state !== "waiting").length;
    const all = places.get(class_slug) ?? 0;
    if (taken > all) problems.push(`${session} has ${taken} of ${all} places`);
    if (taken < all && taken < rows.length && wakingEnd(services.now().getTime()) < Date.parse(starts_at))
      problems.push(`somebody waits for a place in ${session}`);
  }
  for (const [person, rows] of Map.groupBy(open, ({ person_id }) => person_id)) {
    if (person === null) continue;
    const hosts = rows.filter(({ host_id }) => host_id === null);
    const sessions = new Set(hosts.map(({ session_id }) => session_id));
    if (sessions.size < hosts.length) problems.push(`${person} has two bookings of one session`);
    if (rows.length > 6) problems.push(`${person} has ${rows.length} open bookings`);
    for (const guest of rows.filter(({ host_id }) => host_id !== null)) {
      const host = hosts.find(({ id }) => id === guest.host_id);
      const isWithHost = host?.session_id === guest.session_id && host.ticket < guest.ticket;
      if (!isWithHost || [host, guest].some(({ state }) => state === "waiting"))
        problems.push(`${guest.id} is booked without the host`);
    }
  }
  const overtaken = await sql<{ session: string }>`
    select waiting.session_id as session from bookings waiting
    join bookings later on later.session_id = waiting.session_id and later.ticket > waiting.ticket
    where waiting.state = 'waiting' and (later.promoted_at is not null or later.state = 'booked')
    group by waiting.session_id`.execute(db);
  for (const { session } of overtaken.rows) problems.push(`somebody on the waiting list of ${session} was overtaken`);
  const mails = await sql<{ person: string; promotions: number | string; mails: number | string }>`
    select users.id as person,
      (select count(*) from booking_events join bookings on bookings.id = booking_events.booking_id
        join people on people.id = bookings.person_id
        where people.user_id = users.id and booking_events.note = 'promoted') as promotions,
      (select count(*) from outbox where outbox.user_id = users.id and outbox.kind = 'booking-promoted') as mails
    from users`.execute(db);
  for (const { person, promotions, mails: sent } of mails.rows) {
    if (Number(promotions) !== Number(sent))
      problems.push(`${person}: ${promotions} promotions, ${sent} emails about them`);
  }
  const withoutEvent = await sql<{ id: string }>`
    select id from bookings where not exists
      (select 1 from booking_events where booking_id = bookings.id and to_state = bookings.state)`.execute(db);
  for (const { id } of withoutEvent.rows) problems.push(`booking ${id} has no event of its state`);
  return problems;
}

type Open = Awaited<ReturnType<typeof openBookings>>[number];

/** Lists open bookings of upcoming sessions; guests count as the host's. */
function openBookings({ db, now }: Services) {
  return db
    .selectFrom("bookings")
    .innerJoin("class_sessions", "class_sessions.id", "bookings.session_id")
    .leftJoin("bookings as hosts", "hosts.id", "bookings.host_id")
    .select(({ fn }) => fn.coalesce("bookings.person_id", "hosts.person_id").as("person_id"))
    .select(["bookings.id", "bookings.session_id", "bookings.host_id", "bookings.ticket", "bookings.state"])
    .select(["starts_at", "date", "class_slug", "class_sessions.state as session_state"])
    .where("bookings.ended_at", "is", null)
    .where("class_sessions.starts_at", ">", now().toISOString())
    .execute();
}
