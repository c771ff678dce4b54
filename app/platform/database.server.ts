/** Opens the database the settings name: SQLite in the data folder, or PostgreSQL. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { Logger } from "pino";
import type { Config } from "./config.ts";
import type { Tables } from "./schema.ts";
import type { Db } from "./services.ts";
import { NodeSqliteDialect } from "./sqlite-dialect.server.ts";

export type DatabaseKind = "sqlite" | "postgres";

export type Database = {
  db: Db;
  kind: DatabaseKind;
  /** Waits for the work in hand, then closes. */
  close: () => Promise<void>;
};

/** The name of the SQLite file in the data folder. */
export const SQLITE_FILE = "nguvu.sqlite";

/** No statement of ours takes a tenth of this; one that does is better ended than kept. */
const STATEMENT_TIMEOUT_MS = 10_000;
const LOCK_TIMEOUT_MS = 5000;
/** A transaction that stopped half way (a hung process) lets go of its rows. */
const IDLE_TRANSACTION_TIMEOUT_MS = 15_000;
/** For a server that vanished without a word, where the server's own limits never speak. */
const ANSWER_TIMEOUT_MS = 15_000;
/** Waiting for a connection, a new one or a free one: short, so that a visitor gets an answer while it is down. */
const CONNECTION_TIMEOUT_MS = 3000;
const POOL_SIZE = 10;

/**
 * Opens the database; SQLite's folder and file are made when they aren't there. PostgreSQL is first asked when first
 * used: the start finds out by migrating.
 */
export async function openDatabase(config: Config, log: Logger): Promise<Database> {
  return config.databaseUrl === undefined ? openSqlite(config) : openPostgres(config.databaseUrl, log);
}

async function openSqlite(config: Config): Promise<Database> {
  // Only the owner may look into the folder: it holds accounts and the secret.
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const db = new Kysely<Tables>({ dialect: new NodeSqliteDialect(join(config.dataDir, SQLITE_FILE)) });
  return { db, kind: "sqlite", close: () => db.destroy() };
}

async function openPostgres(databaseUrl: string, log: Logger): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: "nguvu",
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    idleTimeoutMillis: 30_000,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    keepAlive: true,
  });
  // A connection that breaks with nobody waiting on it emits an error, which ends the process when nobody listens. The
  // pool listens while a connection is idle, but not between two statements of a transaction: so each one has its own.
  pool.on("error", (error) => log.warn({ code: errorCode(error) }, "lost a database connection"));
  pool.on("connect", (client) => client.on("error", () => {}));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return { db, kind: "postgres", close: () => db.destroy() };
}

/** The code alone: a message of PostgreSQL may quote what people typed. */
function errorCode(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : "unknown";
}

/** Whether the database answers now. Never throws. */
export async function isReady(db: Db): Promise<boolean> {
  try {
    await db.selectFrom("content_version").select("version").executeTakeFirstOrThrow();
    return true;
  } catch {
    return false;
  }
}
