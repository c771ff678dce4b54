/**
 * Runs the encoder's process: a new one for each task, one at a time, so that uploads never take more memory than one of
 * them, and nothing of it stays (docs/decisions/0031-uploaded-pictures.md).
 */
import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import type { Logger } from "pino";
import type { ImageEncoder, ImageRefusal, ReadImageOutcome } from "../platform/image-encoder.ts";
import type { ChildMessage, ChildWork } from "./encoder-messages.ts";

const CHILD = join(import.meta.dirname, "encoder-child.ts");

/** A phone's photo takes half a second to read and six to encode; a task that takes longer than this is killed. */
const TASK_TIMEOUT_MS = 60_000;

/** Uploads that may wait for their turn: each holds up to 15 MB. */
const MAX_WAITING = 4;

/** The limits of a process. A test sets others. */
export type EncoderOptions = { child?: string; timeoutMs?: number };

/** How a process ended: it did its task, it failed, or this site killed it. */
type End = "done" | "failed" | "killed";

/** A task that runs. */
type Task = { ended: Promise<End>; kill: () => void };

/** Makes the encoder of one instance. No process is started before the first task. */
export function createImageEncoder(log: Logger, options: EncoderOptions = {}): ImageEncoder {
  const { child = CHILD, timeoutMs = TASK_TIMEOUT_MS } = options;
  let lane: Promise<unknown> = Promise.resolve();
  let running: Task | undefined;
  let encoding: Task | undefined;
  let reading = 0;
  let stopped = false;

  /** Does `task` when all earlier ones have ended. */
  function inTurn<T>(task: () => Promise<T>): Promise<T> {
    const turn = lane.then(task);
    lane = turn.catch(() => {});
    return turn;
  }

  function start(work: ChildWork, hear: (message: ChildMessage) => void): Task {
    const forked = fork(child, {
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      execArgv: ["--max-old-space-size=64"],
      // Nothing of the site's settings. One allocator arena saves a third of the memory; the other closes libvips's
      // decoders that are not made for hostile files.
      env: { MALLOC_ARENA_MAX: "1", VIPS_BLOCK_UNTRUSTED: "1" },
    });
    const task = { ended: endOf(forked, timeoutMs, log), kill: () => void forked.kill("SIGKILL") };
    forked.on("message", hear);
    // A process that died at once can't be written to; its end says so.
    forked.send(work, () => {});
    running = task;
    return task;
  }

  return {
    async read(bytes) {
      if (reading >= MAX_WAITING) return { ok: false, code: "busy" };
      reading += 1;
      encoding?.kill();
      try {
        return await inTurn(async () => {
          let outcome: ReadImageOutcome | undefined;
          const task = start({ kind: "read", bytes }, (message) => {
            outcome ??= outcomeOf(message);
          });
          await task.ended;
          return outcome ?? refusal("too-hard");
        });
      } finally {
        reading -= 1;
      }
    },

    encode: (master, wanted, store) =>
      inTurn(async () => {
        if (stopped) return "interrupted";
        let stored: Promise<boolean> = Promise.resolve(true);
        let refused: ImageRefusal | undefined;
        const task = start({ kind: "encode", bytes: master, wanted }, (message) => {
          if (message.kind === "refused") refused = message.code;
          if (message.kind !== "file") return;
          const { file, bytes } = message;
          stored = stored.then((goOn) => goOn && store(file, bytes));
          stored.then(
            (goOn) => goOn || task.kill(),
            () => task.kill(),
          );
        });
        encoding = task;
        const end = await task.ended;
        encoding = undefined;
        if (!(await stored) || end === "killed") return "interrupted";
        if (refused !== undefined) log.error({ event: "picture-not-encoded", code: refused }, "the encoder refused");
        return end === "done" && refused === undefined ? "done" : "failed";
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

/** Waits for the end of a process and of all it said, and kills it when it takes too long. */
function endOf(forked: ChildProcess, timeoutMs: number, log: Logger): Promise<End> {
  return new Promise((resolve) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      forked.kill("SIGKILL");
    }, timeoutMs);
    const end = (outcome: End, facts: object = {}) => {
      clearTimeout(timer);
      if (outcome === "failed") log.warn({ event: "encoder-ended", ...facts }, "the picture encoder ended early");
      resolve(outcome);
    };
    forked.once("error", (error) => end("failed", { err: error }));
    // Messages may arrive after the end of the process, and none after that of its channel.
    const disconnected = new Promise<void>((resolveChannel) => forked.once("disconnect", () => resolveChannel()));
    forked.once("exit", (code, signal) => {
      void disconnected.then(() => {
        if (code === 0) end("done");
        else if (forked.killed && !isLate) end("killed");
        else end("failed", { code, signal, isLate });
      });
    });
  });
}
