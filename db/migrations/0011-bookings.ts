/** Bookings of dated sessions, what happened to each, and what mail needs to be sent in order and in time. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await makeBookings(db);

  await db.schema
    .createTable("booking_events")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("booking_id", "text", (column) => column.notNull().references("bookings.id").onDelete("cascade"))
    .addColumn("at", "text", (column) => column.notNull())
    .addColumn("actor_kind", "text", (column) => column.notNull())
    .addColumn("actor_id", "text")
    .addColumn("actor_name", "text")
    .addColumn("from_state", "text")
    .addColumn("to_state", "text", (column) => column.notNull())
    .addColumn("note", "text")
    .execute();
  await db.schema.createIndex("booking_events_booking").on("booking_events").columns(["booking_id", "at"]).execute();

  await db.schema
    .createTable("booking_profiles")
    .addColumn("user_id", "text", (column) => column.primaryKey().references("users.id").onDelete("cascade"))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("phone", "text", (column) => column.notNull())
    .addColumn("reminders", "integer", (column) => column.notNull().defaultTo(1))
    .addColumn("unsubscribe_key", "text", (column) => column.notNull().unique())
    .execute();

  await db.schema
    .createTable("calendar_feeds")
    .addColumn("user_id", "text", (column) => column.primaryKey().references("users.id").onDelete("cascade"))
    .addColumn("nonce", "text", (column) => column.notNull())
    .addColumn("token_hash", "text", (column) => column.notNull().unique())
    .addColumn("made_at", "text", (column) => column.notNull())
    .execute();

  await addMailColumns(db);
}

async function makeBookings(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("bookings")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("session_id", "text", (column) => column.notNull().references("class_sessions.id"))
    // A deleted account leaves its past bookings behind without a name: the gym counts who came.
    .addColumn("user_id", "text", (column) => column.references("users.id").onDelete("set null"))
    .addColumn("guest_name", "text")
    .addColumn("guest_phone", "text")
    .addColumn("ticket", "integer", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("booked_at", "text", (column) => column.notNull())
    .addColumn("free_until", "text", (column) => column.notNull())
    .addColumn("promoted_at", "text")
    .addColumn("ended_at", "text")
    .addColumn("checked_in_at", "text")
    .addColumn("reminded_at", "text")
    .addColumn("hold_until", "text")
    .addColumn("price_kes", "integer")
    .execute();
  const index = (name: string, columns: string[]) =>
    db.schema.createIndex(`bookings_${name}`).on("bookings").columns(columns);
  await index("ticket", ["session_id", "ticket"]).unique().execute();
  await index("open", ["session_id", "user_id"]).unique().where(sql<boolean>`ended_at is null`).execute();
  await index("session", ["session_id", "state"]).execute();
  await index("state", ["state", "hold_until"]).execute();
  await index("user", ["user_id", "booked_at"]).execute();
}

/** One statement for each: SQLite adds one column at a time. */
async function addMailColumns(db: Kysely<unknown>): Promise<void> {
  const outbox = () => db.schema.alterTable("outbox");
  await outbox()
    .addColumn("kind", "text", (column) => column.notNull().defaultTo(""))
    .execute();
  await outbox()
    .addColumn("priority", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await outbox().addColumn("discard_after", "text").execute();
  await outbox().addColumn("body_html", "text").execute();
  await outbox().addColumn("unsubscribe_url", "text").execute();
  // In the order in which they are sent: the first one that is due ends the search.
  await db.schema.dropIndex("outbox_due").execute();
  await db.schema
    .createIndex("outbox_waiting")
    .on("outbox")
    .columns(["priority", "due_at"])
    .where(sql.ref("sent_at"), "is", null)
    .execute();
}
