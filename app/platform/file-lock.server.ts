/** Locks between the processes of one machine. */
import { DatabaseSync } from "node:sqlite";
import { isFileBusy } from "./errors.ts";

/**
 * Takes a lock on `file`, which stays empty. SQLite's locks end with the process on every system. @returns its
 * release; undefined while another process has it
 */
export function tryLock(file: string): (() => void) | undefined {
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    // A killed process would leave a journal on the disk.
    lock.exec("pragma journal_mode = memory; begin exclusive");
    return () => lock.close();
  } catch (error) {
    lock.close();
    if (isFileBusy(error)) return undefined;
    throw error;
  }
}
