/** When a mail was given up, and an index for each query by which what is old is found and deleted. */
import { type Kysely, sql } from "kysely";

/** As many attempts had a mail that the versions before gave up. */
const ATTEMPTS_BEFORE = 125;

export async function up(db: Kysely<unknown>): Promise<void> {
  await addGivenUp(db);
  const index = (name: string, table: string, column: string) => db.schema.createIndex(name).on(table).column(column);
  await index("outbox_sent", "outbox", "sent_at").where(sql.ref("sent_at"), "is not", null).execute();
  await index("bookings_booked", "bookings", "booked_at").execute();
  await index("enquiry_fingerprints_seen", "enquiry_fingerprints", "seen_at").execute();
  await index("password_resets_expiry", "password_resets", "expires_at").execute();
  // Partial ones: what has been dealt with is no longer in them.
  await index("pictures_undecided", "pictures", "made_at")
    .where(sql.ref("subjects"), "=", sql.lit("undecided"))
    .execute();
  await index("entry_versions_named", "entry_versions", "made_at")
    .where(sql.ref("made_by_id"), "is not", null)
    .execute();
  await index("entry_bin_named", "entry_bin", "removed_at").where(sql.ref("removed_by_id"), "is not", null).execute();
}

async function addGivenUp(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("outbox").addColumn("given_up_at", "text").execute();
  // From today on, however long ago it was: nobody has been shown them yet.
  await sql`update outbox set given_up_at = ${new Date().toISOString()}, last_error = coalesce(last_error, 'unknown')
    where sent_at is null and attempts >= ${sql.lit(ATTEMPTS_BEFORE)}`.execute(db);
  await db.schema
    .createIndex("outbox_given_up")
    .on("outbox")
    .column("given_up_at")
    .where(sql.ref("given_up_at"), "is not", null)
    .execute();
  // Without them: the worker looks for what is waiting every two seconds.
  await db.schema.dropIndex("outbox_waiting").execute();
  await db.schema
    .createIndex("outbox_waiting")
    .on("outbox")
    .columns(["priority", "due_at"])
    .where(sql<boolean>`sent_at is null and given_up_at is null`)
    .execute();
}
