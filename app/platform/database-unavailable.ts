/** Tells a database that can't do its work now (gone, full, read-only, too busy) from a fault of ours. */

/** SQLite's primary result codes: busy, locked, read-only, input/output, full, can't open. */
const SQLITE_AWAY = new Set([5, 6, 8, 10, 13, 14]);

/**
 * PostgreSQL: connection (class 08), resources (53, a full disk too), told to stop (57P), statement timed out (57014),
 * no lock (55P03), read-only (25006). Node: the server is not there, or went in the middle. Ours: a statement waited too
 * long for the SQLite connection (`TURN_TIMEOUT_CODE`).
 */
const CODE_AWAY =
  /^(08\w{3}|53\w{3}|57P\w{2}|57014|55P03|25006|ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|SQLITE_TURN_TIMEOUT|ENOTFOUND|EAI_AGAIN|E(HOST|NET)UNREACH)$/;

/** The driver's own errors have no code. */
const MESSAGE_AWAY =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after|The server does not support SSL)/;

/** Whether an error, or what caused it, says that the database can't do its work now. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError && error.errors.some(isDatabaseAway)) return true;
  if ("errcode" in error && typeof error.errcode === "number" && SQLITE_AWAY.has(error.errcode & 0xff)) return true;
  if ("code" in error && typeof error.code === "string" && CODE_AWAY.test(error.code)) return true;
  return MESSAGE_AWAY.test(error.message) || isDatabaseAway(error.cause);
}
