/**
 * Background work. Workers run at an interval and after an event, until the instance stops. Many rows are handled in
 * portions: on SQLite a statement blocks the whole process.
 */
import { setImmediate as otherWork, setTimeout as pause } from "node:timers/promises";
import type { ServiceEvents, Services } from "./services.ts";

export type Worker = { stop: () => Promise<void> };

type WorkerSettings = {
  intervalMs: number;
  /** The event of this instance that wakes it at once; an event during a run causes another run. */
  wokenBy?: keyof ServiceEvents;
  /** The event under which a failed run is logged. */
  failure: string;
  /** How long a stop waits for a run in progress; without it, until the run ends. */
  stopWaitMs?: number;
};

/**
 * Runs `work` at the interval, one run at a time, and logs failures except database outages. @param work must end when
 * `isStopped`
 */
export function startWorker(
  { log, events, databaseState }: Services,
  { intervalMs, wokenBy, failure, stopWaitMs }: WorkerSettings,
  work: (isStopped: () => boolean) => Promise<void>,
): Worker {
  let stopped = false;
  let isDue = false;
  let running: Promise<void> | undefined;
  const run = async () => {
    while (isDue && !stopped) {
      isDue = false;
      try {
        await work(() => stopped);
      } catch (error) {
        if (!databaseState.noteFailure(error)) {
          log.warn({ event: failure, job: failure, err: error }, `will try again in ${intervalMs / 1000} s`);
        }
      }
    }
    running = undefined;
  };
  const wake = () => {
    isDue = true;
    running ??= run();
  };
  const timer = setInterval(() => running ?? wake(), intervalMs);
  timer.unref();
  if (wokenBy !== undefined) events.on(wokenBy, wake);
  wake();
  return {
    stop: async () => {
      stopped = true;
      if (wokenBy !== undefined) events.off(wokenBy, wake);
      clearInterval(timer);
      await (stopWaitMs === undefined ? running : within(stopWaitMs, running));
    },
  };
}

/** Resolves like `work`, or to undefined if that takes longer. */
export async function within<T>(milliseconds: number, work: Promise<T> | undefined): Promise<T | undefined> {
  const over = new AbortController();
  const late = pause(milliseconds, undefined, { signal: over.signal }).catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    over.abort();
  }
}

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
