/** How the backups stand, the site's secret as the owner's passphrase encrypts it, and when the operator was last told of what. */
import type { Kysely } from "kysely";

type Tables = { backup_state: { id: number } };

export async function up(db: Kysely<Tables>): Promise<void> {
  let state = db.schema.createTable("backup_state").addColumn("id", "integer", (column) => column.primaryKey());
  for (const name of ["begun_at", "made_at", "away_at", "problem", "check_begun_at", "checked_at", "check_problem"]) {
    state = state.addColumn(name, "text");
  }
  await state.addColumn("checked_rows", "integer").addColumn("checked_newest", "text").execute();
  await db.insertInto("backup_state").values({ id: 1 }).execute();
  await db.schema
    .createTable("sealed_secret")
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("sealed", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("alerts")
    .addColumn("kind", "text", (column) => column.primaryKey())
    .addColumn("told_at", "text", (column) => column.notNull())
    .execute();
}
