/** Locks between the processes of one machine. */
import { DatabaseSync } from "node:sqlite";
import { sqliteCode } from "./errors.ts";

/** SQLite's result code for a file that another process holds (https://sqlite.org/rescode.html#busy). */
const SQLITE_BUSY = 5;

/**
 * Takes the lock that `file` stands for, if nobody holds it. The file is made if need be and stays empty. The lock is
 * SQLite's, because the system releases it however a process ends, on Linux, macOS and Windows.
 * @returns what releases it; undefined while another process, or another caller of this one, holds it
 * @throws when the file can't be opened for writing
 */
export function tryLock(file: string): (() => void) | undefined {
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    // A journal on disk would be a second file that a killed process leaves behind.
    lock.exec("pragma journal_mode = memory; begin exclusive");
    return () => lock.close();
  } catch (error) {
    lock.close();
    if (sqliteCode(error) === SQLITE_BUSY) return undefined;
    throw error;
  }
}
