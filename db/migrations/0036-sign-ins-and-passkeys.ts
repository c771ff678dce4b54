/** A sign-in that is used gets a new token; the one before works until the new one has been used. */
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ["previousToken", "previousEndsAt"]) {
    await db.schema.alterTable("sessions").addColumn(column, "text").execute();
  }
  await db.schema.createIndex("sessions_previousToken").on("sessions").column("previousToken").execute();
}
