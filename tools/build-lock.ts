import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { ROOT } from "./spawn.ts";

/** SQLite's result code for a file that another process holds (https://sqlite.org/rescode.html#busy). */
const SQLITE_BUSY = 5;

const PAUSE_MS = 100;

/**
 * Does `work` while no other command of the project does any; whoever comes second waits, and says so. What holds the
 * others back is SQLite's lock on `file`, because the system takes it away from a process that ends in whatever way.
 */
export async function inTurn<T>(work: () => Promise<T>, file = join(ROOT, ".cache", "turn.sqlite")): Promise<T> {
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
