/**
 * How members of staff get in: the link for the first owner, invitations, and the second step after the password. Keys and
 * recovery codes that are still shown are encrypted with a key derived from the secret; links and used codes are hashes.
 */
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // One row, id 1: the link that the latest start printed.
  await db.schema
    .createTable("owner_link")
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("token_hash", "text", (column) => column.notNull())
    .addColumn("made_at", "text", (column) => column.notNull())
    .execute();

  await db.schema
    .createTable("staff_invitations")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("email", "text", (column) => column.notNull().unique())
    .addColumn("role", "text", (column) => column.notNull())
    .addColumn("token_hash", "text", (column) => column.notNull().unique())
    .addColumn("invited_at", "text", (column) => column.notNull())
    .addColumn("invited_by", "text", (column) => column.notNull())
    .addColumn("expires_at", "text", (column) => column.notNull())
    .execute();

  await db.schema
    .createTable("totp_keys")
    .addColumn("user_id", "text", (column) => column.primaryKey().references("users.id").onDelete("cascade"))
    .addColumn("encrypted_key", "text", (column) => column.notNull())
    .addColumn("last_step", "integer", (column) => column.notNull())
    .addColumn("last_session", "text")
    .addColumn("confirmed_at", "text", (column) => column.notNull())
    .execute();

  // By session and not by account: nobody else who knows the password is shown the same key.
  await db.schema
    .createTable("totp_setups")
    .addColumn("session_id", "text", (column) => column.primaryKey().references("sessions.id").onDelete("cascade"))
    .addColumn("encrypted_key", "text", (column) => column.notNull())
    .addColumn("started_at", "text", (column) => column.notNull())
    .execute();

  await db.schema
    .createTable("recovery_codes")
    .addColumn("user_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("code_hash", "text", (column) => column.notNull())
    .addColumn("used_at", "text")
    .addColumn("used_session", "text")
    .addPrimaryKeyConstraint("recovery_codes_pk", ["user_id", "code_hash"])
    .execute();
  await db.schema
    .createTable("shown_recovery_codes")
    .addColumn("session_id", "text", (column) => column.primaryKey().references("sessions.id").onDelete("cascade"))
    .addColumn("encrypted_codes", "text", (column) => column.notNull())
    .addColumn("made_at", "text", (column) => column.notNull())
    .execute();

  await db.schema
    .createTable("passkeys")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("user_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("public_key", "text", (column) => column.notNull())
    .addColumn("counter", "bigint", (column) => column.notNull())
    .addColumn("transports", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("added_at", "text", (column) => column.notNull())
    .addColumn("last_used_at", "text")
    .execute();
  await db.schema.createIndex("passkeys_user").on("passkeys").column("user_id").execute();
  await db.schema
    .createTable("passkey_challenges")
    .addColumn("session_id", "text", (column) => column.primaryKey().references("sessions.id").onDelete("cascade"))
    .addColumn("challenge", "text", (column) => column.notNull())
    .addColumn("expires_at", "text", (column) => column.notNull())
    .execute();

  await db.schema.createIndex("audit_log_who").on("audit_log").columns(["who_id", "at", "id"]).execute();
  await db.schema.createIndex("audit_log_type").on("audit_log").columns(["type", "at", "id"]).execute();
}
