/** Workers: work of an instance that is done at an interval, and when an event wakes it, until the instance stops. */
import { setTimeout as pause } from "node:timers/promises";
import type { ServiceEvents, Services } from "./services.ts";

export type Worker = { stop: () => Promise<void> };

export type WorkerSettings = {
  intervalMs: number;
  /** The event of this instance after which it runs at once; one during a run is followed by another run. */
  wokenBy?: keyof ServiceEvents;
  /** The event under which a failed run is logged. */
  failure: string;
  /** How long a stop waits for a run in progress; as long as it takes when left out. */
  stopWaitMs?: number;
};

/**
 * Runs a worker now and then, one run at a time. Failures are logged, except database outages. @param work ends when
 * `isStopped`
 */
export function startWorker(
  { log, events, databaseState }: Services,
  { intervalMs, wokenBy, failure, stopWaitMs }: WorkerSettings,
  work: (isStopped: () => boolean) => Promise<void>,
): Worker {
  let stopped = false;
  let again = false;
  let running: Promise<void> | undefined;
  const run = async () => {
    while (again && !stopped) {
      again = false;
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
    again = true;
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

/** Resolves as `work` does, or to undefined when that takes longer. */
export async function within<T>(milliseconds: number, work: Promise<T> | undefined): Promise<T | undefined> {
  const over = new AbortController();
  const late = pause(milliseconds, undefined, { signal: over.signal }).catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    over.abort();
  }
}
