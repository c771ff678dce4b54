/**
 * Those whom a change of the timetable concerns, with what they know of their class session until somebody tells them more, and who told
 * them, when and by which way. A row is about a booking, or about a trainer of the site who has no account to be mailed at.
 */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("people_to_tell")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("session_id", "text", (column) => column.notNull())
    .addColumn("booking_id", "text", (column) => column.references("bookings.id").onDelete("cascade"))
    .addColumn("trainer_slug", "text")
    .addColumn("known", "text", (column) => column.notNull())
    .addColumn("made_at", "text", (column) => column.notNull())
    .addColumn("told_at", "text")
    .addColumn("told_by_id", "text")
    .addColumn("told_by", "text")
    .addColumn("told_what", "text")
    .addColumn("way", "text")
    .execute();
  const index = (name: string, columns: string[]) =>
    db.schema.createIndex(`people_to_tell_${name}`).on("people_to_tell").columns(columns);
  // Of a session that is not over, and with those of a booking when it is deleted.
  await index("session", ["session_id"]).execute();
  await index("booking", ["booking_id"]).execute();
  // Those of trainers go by their age.
  await index("trainer", ["made_at"]).where(sql<boolean>`booking_id is null`).execute();
  // Nobody waits twice to be told. Null is equal to nothing in a unique index.
  const isUntold = sql<boolean>`told_at is null`;
  await index("untold", ["booking_id"]).unique().where(isUntold).execute();
  await index("untold_trainer", ["session_id", "trainer_slug"]).unique().where(isUntold).execute();
  await addCancelled(db);
}

/** Those of cancelled class sessions to come, whom the desk's pages listed without this table. */
async function addCancelled(db: Kysely<unknown>): Promise<void> {
  const now = new Date().toISOString();
  type Cancelled = Record<
    "id" | "session_id" | "date" | "time_from" | "time_to" | "class_slug" | "class_name",
    string
  > &
    Record<"trainer_slug" | "trainer_name", string> & { was: string };
  const { rows } = await sql<Cancelled>`
    select bookings.id, bookings.session_id, date, time_from, time_to, class_slug, class_name, trainer_slug, trainer_name,
      booking_events.from_state as was
    from class_sessions
    inner join bookings on bookings.session_id = class_sessions.id
    inner join booking_events on booking_events.booking_id = bookings.id and booking_events.at = bookings.ended_at
    where class_sessions.ends_at > ${now} and bookings.state = 'gym_cancelled' and bookings.host_id is null
      and (bookings.user_id is not null or bookings.guest_name is not null)
      and booking_events.to_state = 'gym_cancelled' and booking_events.from_state in ('booked', 'held', 'waiting', 'attended')`.execute(
    db,
  );
  for (const { id, session_id, was, ...session } of rows) {
    const known = JSON.stringify({
      date: session.date,
      time: { from: session.time_from, to: session.time_to },
      classSlug: session.class_slug,
      className: session.class_name,
      trainerSlug: session.trainer_slug,
      trainerName: session.trainer_name,
      isOn: true,
      standing: was === "waiting" ? was : "place",
    });
    await sql`insert into people_to_tell (id, session_id, booking_id, known, made_at)
      values (${id}, ${session_id}, ${id}, ${known}, ${now}) on conflict do nothing`.execute(db);
  }
}
