/** Opens the database the settings name: SQLite in the data folder, or PostgreSQL. */
import { mkdir, open } from "node:fs/promises";
import { Socket } from "node:net";
import { join } from "node:path";
import { Kysely, PostgresDialect } from "kysely";
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

/** How long PostgreSQL may take, in milliseconds, and how many connections it is asked for. A test sets smaller ones. */
export type PostgresLimits = {
  /** No statement of ours takes a tenth of this; one that does is better ended than kept. */
  statementMs: number;
  lockMs: number;
  /** A transaction that stopped half way (a hung process) lets go of its rows. */
  idleTransactionMs: number;
  /** For a server that vanished without a word, where the server's own limits never speak. */
  answerMs: number;
  /** Waiting for a connection, a new one or a free one: short, so that a visitor gets an answer while it is down. */
  connectionMs: number;
  connections: number;
};

/** An idle connection is closed after this: before it would count as one whose answer doesn't come. */
const IDLE_TIMEOUT_MS = 10_000;

const POSTGRES_LIMITS: PostgresLimits = {
  statementMs: 10_000,
  lockMs: 5000,
  idleTransactionMs: 15_000,
  answerMs: 15_000,
  connectionMs: 3000,
  connections: 10,
};

/**
 * Opens the database; SQLite's folder and file are made when they aren't there. PostgreSQL is first asked when first
 * used: the start finds out by migrating.
 */
export async function openDatabase(config: Config, log: Logger, limits = POSTGRES_LIMITS): Promise<Database> {
  return config.databaseUrl === undefined ? openSqlite(config) : openPostgres(config.databaseUrl, log, limits);
}

async function openSqlite(config: Config): Promise<Database> {
  // Only the owner may look into the folder, or, where it was there already, into the file: it holds accounts.
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const file = join(config.dataDir, SQLITE_FILE);
  await makePrivateFile(file);
  const db = new Kysely<Tables>({ dialect: new NodeSqliteDialect(file) });
  return { db, kind: "sqlite", close: () => db.destroy() };
}

/** Makes an empty file, unless it is there, that its owner alone may read; SQLite gives its log the same rights. */
export async function makePrivateFile(path: string): Promise<void> {
  try {
    await (await open(path, "wx", 0o600)).close();
  } catch (error) {
    // A folder that can't be written to is said so by whoever opens the database.
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code !== "EEXIST" && code !== "EROFS" && code !== "EACCES") throw error;
  }
}

async function openPostgres(databaseUrl: string, log: Logger, limits: PostgresLimits): Promise<Database> {
  // Not before it is needed: most sites stand on SQLite, and each library in memory is a tenth of what the site needs.
  const { default: pg } = await import("pg");
  const pool = new pg.Pool({
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
  // A connection that breaks with nobody waiting on it emits an error, which ends the process when nobody listens. The
  // pool listens while a connection is idle, but not between two statements of a transaction: so each one has its own.
  pool.on("error", (error) => log.warn({ code: errorCode(error) }, "lost a database connection"));
  pool.on("connect", (client) => {
    client.on("error", () => {});
    // Closed, and not only given up: a connection that waits for a lost answer would keep whoever gets it next waiting.
    const { stream } = client.connection;
    if (stream instanceof Socket) stream.setTimeout(limits.answerMs, () => stream.destroy());
  });
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
