/** A phone number beside an enquiry, which visitors may leave empty. */
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("enquiries")
    .addColumn("phone", "text", (column) => column.notNull().defaultTo(""))
    .execute();
}
