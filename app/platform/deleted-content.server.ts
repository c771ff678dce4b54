/**
 * Removes the remains of deleted rows from SQLite's files. `secure_delete` zeroes a deleted row, but older versions of
 * its page stay in the write-ahead log until that is truncated; and when SQLite moves rows between pages, it can leave a
 * copy in unused space, which only VACUUM rewrites. PostgreSQL reuses its own space; see docs/security.md.
 */
import { sql } from "kysely";
import type { Services } from "./services.ts";

const DAY_MS = 24 * 60 * 60_000;

/**
 * Rewrites the SQLite file without the remains of deleted rows, once a day (UTC), and truncates its write-ahead log on
 * each call. The file itself records the day, as `user_version`, in days since 1970; 0 is a file of version 0.1.
 * Blocks the process for about 6 ms per megabyte.
 * @throws when there is no space for a second copy of the file, or another process uses it; the file is then unchanged
 */
export async function eraseDeletedContent(services: Services): Promise<void> {
  if (services.config.databaseUrl !== undefined) return;
  const { db, log } = services;
  const today = Math.floor(services.now().getTime() / DAY_MS);
  const { rows } = await sql<{ user_version: number }>`pragma user_version`.execute(db);
  try {
    if (rows[0]?.user_version !== today) {
      const started = performance.now();
      await sql`vacuum`.execute(db);
      await sql`pragma user_version = ${sql.lit(today)}`.execute(db);
      const ms = Math.round(performance.now() - started);
      log.info({ event: "database-vacuumed", ms }, "rewrote the database without what was deleted");
    }
  } finally {
    // Also after a VACUUM that filled the disk: its pages are in this log.
    await truncateLog(services);
  }
}

/**
 * Removes rows just deleted from SQLite's write-ahead log too. Never throws: the deletion itself is done, and the hourly
 * clean-up job tries again.
 */
export async function removeDeletedFromLog(services: Services): Promise<void> {
  if (services.config.databaseUrl !== undefined) return;
  try {
    await truncateLog(services);
  } catch (error) {
    services.log.warn({ event: "log-not-truncated", err: error }, "will truncate the write-ahead log within the hour");
  }
}

/** Has no effect, after waiting a second, while another process reads the file, as a backup does. */
async function truncateLog({ db, log }: Services): Promise<void> {
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
  if (rows[0]?.busy !== 0) log.info({ event: "log-in-use" }, "could not truncate the write-ahead log yet");
}
