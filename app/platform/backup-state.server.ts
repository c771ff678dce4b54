/** The state of backups: written by the processes that make and check them, read by console and alerts. */
import { type Selectable, sql } from "kysely";
import { HOUR_MS, MINUTE_MS } from "./durations.ts";
import type { Tables } from "./schema.ts";
import type { Services } from "./services.ts";

/** With the minutes of copying it off site, at most an hour of data is lost with the machine. */
const EVERY_MS = 55 * MINUTE_MS;

const CHECK_EVERY_MS = 24 * HOUR_MS;

export const BACKUP_OLD_MS = 26 * HOUR_MS;

export type BackupState = Omit<Selectable<Tables["backup_state"]>, "id">;

type Stores = Pick<Services, "db" | "now">;

export async function readBackupState({ db }: Pick<Services, "db">): Promise<BackupState> {
  return db.selectFrom("backup_state").selectAll().executeTakeFirstOrThrow();
}

export async function recordBackup({ db }: Pick<Services, "db">, change: Partial<BackupState>): Promise<void> {
  await db.updateTable("backup_state").set(change).execute();
}

/** Claims a due backup. Of several instances, one gets it. */
export async function takeBackupTurn(services: Stores): Promise<boolean> {
  const { begun_at: last } = await readBackupState(services);
  return takeTurn(services, "begun_at", last, EVERY_MS);
}

export async function takeCheckTurn(services: Stores): Promise<boolean> {
  const { away_at: away, check_begun_at: last } = await readBackupState(services);
  return away !== null && takeTurn(services, "check_begun_at", last, CHECK_EVERY_MS);
}

async function takeTurn(
  { db, now }: Stores,
  column: "begun_at" | "check_begun_at",
  last: string | null,
  everyMs: number,
): Promise<boolean> {
  const at = now();
  if (last !== null && at.getTime() - Date.parse(last) < everyMs) return false;
  const { numUpdatedRows } = await db
    .updateTable("backup_state")
    .set({ [column]: at.toISOString() })

    .where(column, last === null ? "is" : "=", last)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
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
