/** Opens the configured database: SQLite in the data folder, or PostgreSQL. */
import { open } from "node:fs/promises";
import { Socket } from "node:net";
import { join } from "node:path";
import { Kysely, type LogEvent, PostgresDialect } from "kysely";
import type { ClientConfig } from "pg";
import type { Logger } from "pino";
import type { Config } from "./config.ts";
import { makeDataFolder } from "./data-folder.server.ts";
import { createDatabaseState, type DatabaseState } from "./database-state.server.ts";
import { errorCode, isDatabaseUnavailable, isWriteRefused } from "./errors.ts";
import type { Tables } from "./schema.ts";
import type { Db } from "./services.ts";
import { nodeSqliteDialect } from "./sqlite-dialect.server.ts";

export type DatabaseKind = "sqlite" | "postgres";

export type Database = {
  db: Db;
  kind: DatabaseKind;
  state: DatabaseState;
  close: () => Promise<void>;
};

export const SQLITE_FILE = "nguvu.sqlite";

/** An idle connection is closed after this, before `socketTimeoutMs` would count it as broken. */
const IDLE_TIMEOUT_MS = 10_000;

/** Time limits for PostgreSQL in milliseconds, and the size of the connection pool. A test sets smaller ones. */
const POSTGRES_LIMITS = {
  /** A statement that exceeds this is cancelled; the site's own take less than a tenth of it. */
  statementMs: 10_000,
  lockMs: 5000,
  /** A transaction that is idle this long (a hung process) is aborted, which releases its locks. */
  idleTransactionMs: 15_000,
  /** A connection without data for this long is closed: an unreachable server can't enforce its own limits. */
  socketTimeoutMs: 15_000,
  /** Waiting for a new or a free connection: short, so that visitors get a response while the server is down. */
  connectionMs: 3000,
  connections: 10,
};

/**
 * Opens the database; SQLite's folder and file are created when missing. The first query, in the migration at startup,
 * connects to PostgreSQL.
 */
export async function openDatabase(config: Config, log: Logger, limits = POSTGRES_LIMITS): Promise<Database> {
  const state = createDatabaseState(log);
  return config.databaseUrl === undefined
    ? openSqlite(config, state)
    : openPostgres(config.databaseUrl, log, state, limits);
}

function noteRefusal(state: DatabaseState) {
  return (event: LogEvent) => {
    if (event.level === "error" && isWriteRefused(event.error)) state.noteFailure(event.error);
  };
}

async function openSqlite(config: Config, state: DatabaseState): Promise<Database> {
  // Only the owner may read the folder or, where the folder existed already, the file: it holds accounts.
  await makeDataFolder(config.dataDir);
  const file = join(config.dataDir, SQLITE_FILE);
  await makePrivateFile(file);
  const dialect = nodeSqliteDialect(file, { onBeginFailed: state.noteFailure });
  const db = new Kysely<Tables>({ dialect, log: noteRefusal(state) });
  return { db, kind: "sqlite", state, close: () => db.destroy() };
}

/** Creates an empty file, if missing, that only its owner may read; SQLite gives its log the same permissions. */
export async function makePrivateFile(path: string): Promise<void> {
  try {
    await (await open(path, "wx", 0o600)).close();
  } catch (error) {
    // A folder that can't be written to is reported when the database is opened.
    if (!["EEXIST", "EROFS", "EACCES"].includes(errorCode(error))) throw error;
  }
}

async function openPostgres(
  databaseUrl: string,
  log: Logger,
  state: DatabaseState,
  limits: typeof POSTGRES_LIMITS,
): Promise<Database> {
  // Loaded on demand: most sites run on SQLite, and pg takes a tenth of the site's memory.
  const { default: pg } = await import("pg");
  /** Closes a connection that fails while it is being authenticated, which pg leaves to the server's own limit of a minute. */
  class Client extends pg.Client {
    constructor(options?: string | ClientConfig) {
      super(options);
      this.connection.on("error", () => this.connection.stream.destroy());
    }
  }
  const pool = new pg.Pool({
    Client,
    connectionString: databaseUrl,
    application_name: "nguvu",
    max: limits.connections,
    connectionTimeoutMillis: limits.connectionMs,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    statement_timeout: limits.statementMs,
    lock_timeout: limits.lockMs,
    idle_in_transaction_session_timeout: limits.idleTransactionMs,
    keepAlive: true,
  });
  // The pool listens to idle connections only. Messages can quote typed text, so the code alone is logged.
  pool.on("error", (error) => {
    if (!state.noteFailure(error)) log.warn({ code: errorCode(error) || "unknown" }, "lost a database connection");
  });
  pool.on("connect", (client) => {
    client.on("error", () => {});
    // Destroyed rather than only timing the query out: a connection with a lost response would block its next user too.
    const { stream } = client.connection;
    if (stream instanceof Socket) stream.setTimeout(limits.socketTimeoutMs, () => stream.destroy());
  });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), log: noteRefusal(state) });
  return { db, kind: "postgres", state, close: () => db.destroy() };
}

/** Whether an error is due to an unavailable database: a library may hide that, so the database is queried too. */
export async function isDatabaseFailure(db: Db, error: unknown): Promise<boolean> {
  return isDatabaseUnavailable(error) || !(await responds(db));
}

async function responds(db: Db): Promise<boolean> {
  try {
    await db.selectFrom("content_version").select("version").executeTakeFirstOrThrow();
    return true;
  } catch {
    return false;
  }
}
