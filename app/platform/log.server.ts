/** The log: one JSON line for each event, on standard output. */
import { type DestinationStream, type Logger, pino } from "pino";

export type LogLevel = "debug" | "info" | "warn" | "error" | "silent";

/**
 * Makes the log. What goes into it never holds a password, token, cookie or what people typed: leave them out where the
 * line is written.
 * @param destination where lines go; standard output unless a test reads them
 */
export function createLog(level: LogLevel = "info", destination?: DestinationStream): Logger {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  return destination === undefined ? pino(options) : pino(options, destination);
}
