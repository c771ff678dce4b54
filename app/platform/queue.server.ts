/** Queues of this process, in which work leaves room for others: on SQLite, and while React renders, nothing else runs. */
import { setImmediate as otherWork } from "node:timers/promises";
import { TimetableBusyError } from "./errors.ts";
import type { Queue, Services } from "./services.ts";

/**
 * Makes a bounded queue that runs one task at a time.
 * @param max how many tasks it holds, the running one included
 * @param rest leaves time to others after each task
 */
export function createQueue(max: number, rest: () => Promise<unknown>): Queue {
  let last: Promise<unknown> = Promise.resolve();
  let queued = 0;
  return (work) => {
    if (queued >= max) return undefined;
    queued += 1;
    const result = last.then(work).finally(() => {
      queued -= 1;
    });
    last = result.catch(() => {}).then(rest);
    return result;
  };
}

/** How many transactions the queue holds, and how long one waits: more of them would only hear later that it was too much. */
export const MAX_QUEUED = 1500;
const MAX_WAIT_MS = 20_000;

/**
 * Runs `work` in the queue in front of the timetable's lock (`schedule_state`): of this process one transaction at a time asks for
 * it. The others hold no connection, so that readers of the database don't wait with them.
 * @throws TimetableBusyError when too many wait, or when it waited too long; `work` was not run then
 */
export async function queued<T>({ timetable }: Services, work: () => Promise<T>): Promise<T> {
  // SQLite's statements end at once: without a rest, what has arrived meanwhile would wait for the whole queue.
  timetable.queue ??= createQueue(MAX_QUEUED, otherWork);
  const since = performance.now();
  const done = timetable.queue(async () => {
    if (performance.now() - since > MAX_WAIT_MS) throw new TimetableBusyError();
    return work();
  });
  if (done === undefined) throw new TimetableBusyError();
  return done;
}

let lastTurn: Promise<void> = Promise.resolve();

/**
 * Resolves in a turn of the event loop of its own, in the order of the calls. On SQLite twenty pages that are asked for at
 * once would otherwise be loaded, and then rendered by React, without a pause.
 */
export function pageTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => otherWork());
  return lastTurn;
}
