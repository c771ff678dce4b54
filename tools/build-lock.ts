import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { ROOT } from "./spawn.ts";

/** SQLite's result code for a file that another process holds (https://sqlite.org/rescode.html#busy). */
const SQLITE_BUSY = 5;

const PAUSE_MS = 100;

/**
 * Runs `work` while no other command of the project holds the lock; a second one waits, and says so. The lock is SQLite's
 * lock on `file`, because the system releases it however a process ends.
 */
export async function withBuildLock<T>(
  work: () => Promise<T>,
  file = join(ROOT, ".cache", "build-lock.sqlite"),
): Promise<T> {
  await mkdir(dirname(file), { recursive: true });
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    for (let tries = 0; !took(lock); tries += 1) {
      if (tries === 0) console.log("Waiting for another command that builds …");
      await pause(PAUSE_MS);
    }
    return await work();
  } finally {
    lock.close();
  }
}

function took(lock: DatabaseSync): boolean {
  try {
    lock.exec("begin exclusive");
    return true;
  } catch (error) {
    if (error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY) return false;
    throw error;
  }
}
