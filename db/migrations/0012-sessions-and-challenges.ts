/** Columns for a session's cookie, the form that passed its second step, and the purpose of a passkey's challenge. */
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("sessions").addColumn("renewedBy", "text").execute();
  // The cookie gets another name on https. A person who is signed in now stays so with the cookie they have, and so does
  // one whom an instance of the version before signs in while the others are upgraded.
  await db.schema
    .alterTable("sessions")
    .addColumn("hasOldCookie", "integer", (column) => column.notNull().defaultTo(1))
    .execute();
  // Challenges from before were for both; as one for use it makes no passkey.
  await db.schema
    .alterTable("passkey_challenges")
    .addColumn("purpose", "text", (column) => column.notNull().defaultTo("use"))
    .execute();
}
