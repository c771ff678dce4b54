/** What the second step knows of the form that passed it, and of what a passkey's challenge is for. */
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("sessions").addColumn("renewedBy", "text").execute();
  // Challenges from before were for both; as one for use it makes no passkey.
  await db.schema
    .alterTable("passkey_challenges")
    .addColumn("purpose", "text", (column) => column.notNull().defaultTo("use"))
    .execute();
}
