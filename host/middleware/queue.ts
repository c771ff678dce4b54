/** A bounded queue for work of which one piece alone keeps the processor busy. */
import { setTimeout as pause } from "node:timers/promises";

/**
 * Makes a queue that runs one task at a time.
 * @param max how many tasks it holds, the running one included
 * @param pauseMs time for other requests after each task, in milliseconds. One iteration of the event loop is not enough: it
 *   accepts one connection, and a hundred of such requests may be accepted before another visitor's
 * @returns a function that queues a task, or returns undefined at once when the queue is full
 */
export function createQueue(max: number, pauseMs: number): <T>(work: () => Promise<T>) => Promise<T> | undefined {
  let last: Promise<unknown> = Promise.resolve();
  let queued = 0;
  return (work) => {
    if (queued >= max) return undefined;
    queued += 1;
    const result = last.then(work).finally(() => {
      queued -= 1;
    });
    last = result.catch(() => {}).then(() => pause(pauseMs));
    return result;
  };
}
