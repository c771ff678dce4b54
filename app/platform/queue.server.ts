/** In-process queues that let other work run in between: SQLite and React rendering block everything else. */
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { TimetableBusyError } from "./errors.ts";
import type { Queue, Services } from "./services.ts";

/** A bounded queue that runs one task at a time. @param max the running one included @param pause between tasks */
export function createQueue(max: number, pause: () => Promise<unknown>): Queue {
  let last: Promise<unknown> = Promise.resolve();
  let queued = 0;
  return (work) => {
    if (queued >= max) return undefined;
    queued += 1;
    const result = last.then(work).finally(() => {
      queued -= 1;
    });
    last = result.catch(() => {}).then(pause);
    return result;
  };
}

/** How many transactions the queue holds, and how long each waits: more would only be refused later. */
const MAX_QUEUED = 1500;
const MAX_WAIT_MS = 20_000;

/**
 * Runs `work` in the queue for the timetable's lock; waiting work holds no connection. @throws TimetableBusyError
 * when full or too late
 */
export async function queued<T>({ timetable }: Services, work: () => Promise<T>): Promise<T> {
  // SQLite's statements never yield: requests would wait for the whole queue.
  timetable.queue ??= createQueue(MAX_QUEUED, yieldToEventLoop);
  const since = performance.now();
  const done = timetable.queue(async () => {
    if (performance.now() - since > MAX_WAIT_MS) throw new TimetableBusyError();
    return work();
  });
  if (done === undefined) throw new TimetableBusyError();
  return done;
}

let lastTurn: Promise<void> = Promise.resolve();

/** Resolves in a separate turn of the event loop, in call order, so that pages take turns on SQLite. */
export function pageTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => yieldToEventLoop());
  return lastTurn;
}
