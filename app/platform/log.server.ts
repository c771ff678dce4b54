/** The log: one JSON line for each event, on standard output. */
import { type DestinationStream, type Logger, pino } from "pino";

export type LogLevel = "debug" | "info" | "warn" | "error" | "silent";

/**
 * Lines are written together, as one line of its own for each request costs more than answering it (docs/performance.md).
 * None waits longer than `WRITTEN_WITHIN_MS`, and what waits is written when the process exits, by a crash too.
 */
const WRITTEN_TOGETHER_BYTES = 4096;
const WRITTEN_WITHIN_MS = 250;

/** What may wait when nobody reads the output. Lines beyond that are lost: better than the site's memory. */
const WAITING_AT_MOST_BYTES = 8 * 1024 * 1024;

/**
 * Makes the log. What goes into it never holds a password, token, cookie or what people typed: leave them out where the
 * line is written.
 * @param destination where lines go; standard output unless a test reads them
 */
export function createLog(level: LogLevel = "info", destination?: DestinationStream): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination ?? standardOutput());
}

function standardOutput(): DestinationStream {
  return pino.destination({
    dest: 1,
    sync: false,
    minLength: WRITTEN_TOGETHER_BYTES,
    periodicFlush: WRITTEN_WITHIN_MS,
    maxLength: WAITING_AT_MOST_BYTES,
  });
}
