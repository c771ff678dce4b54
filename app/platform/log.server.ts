/** The log: one JSON line for each event, on standard output. */
import type { AsyncLocalStorage } from "node:async_hooks";
import { type DestinationStream, type Logger, pino } from "pino";
import { createLogOutput } from "./log-output.server.ts";

export type LogLevel = "debug" | "info" | "warn" | "error" | "silent";

/** One for all logs of the process: each waits for the process's end. */
let standardOutput: DestinationStream | undefined;

const NOTHING = {};

const MESSAGE_MAX_CHARACTERS = 300;

/**
 * Makes the log. It never contains a password, token, cookie or typed text: leave them out where the line is written.
 * Errors, whose messages others write, are logged without quoted values.
 * @param destination where lines go; standard output unless a test reads them
 * @param requestId the id of the current request, which is added to the line
 */
export function createLog(
  level: LogLevel = "info",
  destination?: DestinationStream,
  requestId?: AsyncLocalStorage<string>,
): Logger {
  const options = {
    level,
    base: null,
    timestamp: createClock(),
    serializers: { err: describeError },
    // pino requires an object; most lines have their own id and are not copied.
    mixin: () => NOTHING,
    mixinMergeStrategy: (line: object) => {
      const id = "id" in line ? undefined : requestId?.getStore();
      return id === undefined ? line : { id, ...line };
    },
  };
  standardOutput ??= createLogOutput(1);
  return pino(options, destination ?? standardOutput);
}

/** The time in ISO 8601, as pino expects it. Cached per millisecond: formatting it is half the cost of a line. */
function createClock(): () => string {
  let at = 0;
  let text = "";
  return () => {
    const now = Date.now();
    if (now !== at) {
      at = now;
      text = `,"time":"${new Date(now).toISOString()}"`;
    }
    return text;
  };
}

/**
 * An error for the log. PostgreSQL's errors include rows in `detail` and quote values in their message, libraries quote
 * addresses and queries. So only the name, the code, the message without quoted values, and the stack are logged.
 */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = "code" in error ? error.code : undefined;
  const where = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    ...(typeof code === "string" || typeof code === "number" ? { code } : {}),
    message: withoutQuotations(error.message).slice(0, MESSAGE_MAX_CHARACTERS),
    stack: where.map((line) => line.trim()),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

function withoutQuotations(message: string): string {
  return message
    .replace(/(["'`])[\s\S]*?\1/g, "$1…$1")
    .replace(/\?\S+/g, "?…")
    .replace(/\S+/g, (run) => (run.includes("@") ? "…@…" : run));
}
