/**
 * All tables of the first version. The same statements make them in SQLite and in PostgreSQL: SQLite keeps `timestamptz`
 * and `boolean` as the text and the number they are given.
 */
import { type Kysely, sql } from "kysely";

// A migration must not depend on today's tables: it runs against those of its own time, hence `unknown`.
export async function up(db: Kysely<unknown>): Promise<void> {
  await makeContentTables(db);
  await makeAccountTables(db);
  await makeEnquiryTables(db);
}

async function makeContentTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("entries")
    .addColumn("type", "text", (column) => column.notNull())
    .addColumn("slug", "text", (column) => column.notNull())
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("body", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull())
    .addColumn("updated_by", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("entries_key", ["type", "slug"])
    .execute();

  await db.schema
    .createTable("content_version")
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("version", "integer", (column) => column.notNull())
    .execute();
  await sql`insert into content_version (id, version) values (1, 1)`.execute(db);
}

/** `users`, `sessions`, `accounts` and `verifications` have the columns that better-auth 1.7 asks for. */
async function makeAccountTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("users")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("email", "text", (column) => column.notNull().unique())
    .addColumn("emailVerified", "boolean", (column) => column.notNull())
    .addColumn("image", "text")
    .addColumn("createdAt", "timestamptz", (column) => column.notNull())
    .addColumn("updatedAt", "timestamptz", (column) => column.notNull())
    .addColumn("savedShows", "text", (column) => column.notNull().defaultTo("[]"))
    .execute();

  await db.schema
    .createTable("sessions")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("userId", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("token", "text", (column) => column.notNull().unique())
    .addColumn("expiresAt", "timestamptz", (column) => column.notNull())
    .addColumn("createdAt", "timestamptz", (column) => column.notNull())
    .addColumn("updatedAt", "timestamptz", (column) => column.notNull())
    .addColumn("ipAddress", "text")
    .addColumn("userAgent", "text")
    .execute();
  await db.schema.createIndex("sessions_user").on("sessions").column("userId").execute();
  await db.schema.createIndex("sessions_expiry").on("sessions").column("expiresAt").execute();

  await db.schema
    .createTable("accounts")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("userId", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("accountId", "text", (column) => column.notNull())
    .addColumn("providerId", "text", (column) => column.notNull())
    .addColumn("password", "text")
    .addColumn("accessToken", "text")
    .addColumn("refreshToken", "text")
    .addColumn("idToken", "text")
    .addColumn("accessTokenExpiresAt", "timestamptz")
    .addColumn("refreshTokenExpiresAt", "timestamptz")
    .addColumn("scope", "text")
    .addColumn("createdAt", "timestamptz", (column) => column.notNull())
    .addColumn("updatedAt", "timestamptz", (column) => column.notNull())
    .addUniqueConstraint("accounts_of_user", ["userId", "providerId"])
    .execute();

  await db.schema
    .createTable("verifications")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("identifier", "text", (column) => column.notNull())
    .addColumn("value", "text", (column) => column.notNull())
    .addColumn("expiresAt", "timestamptz", (column) => column.notNull())
    .addColumn("createdAt", "timestamptz", (column) => column.notNull())
    .addColumn("updatedAt", "timestamptz", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("verifications_identifier").on("verifications").column("identifier").execute();

  // One row a visitor: a new link takes the place of the one before.
  await db.schema
    .createTable("password_resets")
    .addColumn("user_id", "text", (column) => column.primaryKey().references("users.id").onDelete("cascade"))
    .addColumn("token_hash", "text", (column) => column.notNull().unique())
    .addColumn("expires_at", "text", (column) => column.notNull())
    .execute();

  await db.schema
    .createTable("rate_limits")
    .addColumn("key", "text", (column) => column.primaryKey())
    .addColumn("count", "integer", (column) => column.notNull())
    .addColumn("resets_at", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("rate_limits_reset").on("rate_limits").column("resets_at").execute();
}

async function makeEnquiryTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("enquiries")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("received_at", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("class", "text", (column) => column.notNull())
    .addColumn("comment", "text", (column) => column.notNull())
    .addColumn("suspect", "integer", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("enquiries_received").on("enquiries").column("received_at").execute();

  await db.schema
    .createTable("enquiry_fingerprints")
    .addColumn("fingerprint", "text", (column) => column.primaryKey())
    .addColumn("seen_at", "text", (column) => column.notNull())
    .execute();

  await db.schema
    .createTable("outbox")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("message_id", "text", (column) => column.notNull().unique())
    .addColumn("recipient", "text", (column) => column.notNull())
    .addColumn("reply_to", "text", (column) => column.notNull())
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("body_text", "text", (column) => column.notNull())
    .addColumn("attempts", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("due_at", "text", (column) => column.notNull())
    .addColumn("sent_at", "text")
    .addColumn("last_error", "text")
    .execute();
  await db.schema
    .createIndex("outbox_due")
    .on("outbox")
    .column("due_at")
    .where(sql.ref("sent_at"), "is", null)
    .execute();
}
