/**
 * The queue in front of the timetable's lock (`schedule_state`): of this process one transaction at a time asks for it. The others
 * wait here and hold no connection, so that readers of the database don't wait with them.
 */
import { setImmediate as otherWork } from "node:timers/promises";
import { TimetableBusyError } from "./database-unavailable.ts";
import type { Services } from "./services.ts";

/** How many may wait, and how long: more of them would only be told later that it was too much. */
export const MAX_WAITING = 1500;
const MAX_WAIT_MS = 20_000;

/**
 * Runs `work` when those before it have ended.
 * @throws TimetableBusyError when too many wait, or when it waited too long; `work` was not run then
 */
export async function queued<T>({ timetable }: Services, work: () => Promise<T>): Promise<T> {
  timetable.queue ??= { last: Promise.resolve(), waiting: 0 };
  const { queue } = timetable;
  if (queue.waiting >= MAX_WAITING) throw new TimetableBusyError();
  queue.waiting += 1;
  const since = performance.now();
  const done = queue.last.then(async () => {
    // SQLite's statements end at once: without this, what has arrived meanwhile would wait for the whole queue.
    await otherWork();
    queue.waiting -= 1;
    if (performance.now() - since > MAX_WAIT_MS) throw new TimetableBusyError();
    return work();
  });
  queue.last = done.catch(() => {});
  return done;
}
