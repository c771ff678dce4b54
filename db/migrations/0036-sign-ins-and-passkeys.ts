/** The token of a sign-in before its last renewal, and the address that a passkey was made for. */
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ["previousToken", "previousEndsAt"]) {
    await db.schema.alterTable("sessions").addColumn(column, "text").execute();
  }
  await db.schema.createIndex("sessions_previousToken").on("sessions").column("previousToken").execute();
  // Null for those from before, until they are used.
  await db.schema.alterTable("passkeys").addColumn("rp_id", "text").execute();
}
