/** Kysely over Node's built-in SQLite: one connection, one queue, no parameter that SQLite would silently convert. */

import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { setImmediate as otherWork, setTimeout as pause } from "node:timers/promises";
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
import { sqliteCode } from "./errors.ts";
import { StartProblem } from "./start-problem.server.ts";

/**
 * How long a statement waits for another process's lock on the file: longer than an instance that starts at the same time
 * needs for its migrations. The wait blocks the whole process, so it is no longer than that.
 */
const FILE_LOCK_TIMEOUT_MS = 1000;

/**
 * How long a transaction waits for that lock, and the longest pause between two attempts. This wait blocks nobody. SQLite
 * knows no order among processes, so it is as long as a busy one may take to leave a gap.
 */
const BEGIN_TIMEOUT_MS = 2000;
const BEGIN_PAUSE_MS = 4;

/** SQLite's primary result code for a lock that another connection has. */
const BUSY = 5;

/**
 * How long a statement waits for the connection. Transactions take milliseconds; a statement that waits this long is
 * probably in a deadlock: a query on the outer `db` inside a transaction. An error is better than a site that hangs.
 */
const QUEUE_TIMEOUT_MS = 10_000;

/** The code of the error for a statement that has waited that long. */
export const TURN_TIMEOUT_CODE = "SQLITE_TURN_TIMEOUT";

const CACHED_STATEMENTS = 200;

/**
 * How long queries may follow each other before the process does something else in between. SQLite's results are there at
 * once, so a transaction that writes to 250 people about a closed day would otherwise hold up every cached page for half a second.
 */
const LONGEST_STREAK_MS = 10;

type DialectOptions = {
  queueTimeoutMs?: number;
  /** Hears why a transaction could not begin, which Kysely's log does not have. */
  onNoTransaction?: (error: unknown) => void;
};

/** The dialect for a database file, which is created when missing. */
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

  /** SQLite rolls back schema changes too, so an interrupted migration leaves nothing behind. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class NodeSqliteDriver implements Driver {
  readonly #file: string;
  readonly #queue: ConnectionQueue;
  readonly #onNoTransaction: (error: unknown) => void;
  #database: DatabaseSync | undefined;
  #connection: NodeSqliteConnection | undefined;

  constructor(file: string, { queueTimeoutMs = QUEUE_TIMEOUT_MS, onNoTransaction = () => {} }: DialectOptions) {
    this.#file = file;
    this.#onNoTransaction = onNoTransaction;
    this.#queue = new ConnectionQueue(queueTimeoutMs);
  }

  async init(): Promise<void> {
    const database = new DatabaseSync(this.#file, { timeout: FILE_LOCK_TIMEOUT_MS, enableForeignKeyConstraints: true });
    try {
      const mode = await switchToWriteAheadLog(database);
      // A file in memory has no journal to write ahead.
      if (mode !== "wal" && mode !== "memory") {
        throw new StartProblem(
          `SQLite can't use a write-ahead log for ${this.#file}: its journal mode is ${String(mode)}.`,
        );
      }
      // The default of Node's SQLite; with NORMAL, the default of other builds, a power failure could lose the last commits.
      database.exec("pragma synchronous = full");
      // 16 MB: with the default of 2 MB, an import of a list takes half as long again, as its index is written and read several times.
      database.exec("pragma cache_size = -16000");
      // Deleted content is overwritten with zeros; without it, it stays in the file until the space is needed.
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

  /**
   * `immediate` takes the write lock at once; otherwise a transaction that reads first could fail when it writes. While
   * another process has the lock, other statements of this one get the connection: readers need no lock.
   */
  async beginTransaction(): Promise<void> {
    const latest = performance.now() + BEGIN_TIMEOUT_MS;
    while (!this.#tryToBegin(performance.now() > latest)) {
      this.#queue.release();
      await pause(Math.random() * BEGIN_PAUSE_MS);
      await this.#queue.acquireAgain();
    }
  }

  /** @returns whether it has begun @throws when the lock is taken and this is the last attempt */
  #tryToBegin(isLast: boolean): boolean {
    const database = this.#database;
    if (database === undefined) throw new Error("The database is not open");
    database.exec("pragma busy_timeout = 0");
    try {
      database.exec("begin immediate");
      return true;
    } catch (error) {
      if (!isLast && sqliteCode(error) === BUSY) return false;
      this.#onNoTransaction(error);
      throw error;
    } finally {
      database.exec(`pragma busy_timeout = ${FILE_LOCK_TIMEOUT_MS}`);
    }
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("commit"));
  }

  /** After some errors (a full disk) SQLite has already rolled back, and a second rollback would hide the cause. */
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

/**
 * Two processes that open a new file at the same moment want the same lock for this, and SQLite refuses one of them at once,
 * without waiting for `busy_timeout`: it tries again.
 * @returns the journal mode that the file has now
 */
async function switchToWriteAheadLog(database: DatabaseSync): Promise<unknown> {
  const latest = performance.now() + BEGIN_TIMEOUT_MS;
  for (;;) {
    try {
      return database.prepare("pragma journal_mode = wal").get()?.journal_mode;
    } catch (error) {
      if (performance.now() > latest || sqliteCode(error) !== BUSY) throw error;
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

  /** Without a limit, for one that had the connection and will release it whatever happens. */
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
  /** Prepared statements by their text. */
  readonly #statements = new LRUCache<string, StatementSync>({ max: CACHED_STATEMENTS });
  /** When the first query of this turn of the event loop came; undefined before it. */
  #streakBegan: number | undefined;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    await this.#letOthersWork();
    const parameters = checkedParameters(query);
    const statement = this.#statement(query.sql);
    if (statement.columns().length > 0) {
      // SQLite's rows have no prototype; code built on Kysely expects plain objects. Their shape is the query's.
      const rows = statement.all(...parameters).map((row) => ({ ...row })) as R[];
      return { rows };
    }
    const { changes, lastInsertRowid } = statement.run(...parameters);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    const parameters = checkedParameters(query);
    // Not from the cache: the same statement may run again while this one is being read.
    for (const row of this.#database.prepare(query.sql).iterate(...parameters)) {
      // The shape is the query's, as above.
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
      await otherWork();
    }
  }

  #statement(sql: string): StatementSync {
    const cached = this.#statements.get(sql);
    if (cached !== undefined) return cached;
    const statement = this.#database.prepare(sql);
    if (/^\s*(select|insert|update|delete|with)\b/i.test(sql)) {
      this.#statements.set(sql, statement);
    } else if (/^\s*(create|alter|drop|pragma)\b/i.test(sql)) {
      // The schema may have changed.
      this.#statements.clear();
    }
    return statement;
  }
}

/**
 * Accepts only values that SQLite stores unchanged. `node:sqlite` takes a leading object (a Date too) for a set of named
 * parameters and silently binds NULL, and it stores NaN as NULL.
 */
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
