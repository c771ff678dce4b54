/** Copies of the database in one file: an SQLite database, or a dump by `pg_dump`. */
import { spawn } from "node:child_process";
import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { SQLITE_FILE } from "../app/platform/database.server.ts";
import { errorCode } from "../app/platform/errors.ts";
import { StartProblem } from "../app/platform/start-problem.server.ts";
import { backupName, PART } from "./backup-files.ts";

/** Where a site's database is: in its data folder, or at an address of PostgreSQL. */
export type DatabasePlace = { dataDir: string; databaseUrl?: string | undefined };

/**
 * Copies the database into one file without remains of deleted data, while the site runs, and checks the copy.
 * @param folder where the copy is made; created when it does not exist
 * @returns the path of the copy
 * @throws when there is no database, or the copy is not sound; then no copy is left
 */
export async function copyDatabaseTo(place: DatabasePlace, folder: string, moment: Date): Promise<string> {
  const { databaseUrl } = place;
  if (databaseUrl === undefined) await (await openSource(join(place.dataDir, SQLITE_FILE))).close();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const copy = join(folder, backupName(moment, databaseUrl === undefined ? "sqlite" : "dump"));
  const part = `${copy}${PART}`;
  // Both engines fill an empty file, which only its owner can read.
  await (await open(part, "wx", 0o600)).close();
  try {
    await whileSyncing(part, () =>
      databaseUrl === undefined ? vacuumInto(place.dataDir, part) : dump(databaseUrl, part),
    );
    // The backup must survive a power cut.
    await syncToDisk(part);
    if (databaseUrl === undefined) checkSound(part);
    await rename(part, copy);
    await syncToDisk(folder);
    return copy;
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/**
 * Opens the site's database.
 * @param begin a statement that runs before anything is read
 * @throws when the file is missing or is not a database of the site
 */
export async function openSource(file: string, begin = ""): Promise<DatabaseSync> {
  const problem = `${file} is not a database of the site; DATA_DIR must name the site's data folder`;
  const stats = await stat(file).catch(() => undefined);
  if (!stats?.isFile()) throw new Error(problem);
  // Opened for writing too, and never created: with read access only, SQLite would leave its -wal and -shm files
  // next to the database of a stopped site.
  const location = pathToFileURL(resolve(file));
  location.searchParams.set("mode", "rw");
  const source = new DatabaseSync(location, { timeout: 5000 });
  try {
    source.exec(begin);
    if (hasTables(source)) return source;
    throw new Error(problem);
  } catch (error) {
    source.close();
    throw error;
  }
}

/** Whether the site's tables exist. A file that is not a database has none. */
function hasTables(source: DatabaseSync): boolean {
  try {
    return source.prepare("select name from sqlite_schema where name in ('users', 'enquiries')").all().length === 2;
  } catch (error) {
    if (error instanceof Error && error.message.includes("not a database")) return false;
    throw error;
  }
}

async function vacuumInto(dataDir: string, copy: string): Promise<void> {
  const source = await openSource(join(dataDir, SQLITE_FILE));
  try {
    source.prepare("vacuum into ?").run(copy);
  } finally {
    source.close();
  }
}

/** Only the site's objects: no schema moved aside by a restore, and no owner, who may not exist on another machine. */
const DUMP = ["--format=custom", "--schema=public", "--no-owner", "--no-privileges"];

function dump(databaseUrl: string, copy: string): Promise<void> {
  return runClient("pg_dump", [...DUMP, `--file=${copy}`], databaseUrl);
}

/** Restores a dump into a database whose schema `public` has no tables: completely or not at all. */
export function restoreDump(databaseUrl: string, file: string): Promise<void> {
  const options = ["--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges"];
  // The schema itself already exists.
  return runClient("pg_restore", [...options, "--schema=public", file], databaseUrl);
}

/** Runs a PostgreSQL program on a database. The password is in the environment: anybody can read the list of processes. */
async function runClient(program: string, words: string[], databaseUrl: string): Promise<void> {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  url.password = "";
  const child = spawn(program, [...words, `--dbname=${url.href}`], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, ...(password !== "" && { PGPASSWORD: password }) },
  });
  let output = "";
  child.stderr.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  await ended(program, child, () => output);
}

/** @throws StartProblem when it can't be run or fails, with the first line of its output */
function ended(program: string, child: ReturnType<typeof spawn>, output: () => string): Promise<void> {
  return new Promise((done, fail) => {
    child.once("error", (error) => {
      const isMissing = errorCode(error) === "ENOENT";
      fail(isMissing ? new StartProblem(`${program} is not installed: apt-get install postgresql-client.`) : error);
    });
    child.once("close", (code) => {
      if (code === 0) done();
      else fail(new StartProblem(`${program} failed: ${output().trim().split("\n")[0] ?? ""}`));
    });
  });
}

/** How often written data is synced to disk. */
const SYNC_PAUSE_MS = 5;

/** The thread of `whileSyncing`; SQLite blocks the event loop while it copies. */
const SYNC = `
  const { file, view, pauseMs } = require("node:worker_threads").workerData;
  const { openSync, fdatasyncSync } = require("node:fs");
  const handle = openSync(file, "r+");
  while (Atomics.wait(view, 0, 0, pauseMs) === "timed-out") fdatasyncSync(handle);
`;

/**
 * Syncs a file while it is written: otherwise the end of a 2 GB copy would delay the site's commits for a quarter of a second.
 */
async function whileSyncing(file: string, write: () => Promise<void>): Promise<void> {
  // Windows doesn't allow syncing a file that another process writes.
  if (process.platform === "win32") return write();
  const view = new Int32Array(new SharedArrayBuffer(4));
  const thread = new Worker(SYNC, { eval: true, workerData: { file, view, pauseMs: SYNC_PAUSE_MS } });
  const isOver = new Promise((resolve, reject) => thread.once("exit", resolve).once("error", reject));
  try {
    await write();
  } finally {
    Atomics.store(view, 0, 1);
    Atomics.notify(view, 0);
    await isOver;
  }
}

/** Syncs a file or folder to disk. */
export async function syncToDisk(path: string): Promise<void> {
  // Windows has no handle on a folder to sync.
  if (process.platform === "win32") return;
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function checkSound(copy: string): void {
  const written = new DatabaseSync(copy, { readOnly: true });
  try {
    const [verdict] = Object.values(written.prepare("pragma integrity_check").get() ?? {});
    if (verdict !== "ok") throw new StartProblem(`the copy is not sound: ${String(verdict)}`);
  } finally {
    written.close();
  }
}

/** The contents of a copy. `begunAt`: the start that the copy records; `newestBooking`: when its last booking was made. */
export type CopyFacts = {
  rows: number;
  begunAt: string | undefined;
  newestBooking: string | undefined;
  /** The site's secret, encrypted with a passphrase. */
  sealed: string | undefined;
};

/** Reads and verifies a copy. @throws StartProblem when it is not sound, or not a copy of the site's database */
export async function readCopy(file: string): Promise<CopyFacts> {
  return file.endsWith(".dump") ? readDump(file) : readSqliteCopy(file);
}

function readSqliteCopy(file: string): CopyFacts {
  try {
    checkSound(file);
  } catch (error) {
    if (error instanceof StartProblem) throw error;
    throw new StartProblem(`${file} isn't an SQLite database, or is damaged.`);
  }
  const copy = new DatabaseSync(file, { readOnly: true });
  try {
    if (!hasTables(copy)) throw new StartProblem(`${file} is not a copy of the site's database.`);
    const tables = copy.prepare("select name from sqlite_schema where type = 'table'").all();
    const names = new Set(tables.map(({ name }) => String(name)));
    const read = (statement: string) => Object.values(copy.prepare(statement).get() ?? {})[0];
    // The copy may be an earlier version's.
    const textIn = (table: string, expression: string) =>
      names.has(table) ? textOr(read(`select ${expression} from ${table}`)) : undefined;
    let rows = 0;
    for (const name of names) rows += Number(read(`select count(*) from "${name}"`));
    return {
      rows,
      begunAt: textIn("backup_state", "begun_at"),
      newestBooking: textIn("bookings", "max(booked_at)"),
      sealed: textIn("sealed_secret", "sealed"),
    };
  } finally {
    copy.close();
  }
}

function textOr(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** The columns whose greatest values are read from a dump, by table. */
const WANTED: Readonly<Record<string, string>> = {
  backup_state: "begun_at",
  bookings: "booked_at",
  sealed_secret: "sealed",
};

/** Reads a dump as `pg_restore` would write it into a database, without one. */
async function readDump(file: string): Promise<CopyFacts> {
  const child = spawn("pg_restore", ["--data-only", "--file=-", file], { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  child.stderr.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  const isOver = ended("pg_restore", child, () => output);
  const greatest = new Map<string, string>();
  const tables = new Set<string>();
  let table: string | undefined;
  let column = -1;
  let rows = 0;
  for await (const line of createInterface({ input: child.stdout, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (table === undefined) {
      const [, name, columns = ""] = /^COPY public\.(\w+) \((.*)\) FROM stdin;$/.exec(line) ?? [];
      if (name === undefined) continue;
      table = name;
      tables.add(name);
      column = columns.split(", ").indexOf(WANTED[name] ?? "");
    } else if (line === "\\.") {
      table = undefined;
    } else {
      rows += 1;
      const value = column < 0 ? undefined : line.split("\t")[column];
      if (value !== undefined && value !== "\\N" && value > (greatest.get(table) ?? "")) greatest.set(table, value);
    }
  }
  await isOver;
  if (!tables.has("users")) throw new StartProblem(`${file} is not a copy of the site's database.`);
  return {
    rows,
    begunAt: greatest.get("backup_state"),
    newestBooking: greatest.get("bookings"),
    sealed: greatest.get("sealed_secret"),
  };
}
