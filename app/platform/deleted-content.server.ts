/**
 * Removes the remains of deleted rows from SQLite's files. `secure_delete` zeroes a deleted row, but older versions of
 * its page stay in the write-ahead log until that is truncated; and when SQLite moves rows between pages, it can leave a
 * copy in unused space, which another process zeroes once a day. PostgreSQL reuses its own space; see docs/security.md.
 *
 * No code of this process may open SQLite's files itself: closing one gives up SQLite's locks on it
 * (https://sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_), and the other process
 * would take them for nobody's.
 */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { sql } from "kysely";
import { SQLITE_FILE } from "./database.server.ts";
import { DAY_MS } from "./durations.ts";
import type { Db, Services } from "./services.ts";

const CHILD = join(import.meta.dirname, "remains-child.ts");

/**
 * Zeroes the remains of deleted rows in the SQLite file once a day (UTC), and truncates its write-ahead log on each call.
 * The file itself records the day, as `user_version`, in days since 1970. 0 is a new file or one of version 0.1, which
 * deleted without zeroing: that is rewritten once, which blocks the process for about 6 ms per megabyte.
 * @throws when others use the file all the time; the call of the next hour goes on
 */
export async function eraseDeletedContent(services: Services): Promise<void> {
  if (services.config.databaseUrl !== undefined) return;
  const { db, log, config } = services;
  const today = Math.floor(services.now().getTime() / DAY_MS);
  const { rows } = await sql<{ user_version: number }>`pragma user_version`.execute(db);
  const [before] = rows;
  try {
    const started = performance.now();
    const ms = () => Math.round(performance.now() - started);
    if (before?.user_version === 0) {
      await sql`vacuum`.execute(db);
      await sql`pragma user_version = ${sql.lit(today)}`.execute(db);
      log.info({ event: "database-vacuumed", ms: ms() }, "rewrote the database without what was deleted");
    } else if (before?.user_version !== today) {
      const file = join(config.dataDir, SQLITE_FILE);
      const { stdout } = await promisify(execFile)(process.execPath, [CHILD, file, String(today)]);
      const facts = { event: "remains-erased", ms: ms(), pages: Number(stdout) };
      log.info(facts, "zeroed what deleted rows had left in the database");
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

/** Has no effect while another process reads the file, as a backup does. */
async function truncateLog({ db, log }: Services): Promise<void> {
  const busy = await db.connection().execute(truncate);
  if (busy) log.info({ event: "log-in-use" }, "could not truncate the write-ahead log yet");
}

/** Without waiting, which would block the process. @returns whether another process was using the log */
async function truncate(connection: Db): Promise<boolean> {
  const { rows: timeouts } = await sql<{ timeout: number }>`pragma busy_timeout`.execute(connection);
  await sql`pragma busy_timeout = 0`.execute(connection);
  try {
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(connection);
    return rows[0]?.busy !== 0;
  } finally {
    await sql`pragma busy_timeout = ${sql.lit(timeouts[0]?.timeout ?? 0)}`.execute(connection);
  }
}
