/** Workers: background work of an instance, at an interval and after an event, until the instance stops. */
import { setTimeout as pause } from "node:timers/promises";
import type { ServiceEvents, Services } from "./services.ts";

export type Worker = { stop: () => Promise<void> };

export type WorkerSettings = {
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
