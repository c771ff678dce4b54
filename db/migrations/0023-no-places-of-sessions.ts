/** The sessions of a day stand by their time alone: the place of a slot in the week is read by nothing any more. */
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("class_sessions").dropColumn("position").execute();
}
