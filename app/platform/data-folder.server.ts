import { mkdir, realpath, statfs } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { StartProblem } from "./start-problem.server.ts";
import { within } from "./worker.server.ts";

/** A disk takes milliseconds; a disconnected network drive never responds. */
const FOLDER_WAIT_MS = 10_000;

/** Folders without real files. Node's `mkdir` never returns below `/proc`. */
const SYSTEM_FOLDER = /^\/(?:proc|sys|dev)(?:\/|$)/;

const MEMORY = /^\/dev\/shm\//;

/** Refuses a data folder that can hold no files. @throws StartProblem */
export async function checkDataFolder(folder: string): Promise<void> {
  const path = await inTime(folder, resolvedPath(resolve(folder)));
  if (SYSTEM_FOLDER.test(path) && !MEMORY.test(path)) {
    throw new StartProblem(
      `DATA_DIR: ${folder} is in a folder of the operating system, which stores no files. Choose a folder on a disk.`,
    );
  }
}

/** Creates a missing data folder, which only its owner can read. @throws StartProblem, or an error of the file system */
export async function makeDataFolder(folder: string): Promise<void> {
  await checkDataFolder(folder);
  await inTime(folder, mkdir(folder, { recursive: true, mode: 0o700 }));
}

/** The outcome of work in the data folder. @throws StartProblem when it takes so long that it may never end */
export async function inTime<T>(folder: string, work: Promise<T>): Promise<T> {
  const outcome = await within(
    FOLDER_WAIT_MS,
    work.then((value) => ({ value })),
  );
  if (outcome !== undefined) return outcome.value;
  // A normal exit would wait for the hanging thread.
  process.once("exit", () => process.kill(process.pid, "SIGKILL"));
  throw new StartProblem(
    `DATA_DIR: ${folder} does not respond. If it is on a network drive, check that the drive is connected.`,
  );
}

/** The path without symbolic links, of a folder that may not exist yet. */
async function resolvedPath(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : resolve(await resolvedPath(parent), path.slice(parent.length).replace(/^\/+/, ""));
  }
}

/** Room for a day's backups of a busy gym. */
const LOW_MEGABYTES = 200;

/** An unresponsive disk must not hold up the page that reports it. */
const DISK_WAIT_MS = 500;

/** The free megabytes on a folder's disk when space is low; undefined when there is enough, or the number is unknown. */
export async function findLowDiskSpace(folder: string): Promise<number | undefined> {
  const stats = await within(
    DISK_WAIT_MS,
    statfs(folder).catch(() => undefined),
  );
  if (stats === undefined) return undefined;
  const free = Math.floor((stats.bavail * stats.bsize) / 2 ** 20);
  return free < LOW_MEGABYTES ? free : undefined;
}
