/** Work that is done one after the other, because one alone takes the processor long enough. */
import { setTimeout as pause } from "node:timers/promises";

/**
 * Makes a line for such work.
 * @param max how many may be in it, the one that is done included
 * @param pauseMs how long everybody else's requests are handled after each. A turn of the event loop would not do: it
 *   accepts one connection, and those of a hundred such requests may stand before the next visitor's
 * @returns a function that does work in its turn, or returns undefined at once when the line is full
 */
export function createTurns(max: number, pauseMs: number): <T>(work: () => Promise<T>) => Promise<T> | undefined {
  let last: Promise<unknown> = Promise.resolve();
  let inLine = 0;
  return (work) => {
    if (inLine >= max) return undefined;
    inLine += 1;
    const turn = last.then(work).finally(() => {
      inLine -= 1;
    });
    last = turn.catch(() => {}).then(() => pause(pauseMs));
    return turn;
  };
}
