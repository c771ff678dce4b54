/** Free space on the disk of the data folder. */
import { statfs } from "node:fs/promises";
import { within } from "./worker.server.ts";

/** Less than this is little: a day's backup of a busy gym, and room to make some. */
const LITTLE_MEGABYTES = 200;

/** An unresponsive disk must not hold up the page that reports it. */
const DISK_WAIT_MS = 500;

/** The megabytes that are free where a folder lies, when they are few; undefined when there is room, or the system doesn't say. */
export async function littleSpaceLeft(folder: string): Promise<number | undefined> {
  const stats = await within(
    DISK_WAIT_MS,
    statfs(folder).catch(() => undefined),
  );
  if (stats === undefined) return undefined;
  const free = Math.floor((stats.bavail * stats.bsize) / 2 ** 20);
  return free < LITTLE_MEGABYTES ? free : undefined;
}
