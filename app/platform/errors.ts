/** Errors of Node, SQLite and PostgreSQL by their codes: an unavailable database, as opposed to a bug in the site. */

/** The code of an error, such as `ENOENT` or an SQLSTATE; empty when it has none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

/** SQLite's primary result code (https://sqlite.org/rescode.html); undefined for other errors. */
export function sqliteCode(error: unknown): number | undefined {
  const isSqliteError = error instanceof Error && "errcode" in error && typeof error.errcode === "number";
  return isSqliteError ? (error.errcode as number) & 0xff : undefined;
}

/** Whether another connection or process has locked SQLite's file. */
export function isFileBusy(error: unknown): boolean {
  return sqliteCode(error) === 5;
}

/** SQLite's primary result codes: busy, locked, read-only, input/output, full, can't open. */
const SQLITE_UNAVAILABLE = new Set([5, 6, 8, 10, 13, 14]);

/**
 * Database unavailable: PostgreSQL classes 08 and 53, 57P, 57014, 55P03 and 25006; Node's network errors; and
 * `TURN_TIMEOUT_CODE`.
 */
const UNAVAILABLE_CODE =
  /^(08\w{3}|53\w{3}|57P\w{2}|57014|55P03|25006|ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|SQLITE_TURN_TIMEOUT|ENOTFOUND|EAI_AGAIN|E(HOST|NET)UNREACH)$/;

/** The driver's own errors have no code. */
const UNAVAILABLE_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after|The server does not support SSL)/;

/** SQLite: busy, locked. */
const SQLITE_BUSY = new Set([5, 6]);

const SLOW_CODE = /^(57014|55P03|SQLITE_TURN_TIMEOUT)$/;
const SLOW_MESSAGE = /^(timeout exceeded when trying to connect|Connection terminated due to connection timeout)/;

/** The driver's message in place of a missing code; it quotes no data. Empty for other errors. */
export function driverCode(error: Error): string {
  return UNAVAILABLE_MESSAGE.test(error.message) ? error.message : "";
}

/** SQLite: read-only, input/output, full. */
const SQLITE_WRITE_REFUSED = new Set([8, 10, 13]);

/** Whether an error, or its cause, means that nothing can be written now: the disk is full, broken or read-only. */
export function isWriteRefused(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // PostgreSQL: the disk is full, the server is read-only.
  if (SQLITE_WRITE_REFUSED.has(sqliteCode(error) ?? 0) || /^(53100|25006)$/.test(errorCode(error))) return true;
  return isWriteRefused(error.cause);
}

/** Too many transactions wait for the timetable's lock, which counts as an unavailable database. */
export class TimetableBusyError extends Error {
  constructor() {
    super("Too many transactions wait for the timetable");
  }
}

/** Whether an error, or its cause, only means that the database was slow or busy. */
export function isDatabaseSlow(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof TimetableBusyError || SQLITE_BUSY.has(sqliteCode(error) ?? 0)) return true;
  return SLOW_CODE.test(errorCode(error)) || SLOW_MESSAGE.test(error.message) || isDatabaseSlow(error.cause);
}

export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof TimetableBusyError) return true;
  if (error instanceof AggregateError && error.errors.some(isDatabaseUnavailable)) return true;
  if (SQLITE_UNAVAILABLE.has(sqliteCode(error) ?? 0) || UNAVAILABLE_CODE.test(errorCode(error))) return true;
  return UNAVAILABLE_MESSAGE.test(error.message) || isDatabaseUnavailable(error.cause);
}
