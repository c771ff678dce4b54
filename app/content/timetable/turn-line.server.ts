/**
 * The line in front of the turn (`schedule_state`): of this process one transaction at a time asks for it. The others wait
 * here and hold no connection, so that readers of the database don't wait with them.
 */
import { setImmediate as otherWork } from "node:timers/promises";
import { TimetableBusyError } from "../../platform/database-unavailable.ts";
import type { Services } from "../../platform/services.ts";

/** How many may wait, and how long: more of them would only be told later that it was too much. */
export const MAX_WAITING = 1500;
const MAX_WAIT_MS = 20_000;

/**
 * Runs `work` when those before it have ended.
 * @throws TimetableBusyError when too many wait, or when its turn came too late; `work` was not run then
 */
export async function inLine<T>({ timetable }: Services, work: () => Promise<T>): Promise<T> {
  timetable.line ??= { last: Promise.resolve(), waiting: 0 };
  const { line } = timetable;
  if (line.waiting >= MAX_WAITING) throw new TimetableBusyError();
  line.waiting += 1;
  const since = performance.now();
  const turn = line.last.then(async () => {
    // SQLite's statements end at once: without this, what has arrived meanwhile would wait for the whole line.
    await otherWork();
    line.waiting -= 1;
    if (performance.now() - since > MAX_WAIT_MS) throw new TimetableBusyError();
    return work();
  });
  line.last = turn.catch(() => {});
  return turn;
}
