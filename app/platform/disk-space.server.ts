import { statfs } from "node:fs/promises";
import { within } from "./worker.server.ts";

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
