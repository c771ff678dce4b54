/**
 * Removes the remains of deleted rows from SQLite's write-ahead log. `secure_delete` zeroes a deleted row, but older versions of
 * its page stay in the log until that is truncated. PostgreSQL reuses its own space; see docs/security.md.
 */
import { sql } from "kysely";
import type { Db, Services } from "./services.ts";

/** Never throws: the deletion itself is done, and the hourly clean-up job tries again. No effect while another process reads the file. */
export async function removeDeletedFromLog({ config, db, log }: Services): Promise<void> {
  if (config.databaseUrl !== undefined) return;
  try {
    const isBusy = await db.connection().execute(truncate);
    if (isBusy) log.info({ event: "log-in-use" }, "could not truncate the write-ahead log yet");
  } catch (error) {
    log.warn(
      { event: "log-not-truncated", err: error },
      "could not truncate the write-ahead log; will retry within the hour",
    );
  }
}

/** Truncates without waiting, which would block the process. @returns whether another process was using the log */
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
