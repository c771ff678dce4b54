/** Work on many rows in portions: on SQLite a statement blocks the whole process, and a transaction the only connection. */
import { setImmediate as otherWork, setTimeout as pause } from "node:timers/promises";

/** Small enough not to delay requests: 200 emails with texts took 20 ms, and up to 220 ms on a busy machine. */
export const PORTION = 50;

/** A list in parts of at most `size`, as statements take a limited number of values. */
export function inChunks<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
}

/** Lets waiting requests run between two portions. */
const PAUSE_MS = 1;

/** Works in portions until one is not full. @param work takes up to `PORTION` rows. `work` returns how many there were. */
export async function inPortions(work: () => Promise<number>): Promise<void> {
  while ((await work()) >= PORTION) await letOthersIn();
}

/** Waits until pending requests have had their turn. */
export async function letOthersIn(): Promise<void> {
  await pause(PAUSE_MS);
  // A timer alone can fire before new requests are handled.
  await otherWork();
}
