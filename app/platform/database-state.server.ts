/**
 * The state of the database as this instance knows it: whether it is unavailable, and whether it can be written. The log has one line
 * when that begins, one a minute while it lasts, without a stack, and one when it is over.
 */
import { sql } from "kysely";
import type { Logger } from "pino";
import { errorCode, isDatabaseUnavailable, isWriteRefused, sqliteCode } from "./errors.ts";
import type { Db, Services } from "./services.ts";

/** How often the log repeats that it lasts. */
const REPEAT_MS = 60_000;

export type DatabaseState = {
  /**
   * Notes a failure of the database, and logs it when a line is due.
   * @returns whether it is one of the whole database. Any other error is the caller's to log
   */
  noteFailure: (error: unknown) => boolean;
  /** Notes that the database has responded, or has stored what was written. */
  noteSuccess: (what: "response" | "write") => void;
  /** Whether the last write was refused as a whole: the disk is full, broken or can only be read. */
  isWriteRefused: () => boolean;
};

/** Makes the state of an instance that has just opened its database. `now` is in milliseconds; a test sets its own. */
export function createDatabaseState(log: Logger, now = () => performance.now()): DatabaseState {
  const unavailable = createInterruption(log, now, {
    event: "database-unavailable",
    over: "database-back",
    message: "the database is unavailable: public pages come from memory, forms are returned",
  });
  const refused = createInterruption(log, now, {
    event: "writes-refused",
    over: "writes-succeed",
    message: "the database can't be written: the disk may be full or can only be read",
  });
  return {
    noteFailure(error) {
      if (isWriteRefused(error)) refused.note(error);
      else if (isDatabaseUnavailable(error)) unavailable.note(error);
      else return false;
      return true;
    },
    noteSuccess: (what) => (what === "write" ? refused : unavailable).end(),
    isWriteRefused: refused.isOn,
  };
}

function createInterruption(
  log: Logger,
  now: () => number,
  { event, over, message }: { event: string; over: string; message: string },
) {
  let since: number | undefined;
  let loggedAt = Number.NEGATIVE_INFINITY;
  /** Whether the log has a line of what goes on now: one that comes and goes fills it no more than one that stays. */
  let isLogged = false;
  const seconds = () => Math.round((now() - (since ?? now())) / 1000);
  return {
    isOn: () => since !== undefined,
    note(error: unknown) {
      since ??= now();
      if (now() - loggedAt < REPEAT_MS) return;
      loggedAt = now();
      isLogged = true;
      log.warn({ event, code: codeOf(error), seconds: seconds() }, message);
    },
    end() {
      if (since === undefined) return;
      if (isLogged) log.info({ event: over, seconds: seconds() }, "the database works again");
      since = undefined;
      isLogged = false;
    },
  };
}

/** The code of the error that the whole began with. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const inner = error instanceof AggregateError ? error.errors[0] : error.cause;
  return errorCode(error) || (sqliteCode(error) ?? (inner === undefined ? error.name : codeOf(inner))).toString();
}

/**
 * Whether the database can be read, and written as far as is known: after a write that was refused it is tried again here, until one
 * succeeds. Never throws.
 */
export async function isReady({ db, databaseState }: Pick<Services, "db" | "databaseState">): Promise<boolean> {
  try {
    if (databaseState.isWriteRefused()) await tryWrite(db);
    else await db.selectFrom("content_version").select("version").executeTakeFirstOrThrow();
  } catch {
    return false;
  }
  databaseState.noteSuccess("write");
  databaseState.noteSuccess("response");
  return true;
}

/** Writes what is there already. */
async function tryWrite(db: Db): Promise<void> {
  await db.updateTable("content_version").set({ version: sql`version` }).where("id", "=", 1).execute();
}
