/** Invariants of concurrent bookings, in addition to `BookingInvariants`. */
import { sql } from "kysely";
import type { Services } from "../../app/platform/services.ts";
import { BookingInvariants } from "./booking-invariants.ts";

export type CheckedBooking = {
  id: string;
  /** The account's id; null without an account. */
  user_id: string | null;
  ticket: number;
  state: string;
  promoted_at: string | null;
};

/** All bookings of a session, by ticket. */
export async function bookingsOf({ db }: Services, sessionId: string): Promise<CheckedBooking[]> {
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
 * Sessions must not overlap. @param services with a clock before the deadlines of the sessions
 */
export async function bookingProblems(services: Services): Promise<string[]> {
  const problems: string[] = [];
  await new BookingInvariants(services).check("everything").catch((error: Error) => problems.push(error.message));
  const { db } = services;
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
