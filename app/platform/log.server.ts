/** The log: one JSON line for each event on standard output, in batches that never block the process. */
import type { AsyncLocalStorage } from "node:async_hooks";
import { createHmac } from "node:crypto";
import { write as writeAsync, writeSync } from "node:fs";
import { type DestinationStream, type LogFn, type Logger, pino } from "pino";
import { errorCode, isDatabaseUnavailable } from "./errors.ts";
import { addressGroup } from "./rate-limit.server.ts";
import type { LoggedLine, Services } from "./services.ts";

export type LogLevel = "debug" | "info" | "warn" | "error" | "silent";

let standardOutput: DestinationStream | undefined;

const NOTHING = {};

const MESSAGE_MAX_CHARACTERS = 300;

/**
 * Creates the log. It never has passwords, tokens, cookies or typed text. @param events receives warnings and errors
 */
export function createLog(
  level: LogLevel = "info",
  destination?: DestinationStream,
  requestId?: AsyncLocalStorage<string>,
  events?: Services["events"],
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
    hooks: {
      logMethod(args: Parameters<LogFn>, method: LogFn, lineLevel: number) {
        method.apply(this, args);
        if (lineLevel >= WARN_LEVEL) events?.emit("logged", loggedLine(args[0], lineLevel));
      },
    },
  };
  standardOutput ??= createLogOutput(1);
  return pino(options, destination ?? standardOutput);
}

const WARN_LEVEL = 40;

function loggedLine(fields: unknown, level: number): LoggedLine {
  const { event, id, job, problem }: Record<string, unknown> = typeof fields === "object" ? { ...fields } : {};
  return {
    ...{ level, event: String(event ?? ""), isJob: job !== undefined },
    ...(typeof id === "string" && { id }),
    ...(typeof problem === "string" && { problem }),
  };
}

/** The time in ISO 8601, as pino expects it. Cached per millisecond: formatting takes half the time of a line. */
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

/** An error for the log: name, code, message without quoted values, and stack, as libraries quote personal data. */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = "code" in error ? error.code : undefined;
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    ...(typeof code === "string" || typeof code === "number" ? { code } : {}),
    message: withoutQuotations(error.message).slice(0, MESSAGE_MAX_CHARACTERS),
    // A database outage can occur in any query, so its stack is no help.
    ...(isDatabaseUnavailable(error) ? {} : { stack: frames.map((line) => line.trim()) }),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

function withoutQuotations(message: string): string {
  return message
    .replace(/(["'`])[\s\S]*?\1/g, "$1…$1")
    .replace(/\?\S+/g, "?…")
    .replace(/\S+/g, (run) => (run.includes("@") ? "…@…" : run));
}

/** 96 bits, which rules out collisions. */
const HASH_CHARACTERS = 16;

/**
 * Log fields `account` and `client`: keyed hashes, equal on all instances. Without a key, addresses could be guessed.
 */
export function logNames(
  { config }: Pick<Services, "config">,
  { email, clientAddress }: { email: string | undefined; clientAddress: string },
): { account?: string; client: string } {
  const nameOf = (kind: string, value: string) =>
    createHmac("sha256", config.secret ?? "")
      .update(`log ${kind} ${value}`)
      .digest("base64url")
      .slice(0, HASH_CHARACTERS);
  return {
    ...(email !== undefined && { account: nameOf("account", email) }),
    client: nameOf("client", addressGroup(clientAddress)),
  };
}

/** Writing each line by itself takes longer than its request (docs/performance.md). */
const BATCH_CHARACTERS = 4096;

/** No line waits longer than this for its batch. */
const FLUSH_MS = 250;

/** While nothing can be written, further lines are dropped, so that memory stays bounded. */
const MAX_CHARACTERS = 8 * 1024 * 1024;

/** How long to wait after a failed write. */
const RETRY_MS = 100;

/** How long the exit of the process waits for the remaining lines to be written. */
const EXIT_WAIT_MS = 1000;

const NO_BYTES = Buffer.alloc(0);

/** Writes the log to a file descriptor, flushing at exit. pino's own output would retry forever once its reader is gone. */
function createLogOutput(fd: number): DestinationStream {
  let waiting = "";
  let batch = NO_BYTES;
  let isWriting = false;
  let failedAt = Number.NEGATIVE_INFINITY;
  let isClosed = false;

  function writeNext(): void {
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
        // Other errors: nobody is reading now, or the disk is full.
        isClosed = error.code === "EPIPE";
        if (isClosed) [waiting, batch] = ["", NO_BYTES];
        failedAt = performance.now();
        return;
      }
      batch = batch.subarray(written);
      if (batch.length > 0 || waiting.length >= BATCH_CHARACTERS) writeNext();
    });
  }

  setInterval(writeNext, FLUSH_MS).unref();

  process.on("exit", () => {
    // The system completes a write in progress.
    let rest = isWriting ? NO_BYTES : batch;
    rest = Buffer.concat([rest, Buffer.from(waiting)]);
    const deadline = performance.now() + EXIT_WAIT_MS;
    while (rest.length > 0) {
      try {
        rest = rest.subarray(writeSync(fd, rest));
      } catch (error) {
        if (errorCode(error) !== "EAGAIN" || performance.now() > deadline) return;
        // The event loop has ended; nothing else can wait.
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
      }
    }
  });

  return {
    write(line) {
      if (isClosed || waiting.length + line.length > MAX_CHARACTERS) return;
      waiting += line;
      if (waiting.length >= BATCH_CHARACTERS) writeNext();
    },
  };
}
