/**
 * Writes the log's lines together, in their order, without keeping the site waiting for who reads them. In place of
 * pino's own destination, which copies what it has written into a Buffer each time: under load that kept 60 MB resident.
 */
import { write as writeAsync, writeSync } from "node:fs";

export type LineWriter = {
  /** Takes a line, which ends with a line feed. Lost when too much is waiting. */
  write: (line: string) => void;
  /** Writes what waits before it returns, for a process that is about to end. */
  flushSync: () => void;
};

export type Patience = {
  /** Lines wait for each other until there are this many characters of them … */
  together: number;
  /** … or this many milliseconds have gone by. */
  withinMs: number;
  /** Beyond this many waiting characters lines are lost: better than the site's memory. */
  atMost: number;
};

/** How long a full pipe is left alone. */
const FULL_PIPE_MS = 50;

/** @param fd an open file, pipe or terminal; its errors lose lines and nothing else */
export function createLineWriter(fd: number, { together, withinMs, atMost }: Patience): LineWriter {
  let waiting = "";
  /** What a write that was cut short, or refused by a full pipe, has left over. */
  let rest: Buffer | undefined;
  let isWriting = false;
  let isDue = false;

  function sendIn(ms: number) {
    if (isDue) return;
    isDue = true;
    setTimeout(() => {
      isDue = false;
      send();
    }, ms).unref();
  }

  function send() {
    if (isWriting || (rest === undefined && waiting === "")) return;
    isWriting = true;
    if (rest !== undefined) {
      const bytes = rest;
      writeAsync(fd, bytes, (error, written) => done(error, written, bytes));
      return;
    }
    const lines = waiting;
    waiting = "";
    writeAsync(fd, lines, (error, written) => done(error, written, lines));
  }

  function done(error: NodeJS.ErrnoException | null, written: number, sent: string | Buffer) {
    isWriting = false;
    const isFull = error?.code === "EAGAIN";
    const isWhole = !isFull && (error !== null || written >= Buffer.byteLength(sent));
    rest = isWhole ? undefined : Buffer.from(sent).subarray(written);
    if (isFull) sendIn(FULL_PIPE_MS);
    else if (rest !== undefined || waiting.length >= together) send();
    else if (waiting !== "") sendIn(withinMs);
  }

  return {
    write(line) {
      if (waiting.length + line.length > atMost) return;
      waiting += line;
      if (waiting.length >= together) send();
      else sendIn(withinMs);
    },
    flushSync() {
      try {
        if (!isWriting && rest !== undefined) writeSync(fd, rest);
        if (waiting !== "") writeSync(fd, waiting);
      } catch {
        // Nobody reads any more.
      }
      rest = undefined;
      waiting = "";
    },
  };
}
