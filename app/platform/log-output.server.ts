/** Where the log goes: lines in batches to a file descriptor, without ever holding up the process, or its end. */
import { write as writeAsync, writeSync } from "node:fs";
import type { DestinationStream } from "pino";
import { errorCode } from "./errors.ts";

/** One write per line costs more than the request that the line is about (docs/performance.md). */
const BATCH_CHARACTERS = 4096;

/** No line waits longer than this for its batch. */
const FLUSH_MS = 250;

/** When nobody reads, or the disk is full, lines beyond this are dropped, so that memory stays bounded. */
const MAX_CHARACTERS = 8 * 1024 * 1024;

/** How long to wait after a write that failed. */
const RETRY_MS = 100;

/** How long the end of the process waits for somebody to read the rest. */
const LAST_WORDS_MS = 1000;

const NOTHING = Buffer.alloc(0);

/**
 * Makes the end of the log on a file descriptor. What is buffered when the process exits is written then, after a crash
 * too. pino's own destination would try for ever at that moment when its reader has gone, as `tee` has after Ctrl-C.
 */
export function createLogOutput(fd: number): DestinationStream {
  let waiting = "";
  /** The bytes that are being written. */
  let batch = NOTHING;
  let isWriting = false;
  let failedAt = Number.NEGATIVE_INFINITY;
  let isClosed = false;

  function writeOn(): void {
    if (isWriting || isClosed || performance.now() - failedAt < RETRY_MS) return;
    if (batch.length === 0) {
      if (waiting === "") return;
      batch = Buffer.from(waiting);
      waiting = "";
    }
    isWriting = true;
    writeAsync(fd, batch, (error, written) => {
      isWriting = false;
      if (error !== null) {
        // Of the other errors one is that nobody reads at this moment, another that the disk is full.
        isClosed = error.code === "EPIPE";
        if (isClosed) [waiting, batch] = ["", NOTHING];
        failedAt = performance.now();
        return;
      }
      batch = batch.subarray(written);
      if (batch.length > 0 || waiting.length >= BATCH_CHARACTERS) writeOn();
    });
  }

  setInterval(writeOn, FLUSH_MS).unref();

  process.on("exit", () => {
    // A write under way is completed by the system.
    let rest = isWriting ? NOTHING : batch;
    rest = Buffer.concat([rest, Buffer.from(waiting)]);
    const latest = performance.now() + LAST_WORDS_MS;
    while (rest.length > 0) {
      try {
        rest = rest.subarray(writeSync(fd, rest));
      } catch (error) {
        if (errorCode(error) !== "EAGAIN" || performance.now() > latest) return;
        // The event loop has ended; nothing else can wait.
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
      }
    }
  });

  return {
    write(line) {
      if (isClosed || waiting.length + line.length > MAX_CHARACTERS) return;
      waiting += line;
      if (waiting.length >= BATCH_CHARACTERS) writeOn();
    },
  };
}
