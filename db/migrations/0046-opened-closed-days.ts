/** A closed day that was added to passes and opened again by somebody who may not take it back: the owner is asked. */
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("given_closed_days").addColumn("opened_at", "text").execute();
  await db.schema.alterTable("given_closed_days").addColumn("opened_by", "text").execute();
}
