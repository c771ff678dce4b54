/**
 * The state of the database as this instance sees it: unavailable, or read-only. The log gets a line when that begins,
 * a line a minute while it lasts, without a stack, and a line when it ends.
 */
import { randomBytes } from "node:crypto";
import type { Logger } from "pino";
import { driverCode, errorCode, isDatabaseSlow, isDatabaseUnavailable, isWriteRefused, sqliteCode } from "./errors.ts";
import type { Services } from "./services.ts";

/** How often the log repeats an outage. */
const REPEAT_MS = 60_000;

/** A new outage is logged at once if the last outage ended at least this long ago. */
const MIN_RECOVERY_MS = 10_000;

/** Slow queries count as an outage only if they continue: a starting process is slow. */
const SLOW_MS = 2000;

export type DatabaseState = {
  /**
   * Notes a failure of the database, and logs it when a line is due.
   * @returns whether the whole database has failed. The caller logs any other error
   */
  noteFailure: (error: unknown) => boolean;
  noteSuccess: (what: "response" | "write") => void;
  /** Whether the last write failed because of the database, not the row: the disk is full, broken or read-only. */
  isWriteRefused: () => boolean;
};

/** Creates the state of an instance that has just opened its database. @param now in milliseconds; tests set it */
export function createDatabaseState(log: Logger, now = () => performance.now()): DatabaseState {
  const unavailable = createOutageLog(log, now, {
    event: "database-unavailable",
    endEvent: "database-back",
    message: "the database is unavailable: public pages are served from memory, forms are returned unsaved",
  });
  const refused = createOutageLog(log, now, {
    event: "writes-refused",
    endEvent: "writes-succeed",
    message: "the database can't be written to: the disk may be full or read-only",
  });
  return {
    noteFailure(error) {
      if (isWriteRefused(error)) refused.note(error);
      else if (isDatabaseUnavailable(error)) unavailable.note(error, isDatabaseSlow(error) ? SLOW_MS : 0);
      else return false;
      return true;
    },
    noteSuccess: (what) => (what === "write" ? refused : unavailable).end(),
    isWriteRefused: refused.isOn,
  };
}

function createOutageLog(
  log: Logger,
  now: () => number,
  { event, endEvent, message }: { event: string; endEvent: string; message: string },
) {
  let since: number | undefined;
  let endedAt = Number.NEGATIVE_INFINITY;
  let loggedAt = Number.NEGATIVE_INFINITY;
  /** Whether the current outage is logged: an outage that comes and goes must not fill the log. */
  let isLogged = false;
  const seconds = () => Math.round((now() - (since ?? now())) / 1000);
  return {
    isOn: () => since !== undefined,
    /** @param minMs how long the outage has to last before it is logged */
    note(error: unknown, minMs = 0) {
      since ??= now();
      const isNew = !isLogged && since - endedAt >= MIN_RECOVERY_MS;
      if (now() - since < minMs || (!isNew && now() - loggedAt < REPEAT_MS)) return;
      loggedAt = now();
      isLogged = true;
      log.warn({ event, code: codeOf(error), seconds: seconds() }, message);
    },
    end() {
      if (since === undefined) return;
      if (isLogged) log.info({ event: endEvent, seconds: seconds() }, "the database has recovered");
      endedAt = now();
      since = undefined;
      isLogged = false;
    },
  };
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const sqlite = sqliteCode(error);
  if (sqlite !== undefined) return `SQLITE_${sqlite}`;
  const inner = error instanceof AggregateError ? error.errors[0] : error.cause;
  return errorCode(error) || driverCode(error) || (inner === undefined ? error.name : codeOf(inner));
}

/** Whether the database can be read, and its last write succeeded. Never throws. */
export async function isReady({ db, databaseState }: Pick<Services, "db" | "databaseState">): Promise<boolean> {
  try {
    await db.selectFrom("content_version").select("version").executeTakeFirstOrThrow();
  } catch {
    return false;
  }
  databaseState.noteSuccess("response");
  return !databaseState.isWriteRefused();
}

/** More than any form: a short row often still fits in the space that the database has already allocated. */
const PROBE_BYTES = 512 * 1024;

/** The row that is written and deleted. Its value is random, because PostgreSQL would compress anything else. */
const PROBE_ROW_ID = "room for writes";

/** Checks after a refused write whether writes succeed again; each instance's poll calls this once a second. Never throws. */
export async function tryWriting({
  db,
  databaseState,
  now,
}: Pick<Services, "db" | "databaseState" | "now">): Promise<void> {
  if (!databaseState.isWriteRefused()) return;
  const moment = now().toISOString();
  const row = {
    identifier: "",
    value: randomBytes(PROBE_BYTES).toString("base64"),
    expiresAt: moment,
    updatedAt: moment,
  };
  try {
    await db
      .insertInto("verifications")
      .values({ id: PROBE_ROW_ID, createdAt: moment, ...row })
      .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
      .execute();
    await db.deleteFrom("verifications").where("id", "=", PROBE_ROW_ID).execute();
    databaseState.noteSuccess("write");
  } catch (error) {
    databaseState.noteFailure(error);
  }
}
