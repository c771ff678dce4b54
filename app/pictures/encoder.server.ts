/**
 * Runs one encoder process at a time, to bound memory: a new one per upload, and one for all site pictures
 * (docs/decisions/pictures.md).
 */
import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import type { Logger } from "pino";
import type { ImageEncoder, ImageRefusal, OwnOutcome, ReadImageOutcome } from "../platform/image-encoder.ts";
import type { ChildMessage, ChildWork } from "./encoder-child.ts";

const CHILD = join(import.meta.dirname, "encoder-child.ts");

/** A phone's photo takes half a second to read and six to encode; a task that takes longer than this is killed. */
const TASK_TIMEOUT_MS = 60_000;

/** Uploads that are received or waiting at once; each takes up to 15 MB of memory. */
const MAX_UPLOADS = 2;

export type EncoderOptions = { child?: string; timeoutMs?: number };

/** How a process ended: it did its task, it failed, or this site killed it. */
type End = "done" | "failed" | "killed";

type Running = {
  ended: Promise<End>;
  send: (work: ChildWork) => void;
  /** Tells the process that there are no more tasks. */
  dismiss: () => void;
  kill: () => void;
};

/** Makes the encoder of one instance. No process is started before the first task. */
export function createImageEncoder(log: Logger, options: EncoderOptions = {}): ImageEncoder {
  const { child = CHILD, timeoutMs = TASK_TIMEOUT_MS } = options;
  let queue: Promise<unknown> = Promise.resolve();
  let running: Running | undefined;
  let encoding: Running | undefined;
  let uploads = 0;
  let waiting = 0;
  let stopped = false;

  /** Runs `task` after all earlier tasks. */
  function inTurn<T>(task: () => Promise<T>): Promise<T> {
    waiting += 1;
    const turn = queue.then(() => {
      waiting -= 1;
      return task();
    });
    queue = turn.catch(() => {});
    return turn;
  }

  /** Starts a process. @param input the file of its task; a message would copy that three times */
  function start(onMessage: (message: ChildMessage) => void, input?: Uint8Array): Running {
    const forked = fork(child, {
      serialization: "advanced",
      stdio: [input ? "pipe" : "ignore", "ignore", "ignore", "ipc"],
      execArgv: ["--max-old-space-size=64"],
      // Without the site's settings. One allocator arena saves a third of the memory; the other variable blocks
      // libvips's decoders that are unsafe for hostile files.
      env: { MALLOC_ARENA_MAX: "1", VIPS_BLOCK_UNTRUSTED: "1" },
    });
    forked.on("message", onMessage);
    // Writing to a dead process fails; its exit event reports that.
    forked.stdin?.on("error", () => {}).end(input);
    running = watch(forked, timeoutMs, log);
    return running;
  }

  return {
    reservePlace() {
      if (uploads >= MAX_UPLOADS) return undefined;
      uploads += 1;
      let isHeld = true;
      return () => {
        if (isHeld) uploads -= 1;
        isHeld = false;
      };
    },

    read(bytes) {
      encoding?.kill();
      return inTurn(async () => {
        let outcome: ReadImageOutcome | undefined;
        const reader = start((message) => {
          outcome ??= outcomeOf(message);
        }, bytes);
        reader.send({ kind: "read", bytes: bytes.length });
        await reader.ended;
        return outcome ?? refusal("too-hard");
      });
    },

    encode: (master, wanted, store) =>
      inTurn(async () => {
        if (stopped) return "interrupted";
        let stored: Promise<boolean> = Promise.resolve(true);
        let refused: ImageRefusal | undefined;
        const encoder = start((message) => {
          if (message.kind === "refused") refused = message.code;
          if (message.kind !== "file") return;
          const { file, bytes } = message;
          stored = stored.then((shouldContinue) => shouldContinue && store(file, bytes));
          stored.then(
            (shouldContinue) => shouldContinue || encoder.kill(),
            () => encoder.kill(),
          );
        }, master);
        encoding = encoder;
        encoder.send({ kind: "encode", bytes: master.length, wanted });
        const end = await encoder.ended;
        encoding = undefined;
        if (!(await stored) || end === "killed") return "interrupted";
        if (refused !== undefined)
          log.error({ event: "picture-not-encoded", code: refused }, "the encoder refused a picture");
        return end === "done" && refused === undefined ? "done" : "failed";
      }),

    makeOwnFiles: (next, made) =>
      inTurn(async () => {
        let task = stopped ? undefined : next();
        if (task === undefined) return !stopped;
        let onMessage: (message: ChildMessage) => void = () => {};
        const maker = start((message) => onMessage(message));
        let hasEnded = false;
        const ended = maker.ended.then((end): OwnOutcome => {
          hasEnded = true;
          return end === "killed" ? "interrupted" : "failed";
        });
        encoding = maker;
        try {
          while (task !== undefined) {
            const message = new Promise<ChildMessage>((resolve) => {
              onMessage = resolve;
            });
            maker.send({ kind: "own", name: task.name, source: task.source, file: task.file });
            await made(task, await Promise.race([message.then(ownOutcomeOf), ended]));
            task = hasEnded || waiting > 0 || stopped ? undefined : next();
          }
        } finally {
          maker.dismiss();
          await ended;
          encoding = undefined;
        }
        return !stopped;
      }),

    stop() {
      stopped = true;
      running?.kill();
    },
  };
}

function refusal(code: ImageRefusal): ReadImageOutcome {
  return { ok: false, code };
}

function outcomeOf(message: ChildMessage): ReadImageOutcome | undefined {
  if (message.kind === "read") return { ok: true, image: message.image };
  return message.kind === "refused" ? refusal(message.code) : undefined;
}

function ownOutcomeOf(message: ChildMessage): OwnOutcome {
  if (message.kind === "own-file") return message.bytes;
  if (message.kind === "refused" && message.code === "no-encoder") return "no-encoder";
  return message.kind === "outdated" ? "outdated" : "failed";
}

function watch(forked: ChildProcess, timeoutMs: number, log: Logger): Running {
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    forked.kill("SIGKILL");
  }, timeoutMs);
  const ended = new Promise<End>((resolve) => {
    const end = (outcome: End, facts: object = {}) => {
      clearTimeout(timer);
      if (outcome === "failed") log.warn({ event: "encoder-ended", ...facts }, "the picture encoder exited early");
      resolve(outcome);
    };
    forked.once("error", (error) => end("failed", { err: error }));
    // Messages can arrive after the process exits, but not after its channel closes.
    const disconnected = new Promise<void>((resolveChannel) => forked.once("disconnect", () => resolveChannel()));
    forked.once("exit", (code, signal) => {
      void disconnected.then(() => {
        if (code === 0) end("done");
        else if (forked.killed && !isLate) end("killed");
        else end("failed", { code, signal, isLate });
      });
    });
  });
  return {
    ended,
    send: (work) => {
      // Writing to a dead process fails; its exit event reports that.
      if (!forked.connected) return;
      timer.refresh();
      forked.send(work, () => {});
    },
    dismiss: () => {
      if (forked.connected) forked.disconnect();
    },
    kill: () => void forked.kill("SIGKILL"),
  };
}
