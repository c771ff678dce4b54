/** Messages for the operator that say why a command could not open the site's data folder or database. */
import { join } from "node:path";
import type { Config } from "./config.ts";
import { errorCode, isDatabaseUnavailable, sqliteCode } from "./errors.ts";

export class StartProblem extends Error {}

type StartSettings = Pick<Config, "dataDir" | "databaseUrl">;

/**
 * The message of an error caused by settings or machine. @param sqliteFile in the data folder @returns undefined for
 * bugs
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
  const gathered = error instanceof AggregateError ? error.errors.flatMap(causesOf) : [];
  return [error, ...gathered, ...causesOf(error.cause)];
}

function migrationProblem({ message }: Error): string | undefined {
  // Kysely's message for a migration that the database has run and this version doesn't have.
  const newer = /^corrupted migrations: previously executed migration (\S+) is missing/.exec(message)?.[1];
  if (newer === undefined) return undefined;
  return `The database was made by a newer version of the site: it has run the migration ${newer}, which this one doesn't know. Start the newer version.`;
}

/**
 * By SQLite's primary result codes (https://sqlite.org/rescode.html): permission, busy, read-only, input/output, corrupt, full, can't
 * open, not a database.
 */
function sqliteProblem(error: Error, file: string): string | undefined {
  const opening = `this user can't open ${file} for reading and writing.`;
  const damaged = `${file} is no SQLite database, or a damaged one. Move it aside, or put a backup in its place.`;
  const problems: Record<number, string> = {
    3: opening,
    5: `another process holds ${file}. Stop it, or wait until it is done.`,
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
    return `DATABASE_URL: ${server} takes no connections. Check that it runs.`;
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return `DATABASE_URL: no host is known by the name ${hostname}.`;
  if (code === "28P01" || code === "28000" || /^SASL: .*password/.test(error.message)) {
    return `DATABASE_URL: ${server} refuses the user ${username || "of this process"} or the password.`;
  }
  if (code === "3D000") return `DATABASE_URL: ${server} has no database ${pathname.slice(1)}.`;
  if (code === "42501") return `DATABASE_URL: the user ${username} may not make the site's tables on ${server}.`;
  if (code === "53100") return `DATABASE_URL: the disk of ${server} is full.`;
  if (error.message.startsWith("The server does not support SSL")) {
    return `DATABASE_URL: ${server} has no TLS, which the address requires.`;
  }
  return isDatabaseUnavailable(error) ? `DATABASE_URL: ${server} doesn't respond, or is unavailable now.` : undefined;
}

/** File system errors. Those of a write to an open file have no path. */
function folderProblem(error: Error, dataDir: string): string | undefined {
  const path = "path" in error && typeof error.path === "string" ? error.path : dataDir;
  const isFile = `${dataDir} must be a folder, and it is a file or lies below one.`;
  const notAllowed = `this user may not read and write ${path}.`;
  const isFull = `the disk is full, so nothing can be written to ${path}.`;
  const problems: Record<string, string> = {
    EEXIST: isFile,
    ENOTDIR: isFile,
    EACCES: notAllowed,
    EPERM: notAllowed,
    EROFS: `${path} lies on a file system that can only be read.`,
    ENOSPC: isFull,
    EDQUOT: isFull,
    EFBIG: isFull,
    EISDIR: `a folder stands in ${dataDir} where a file is expected.`,
    ENOENT: `${path} isn't there and can't be made.`,
  };
  const problem = problems[errorCode(error)];
  return problem && `DATA_DIR: ${problem}`;
}
