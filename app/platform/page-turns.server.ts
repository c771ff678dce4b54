/** Turns of the event loop, so that pages that are asked for together leave room for others between them. */
import { setImmediate as otherWork } from "node:timers/promises";

let last: Promise<void> = Promise.resolve();

/**
 * Resolves in a turn of the event loop of its own, in the order of the calls. On SQLite twenty pages that are asked for at
 * once would otherwise be loaded, and then rendered by React, without a pause.
 */
export function pageTurn(): Promise<void> {
  last = last.then(() => otherWork());
  return last;
}
