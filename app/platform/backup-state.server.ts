/** The state of backups: written by the processes that make and check them, read by console and alerts. */
import { type Selectable, sql } from "kysely";
import { HOUR_MS } from "./durations.ts";
import type { Tables } from "./schema.ts";
import type { Services } from "./services.ts";

export const BACKUP_OLD_MS = 26 * HOUR_MS;

export type BackupState = Omit<Selectable<Tables["backup_state"]>, "id">;

export type Stores = Pick<Services, "db" | "now">;

export async function readBackupState({ db }: Pick<Services, "db">): Promise<BackupState> {
  return db.selectFrom("backup_state").selectAll().executeTakeFirstOrThrow();
}

export async function recordBackup({ db }: Pick<Services, "db">, change: Partial<BackupState>): Promise<void> {
  await db.updateTable("backup_state").set(change).execute();
}

/**
 * The newest backup or, with `BACKUP_COMMAND`, off-site copy, if older than 26 hours; on PostgreSQL only after the first.
 * @returns `problem`: the last failure
 */
export async function findOldBackup({ config, db, now }: Stores & Pick<Services, "config">) {
  const { begun_at: begun, made_at: made, away_at: away, problem } = await readBackupState({ db });
  const last = config.backupCommand === undefined ? made : away;
  const isExpected =
    last !== null ||
    (config.backupCommand !== undefined && begun !== null) ||
    (config.publicUrl !== undefined && config.databaseUrl === undefined);
  if (!isExpected) return undefined;
  const since = last ?? (await databaseMadeAt({ db }));
  if (now().getTime() - Date.parse(since) < BACKUP_OLD_MS) return undefined;
  return { last: last === null ? undefined : new Date(last), problem };
}

/** When the first migration ran. */
async function databaseMadeAt({ db }: Pick<Services, "db">): Promise<string> {
  const { rows } = await sql<{ first: string }>`select min(timestamp) as first from kysely_migration`.execute(db);
  return rows[0]?.first ?? new Date(0).toISOString();
}
