/** Stores lists of members without compression on PostgreSQL: compressing them takes longer than writing them. */
import { type Kysely, PostgresAdapter, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return;
  await sql`alter table imports alter column source set storage external, alter column judgement set storage external`.execute(
    db,
  );
}
