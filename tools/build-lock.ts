import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { tryLock } from "../app/platform/file-lock.server.ts";
import { ROOT } from "./spawn.ts";

const PAUSE_MS = 100;

/**
 * Runs `work` under a lock on `file`; a second command of the project waits, and prints a message.
 * @param waiting the message; empty to print nothing
 */
export async function withBuildLock<T>(
  work: () => Promise<T>,
  file = join(ROOT, ".cache", "build-lock.sqlite"),
  waiting = "Waiting for another build…",
): Promise<T> {
  await mkdir(dirname(file), { recursive: true });
  let release = tryLock(file);
  if (release === undefined && waiting !== "") console.log(waiting);
  while (release === undefined) {
    await pause(PAUSE_MS);
    release = tryLock(file);
  }
  try {
    return await work();
  } finally {
    release();
  }
}
