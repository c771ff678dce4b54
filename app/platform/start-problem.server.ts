/** Messages for the operator when a command can't open the site's data folder or database. */
import { join } from "node:path";
import type { Config } from "./config.ts";
import { errorCode, isDatabaseUnavailable, sqliteCode } from "./errors.ts";

export class StartProblem extends Error {}

type StartSettings = Pick<Config, "dataDir" | "databaseUrl">;

/**
 * The message of an error caused by the settings or the machine. @param sqliteFile its name in the data folder @returns
 * undefined for bugs
 */
export function startProblem(error: unknown, settings: StartSettings, sqliteFile: string): string | undefined {
  for (const cause of causesOf(error)) {
    const message =
      (cause instanceof StartProblem ? cause.message : undefined) ??
      migrationProblem(cause) ??
      sqliteProblem(cause, join(settings.dataDir, sqliteFile)) ??
      (settings.databaseUrl === undefined ? undefined : postgresProblem(cause, new URL(settings.databaseUrl))) ??
      folderProblem(cause, settings.dataDir);
    if (message !== undefined) return message;
  }
  return undefined;
}

function causesOf(error: unknown): Error[] {
  if (!(error instanceof Error)) return [];
  const aggregated = error instanceof AggregateError ? error.errors.flatMap(causesOf) : [];
  return [error, ...aggregated, ...causesOf(error.cause)];
}

function migrationProblem({ message }: Error): string | undefined {
  // Kysely's message for a migration in the database that this version doesn't have.
  const newer = /^corrupted migrations: previously executed migration (\S+) is missing/.exec(message)?.[1];
  if (newer === undefined) return undefined;
  return `The database was made by a newer version of the site: it has run the migration ${newer}, which this version doesn't have. Start the newer version.`;
}

/**
 * By SQLite's primary result codes (https://sqlite.org/rescode.html): permission, busy, read-only, input/output, corrupt, full, can't
 * open, not a database.
 */
function sqliteProblem(error: Error, file: string): string | undefined {
  const opening = `this user can't open ${file} for reading and writing.`;
  const damaged = `${file} isn't an SQLite database, or is damaged. Move it away, or put a backup in its place.`;
  const problems: Record<number, string> = {
    3: opening,
    5: `another process has locked ${file}. Stop it, or wait until it is done.`,
    8: opening,
    10: `${file} can't be read or written; the disk may be full or broken.`,
    11: damaged,
    13: `the disk is full, so ${file} can't be written.`,
    14: opening,
    26: damaged,
  };
  const problem = problems[sqliteCode(error) ?? -1];
  return problem && `DATA_DIR: ${problem}`;
}

/** By PostgreSQL's SQLSTATE or Node's error code; the driver's own errors have no code and are matched by message. */
function postgresProblem(error: Error, { hostname, port, pathname, username }: URL): string | undefined {
  const server = `the PostgreSQL server at ${hostname || "its socket"}${port === "" ? "" : `:${port}`}`;
  const code = errorCode(error);
  if (code === "ECONNREFUSED" || code === "ENOENT")
    return `DATABASE_URL: ${server} accepts no connections. Check that it is running.`;
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return `DATABASE_URL: the host ${hostname} can't be found.`;
  if (code === "28P01" || code === "28000" || /^SASL: .*password/.test(error.message)) {
    return `DATABASE_URL: ${server} refuses the user ${username || "of this process"} or the password.`;
  }
  if (code === "3D000") return `DATABASE_URL: ${server} has no database ${pathname.slice(1)}.`;
  if (code === "42501")
    return `DATABASE_URL: the user ${username} has no permission to create the site's tables on ${server}.`;
  if (code === "53100") return `DATABASE_URL: the disk of ${server} is full.`;
  if (error.message.startsWith("The server does not support SSL")) {
    return `DATABASE_URL: ${server} has no TLS, which DATABASE_URL requires.`;
  }
  return isDatabaseUnavailable(error) ? `DATABASE_URL: ${server} doesn't respond or is unavailable.` : undefined;
}

/** File system errors. Those of a write to an open file have no path. */
function folderProblem(error: Error, dataDir: string): string | undefined {
  const path = "path" in error && typeof error.path === "string" ? error.path : dataDir;
  const isFile = `${dataDir} must be a folder, but is a file or inside one.`;
  const notAllowed = `this user has no permission to read and write ${path}.`;
  const isFull = `the disk is full, so nothing can be written to ${path}.`;
  const problems: Record<string, string> = {
    EEXIST: isFile,
    ENOTDIR: isFile,
    EACCES: notAllowed,
    EPERM: notAllowed,
    EROFS: `${path} is on a read-only file system.`,
    ENOSPC: isFull,
    EDQUOT: isFull,
    EFBIG: isFull,
    EISDIR: `${dataDir} has a folder where a file is expected.`,
    ENOENT: `${path} doesn't exist and can't be created.`,
  };
  const problem = problems[errorCode(error)];
  return problem && `DATA_DIR: ${problem}`;
}
