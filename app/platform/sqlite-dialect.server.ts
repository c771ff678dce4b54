/** Kysely on Node's built-in SQLite: one connection with a queue; values that SQLite would silently convert are refused. */

import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from "node:sqlite";
import { setTimeout as pause, setImmediate as yieldToEventLoop } from "node:timers/promises";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import { LRUCache } from "lru-cache";
import { isFileBusy } from "./errors.ts";
import { StartProblem } from "./start-problem.server.ts";

/** Enough for a starting instance's migrations, and short, as waiting blocks the whole process. */
const FILE_LOCK_TIMEOUT_MS = 1000;

/** Long enough to find a gap between a busy process's transactions; waiting doesn't block. */
const BEGIN_TIMEOUT_MS = 2000;
const BEGIN_PAUSE_MS = 4;

/**
 * A statement that waits this long is probably deadlocked by a query on the outer `db`. An error is better than a
 * hanging site.
 */
const QUEUE_TIMEOUT_MS = 10_000;

/** The code of the error after `QUEUE_TIMEOUT_MS`. */
export const TURN_TIMEOUT_CODE = "SQLITE_TURN_TIMEOUT";

const CACHED_STATEMENTS = 200;

/** A streak of queries pauses after this: without it, closing a day would delay cached pages by half a second. */
const LONGEST_STREAK_MS = 10;

type DialectOptions = {
  queueTimeoutMs?: number;
  /** Called with the error of a transaction that could not begin, which Kysely doesn't log. */
  onBeginFailed?: (error: unknown) => void;
};

export function nodeSqliteDialect(file: string, options: DialectOptions = {}): Dialect {
  return {
    createDriver: () => new NodeSqliteDriver(file, options),
    createAdapter: () => new NodeSqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

class NodeSqliteAdapter extends SqliteAdapter {
  /** Kysely then leaves the queueing to this driver, whose queue is in order and times out instead of hanging. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }

  /** SQLite rolls back schema changes, so an interrupted migration leaves nothing. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class NodeSqliteDriver implements Driver {
  readonly #file: string;
  readonly #queue: ConnectionQueue;
  readonly #onBeginFailed: (error: unknown) => void;
  #database: DatabaseSync | undefined;
  #connection: NodeSqliteConnection | undefined;

  constructor(file: string, { queueTimeoutMs = QUEUE_TIMEOUT_MS, onBeginFailed = () => {} }: DialectOptions) {
    this.#file = file;
    this.#onBeginFailed = onBeginFailed;
    this.#queue = new ConnectionQueue(queueTimeoutMs);
  }

  async init(): Promise<void> {
    const database = new DatabaseSync(this.#file, { timeout: FILE_LOCK_TIMEOUT_MS, enableForeignKeyConstraints: true });
    try {
      const mode = await switchToWriteAheadLog(database);
      // A database in memory has no write-ahead log.
      if (mode !== "wal" && mode !== "memory") {
        throw new StartProblem(
          `SQLite can't use a write-ahead log for ${this.#file}: its journal mode is ${String(mode)}.`,
        );
      }
      // The default of Node's SQLite; with NORMAL, the default of other builds, a power failure could lose the last commits.
      database.exec("pragma synchronous = full");
      // 16 MB: with the default of 2 MB, an import takes half as long again, as its index is written and read repeatedly.
      database.exec("pragma cache_size = -16000");
      // Overwrites deleted content with zeros; otherwise it stays in the file until its space is reused.
      database.exec("pragma secure_delete = on");
    } catch (error) {
      database.close();
      throw error;
    }
    this.#database = database;
    this.#connection = new NodeSqliteConnection(database);
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    await this.#queue.acquire();
    if (this.#connection === undefined) throw new Error("The database is not open");
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    this.#queue.release();
  }

  /** `immediate` takes the write lock first, or a later write could fail. Between attempts, readers get the connection. */
  async beginTransaction(): Promise<void> {
    const latest = performance.now() + BEGIN_TIMEOUT_MS;
    while (!this.#tryToBegin(performance.now() > latest)) {
      this.#queue.release();
      await pause(Math.random() * BEGIN_PAUSE_MS);
      await this.#queue.acquireAgain();
    }
  }

  /** @returns whether it has begun @throws if it fails on the last attempt */
  #tryToBegin(isLast: boolean): boolean {
    const database = this.#database;
    if (database === undefined) throw new Error("The database is not open");
    database.exec("pragma busy_timeout = 0");
    try {
      database.exec("begin immediate");
      return true;
    } catch (error) {
      if (!isLast && isFileBusy(error)) return false;
      this.#onBeginFailed(error);
      throw error;
    } finally {
      database.exec(`pragma busy_timeout = ${FILE_LOCK_TIMEOUT_MS}`);
    }
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("commit"));
  }

  /** After some errors, such as a full disk, SQLite has already rolled back; a second rollback would hide the cause. */
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database?.isTransaction) await connection.executeQuery(CompiledQuery.raw("rollback"));
  }

  async destroy(): Promise<void> {
    await this.#queue.acquire();
    this.#connection = undefined;
    this.#database?.close();
    this.#queue.release();
  }
}

/** Retries, because `busy_timeout` doesn't apply to this switch. @returns the journal mode */
async function switchToWriteAheadLog(database: DatabaseSync): Promise<unknown> {
  const latest = performance.now() + BEGIN_TIMEOUT_MS;
  for (;;) {
    try {
      return database.prepare("pragma journal_mode = wal").get()?.journal_mode;
    } catch (error) {
      if (performance.now() > latest || !isFileBusy(error)) throw error;
      await pause(Math.random() * BEGIN_PAUSE_MS);
    }
  }
}

/** The queue for the one connection: one transaction or statement at a time, first come, first served. */
class ConnectionQueue {
  readonly #timeoutMs: number;
  readonly #waiting = new Set<() => void>();
  #isBusy = false;

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  async acquire(): Promise<void> {
    if (!this.#isBusy) {
      this.#isBusy = true;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(enter);
        const error = new Error(`Timed out after ${this.#timeoutMs} ms waiting for the SQLite connection`);
        reject(Object.assign(error, { code: TURN_TIMEOUT_CODE }));
      }, this.#timeoutMs);
      const enter = () => {
        clearTimeout(timer);
        resolve();
      };
      this.#waiting.add(enter);
    });
  }

  /** Without a time limit, for a caller that had the connection and is sure to release it. */
  async acquireAgain(): Promise<void> {
    if (this.#isBusy) await new Promise<void>((resolve) => this.#waiting.add(resolve));
    this.#isBusy = true;
  }

  release(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#isBusy = false;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}

class NodeSqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #statements = new LRUCache<string, StatementSync>({ max: CACHED_STATEMENTS });
  /** When the first query of this turn of the event loop began; undefined before it. */
  #streakBegan: number | undefined;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    await this.#letOthersWork();
    const parameters = checkedParameters(query);
    const statement = this.#statement(query.sql);
    const columns = statement.columns();
    if (columns.length > 0) {
      const rows = statement.all(...parameters) as unknown as SQLOutputValue[][];
      // SQLite prepares the statement again after another process has added a column.
      const isAsPrepared = rows[0]?.length === columns.length;
      // The objects have the shape of the query.
      return { rows: asObjects(rows, isAsPrepared ? columns : statement.columns()) as R[] };
    }
    const { changes, lastInsertRowid } = statement.run(...parameters);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    const parameters = checkedParameters(query);
    // Not from the cache: the statement may run again while its rows are being read.
    for (const row of this.#database.prepare(query.sql).iterate(...parameters)) {
      // The shape of the query, as above.
      yield { rows: [{ ...row } as R] };
    }
  }

  async #letOthersWork(): Promise<void> {
    if (this.#streakBegan === undefined) {
      this.#streakBegan = performance.now();
      setImmediate(() => {
        this.#streakBegan = undefined;
      });
    } else if (performance.now() - this.#streakBegan > LONGEST_STREAK_MS) {
      await yieldToEventLoop();
    }
  }

  #statement(sql: string): StatementSync {
    const cached = this.#statements.get(sql);
    if (cached !== undefined) return cached;
    const statement = this.#database.prepare(sql);
    statement.setReturnArrays(true);
    if (/^\s*(select|insert|update|delete|with)\b/i.test(sql)) {
      this.#statements.set(sql, statement);
    } else if (/^\s*(create|alter|drop|pragma)\b/i.test(sql)) {
      // The schema may have changed.
      this.#statements.clear();
    }
    return statement;
  }
}

/** Plain objects, as Kysely expects: rows of `node:sqlite` have no prototype. Filling a copied blank row is fastest. */
function asObjects(rows: readonly SQLOutputValue[][], columns: readonly { name: string }[]) {
  const names = columns.map(({ name }) => name);
  const blank: Record<string, SQLOutputValue> = Object.fromEntries(names.map((name) => [name, null]));
  return rows.map((values) => {
    const row = { ...blank };
    for (let index = 0; index < names.length; index += 1) row[names[index] ?? ""] = values[index] ?? null;
    return row;
  });
}

/** Accepts only values that SQLite stores unchanged: `node:sqlite` binds NULL for objects and NaN. */
function checkedParameters(query: CompiledQuery): SQLInputValue[] {
  return query.parameters.map((value, index) => {
    if (value === null || typeof value === "string" || typeof value === "bigint" || value instanceof Uint8Array) {
      return value;
    }
    if (typeof value === "number" && Number.isFinite(value)) return value;
    const kind = typeof value === "number" ? String(value) : (Object(value).constructor?.name ?? typeof value);
    throw new TypeError(`SQLite can't store parameter ${index + 1}, which is ${kind}, of: ${query.sql}`);
  });
}
