/**
 * Nobody's place is kept until they are told: such a place is booked, and its person is on the call list, where nearly all were already.
 * Pairs don't wait for two places any more: a guest who waits keeps the position after the host's.
 */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await listKept(db);
  await sql`update bookings set state = 'booked' where state = 'held'`.execute(db);
  await sql`update booking_events set from_state = 'booked' where from_state = 'held'`.execute(db);
  await sql`update booking_events set to_state = 'booked' where to_state = 'held'`.execute(db);
  await db.schema.dropIndex("bookings_state").execute();
  await db.schema.alterTable("bookings").dropColumn("hold_until").execute();
  await db.schema.alterTable("bookings").dropColumn("one_first").execute();
  await db.schema.createIndex("bookings_state").on("bookings").column("state").execute();
}

/** Puts those whose places were kept on the call list, as people who know of no place yet. */
async function listKept(db: Kysely<unknown>): Promise<void> {
  type Kept = Record<"id" | "session_id" | "date" | "time_from" | "time_to" | "class_slug" | "class_name", string> &
    Record<"trainer_slug" | "trainer_name" | "promoted_at", string>;
  const { rows } = await sql<Kept>`
    select bookings.id, bookings.session_id, bookings.promoted_at, date, time_from, time_to, class_slug, class_name,
      trainer_slug, trainer_name
    from bookings inner join class_sessions on class_sessions.id = bookings.session_id
    where bookings.state = 'held' and bookings.promoted_at is not null`.execute(db);
  for (const { id, session_id, promoted_at, ...session } of rows) {
    const known = JSON.stringify({
      date: session.date,
      time: { from: session.time_from, to: session.time_to },
      classSlug: session.class_slug,
      className: session.class_name,
      trainerSlug: session.trainer_slug,
      trainerName: session.trainer_name,
      isOn: true,
      standing: "waiting",
    });
    await sql`insert into people_to_tell (id, session_id, booking_id, known, made_at)
      values (${crypto.randomUUID()}, ${session_id}, ${id}, ${known}, ${promoted_at}) on conflict do nothing`.execute(
      db,
    );
  }
}
