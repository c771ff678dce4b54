/** Errors by their codes: of Node, of SQLite, of PostgreSQL; and an unavailable database, as opposed to a bug of the site. */

/** The code of an error, such as `ENOENT` or an SQLSTATE; empty when it has none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

/** SQLite's primary result code (https://sqlite.org/rescode.html); undefined for other errors. */
export function sqliteCode(error: unknown): number | undefined {
  const isOfSqlite = error instanceof Error && "errcode" in error && typeof error.errcode === "number";
  return isOfSqlite ? (error.errcode as number) & 0xff : undefined;
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

/** The driver's own words for an error without a code, in place of one: they quote nothing. Empty for other errors. */
export function driversCode(error: Error): string {
  return UNAVAILABLE_MESSAGE.test(error.message) ? error.message : "";
}

/** SQLite: read-only, input/output, full. */
const SQLITE_WRITE_REFUSED = new Set([8, 10, 13]);

/** Whether an error, or its cause, says that nothing can be written now: the disk is full, broken or can only be read. */
export function isWriteRefused(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // PostgreSQL: the disk is full, the server can only be read.
  if (SQLITE_WRITE_REFUSED.has(sqliteCode(error) ?? 0) || /^(53100|25006)$/.test(errorCode(error))) return true;
  return isWriteRefused(error.cause);
}

/** More transactions wait for the timetable than can be served. It is as if the database were unavailable for a moment. */
export class TimetableBusyError extends Error {
  constructor() {
    super("Too many transactions wait for the timetable");
  }
}

/** Whether an error, or its cause, says only that the database took too long, or was busy. */
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
