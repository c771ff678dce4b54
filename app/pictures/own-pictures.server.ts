/**
 * Serves site pictures on demand: a missing file is made while the request waits, the rest later
 * (docs/decisions/pictures.md).
 */
import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import { HOUR_MS } from "../platform/durations.ts";
import { errorCode } from "../platform/errors.ts";
import type { ImageEncoder, OwnOutcome } from "../platform/image-encoder.ts";
import { within } from "../platform/worker.server.ts";
import type { OwnPictureFile } from "./own-files.ts";
import { type Claim, isDiskFullError, type PictureStore } from "./picture-store.server.ts";

/** How long a request waits for its file. The slowest takes a second and a half; others may be ahead of it. */
const WAIT_MS = 15_000;

const MAX_WAITED_FOR = 100;

const OTHERS_POLL_MS = 50;

/** How long a failed file is not tried again. */
const FAILED_FILE_PAUSE_MS = 60_000;

const NO_ROOM_PAUSE_MS = HOUR_MS;

/** The message for the operator when no file can be made. */
const NO_ENCODER =
  "Pictures can't be made here, because the package sharp can't be loaded: run `npm run build -- --pictures` on a machine where " +
  "it can, and copy public/pictures and public/share from there; until then the files in photos/ are sent in their place.";

export type OwnPictures = ReturnType<typeof createOwnPictures>;

export type OwnPictureParts = {
  files: readonly OwnPictureFile[];
  store: PictureStore;
  encoder: ImageEncoder;
  log: Logger;
  limits?: { waitMs?: number; maxWaitedFor?: number };
};

/** A file to be made. `done` gets its content. */
type Task = OwnPictureFile & { claim: Claim; done?: (bytes: Buffer | undefined) => void };

/** Makes the site's own pictures in one instance. No process is started before a file is missing. */
export function createOwnPictures({ files, store, encoder, log, limits = {} }: OwnPictureParts) {
  const { waitMs = WAIT_MS, maxWaitedFor = MAX_WAITED_FOR } = limits;
  const byPath = new Map(files.map((file) => [file.path, file]));
  /** By name, files that requests wait for. */
  const waitedFor = new Map<string, Promise<Buffer | undefined>>();
  const requested: Task[] = [];
  let backlog: OwnPictureFile[] = [];
  /** By name, when a file could not be made. */
  const failedAt = new Map<string, number>();
  let hasEncoder = true;
  /** The timer of the next try, while nothing can be stored. */
  let nextTry: NodeJS.Timeout | undefined;
  let working: Promise<void> | undefined;

  function canTry(name: string): boolean {
    const failed = failedAt.get(name);
    return hasEncoder && (failed === undefined || performance.now() - failed > FAILED_FILE_PAUSE_MS);
  }

  /** The next file to make: a requested file, else a missing file that no process is making. */
  function next(): Task | undefined {
    const first = requested.shift();
    if (first !== undefined) return first;
    for (let file = backlog.shift(); file !== undefined; file = backlog.shift()) {
      if (store.has(file.name) || !canTry(file.name)) continue;
      const claim = store.claim(file.name);
      if (claim !== undefined && !store.has(file.name)) return { ...file, claim };
      claim?.release();
    }
    return undefined;
  }

  async function made(task: Task, outcome: OwnOutcome): Promise<void> {
    if (outcome === "interrupted") return requeue(task);
    if (outcome === "no-encoder") return giveUp(task);
    let bytes: Buffer | undefined;
    if (typeof outcome === "string") {
      failedAt.set(task.name, performance.now());
      log.warn({ event: "picture-not-made", file: task.name, outcome }, "could not make a picture");
    } else {
      bytes = Buffer.from(outcome.buffer, outcome.byteOffset, outcome.byteLength);
      await task.claim.write(bytes).then(resumeBacklog, (error: unknown) => {
        if (isDiskFullError(error)) pauseBacklog(error);
        else log.warn({ event: "picture-not-stored", file: task.name, err: error }, "could not store a picture");
      });
      log.debug({ event: "picture-made", file: task.name }, "made a picture");
    }
    finish(task, bytes);
  }

  function finish(task: Task, bytes?: Buffer): void {
    task.claim.release();
    task.done?.(bytes);
  }

  function requeue(task: Task): void {
    if (task.done !== undefined) return void requested.unshift(task);
    finish(task);
    backlog.unshift(task);
  }

  function giveUp(task: Task): void {
    hasEncoder = false;
    log.warn({ event: "pictures-not-made" }, "the package sharp can't be loaded");
    finish(task);
    dropQueues();
  }

  /** Drops the queue when nothing can be stored: only requested files are made until it works again. */
  function pauseBacklog(error: unknown): void {
    backlog = [];
    if (nextTry !== undefined) return;
    nextTry = setTimeout(resumeBacklog, NO_ROOM_PAUSE_MS).unref();
    log.warn(
      { event: "pictures-not-stored", code: errorCode(error) },
      "could not store a picture, the disk is full or read-only: missing pictures are made later",
    );
  }

  function resumeBacklog(): void {
    if (nextTry === undefined) return;
    clearTimeout(nextTry);
    nextTry = undefined;
    void makeBacklog();
  }

  async function makeBacklog(): Promise<void> {
    backlog = files.filter(({ name }) => !store.has(name));
    const count = backlog.length;
    if (count === 0) return;
    const started = performance.now();
    while (backlog.length > 0) await work();
    // Files are still missing if another process is making them, or if they failed, which is logged.
    if (files.some(({ name }) => !store.has(name))) return;
    const ms = Math.round(performance.now() - started);
    log.info({ event: "pictures-made", missing: count, ms }, "made the missing pictures");
  }

  /** Stops, and leaves the remaining files unmade. */
  function dropQueues(): void {
    for (const task of requested.splice(0)) finish(task);
    backlog = [];
  }

  function work(): Promise<void> {
    working ??= makeAll().finally(() => {
      working = undefined;
      if (requested.length > 0 || backlog.length > 0) void work();
    });
    return working;
  }

  async function makeAll(): Promise<void> {
    while (requested.length > 0 || backlog.length > 0) {
      const shouldContinue = await encoder.makeOwnFiles(next, made).catch((error: unknown) => {
        log.error({ event: "pictures-not-made", err: error }, "could not make pictures");
        return false;
      });
      // False when the site stops.
      if (!shouldContinue) dropQueues();
    }
  }

  /** Makes a file now; while another process makes it, waits for that. */
  async function makeNow(file: OwnPictureFile): Promise<Buffer | undefined> {
    const deadline = performance.now() + waitMs;
    while (performance.now() < deadline) {
      const claim = store.claim(file.name);
      // Read again after the claim: another process may have made the file in between.
      const stored = await store.read(file.name).catch((error: unknown) => {
        claim?.release();
        throw error;
      });
      if (stored === undefined && claim !== undefined) return enqueue({ ...file, claim });
      claim?.release();
      if (stored !== undefined) return stored;
      await pause(OTHERS_POLL_MS);
    }
    return undefined;
  }

  function enqueue(task: Task): Promise<Buffer | undefined> {
    return new Promise((done) => {
      requested.push({ ...task, done });
      // The encoder may have turned out to be missing since the request came.
      if (hasEncoder) void work();
      else dropQueues();
    });
  }

  function waitFor(file: OwnPictureFile): Promise<Buffer | undefined> | undefined {
    const present = waitedFor.get(file.name);
    if (present !== undefined) return present;
    if (waitedFor.size >= maxWaitedFor || !canTry(file.name)) return undefined;
    const making = makeNow(file).finally(() => waitedFor.delete(file.name));
    waitedFor.set(file.name, making);
    return making;
  }

  return {
    paths: (): Iterable<string> => byPath.keys(),

    /** The content of the file at a path; undefined when it can't be made now. */
    async read(path: string): Promise<Buffer | undefined> {
      const file = byPath.get(path);
      if (file === undefined) return undefined;
      return (await store.read(file.name)) ?? (await within(waitMs, waitFor(file)));
    },

    /** The source picture, which is sent if a file can't be made: its path and content. Undefined when it is missing. */
    async readSource(path: string): Promise<{ file: string; bytes: Buffer } | undefined> {
      const file = byPath.get(path)?.source;
      if (file === undefined) return undefined;
      const bytes = await readFile(file).catch(() => undefined);
      return bytes && { file, bytes };
    },

    /**
     * Makes all missing files after requested ones, and removes obsolete ones. @returns a message for the
     * operator if nothing can be made
     */
    async makeMissing(): Promise<string | undefined> {
      await store.removeOthers().catch((error: unknown) => {
        log.warn({ event: "pictures-not-removed", err: error }, "could not remove pictures that are no longer served");
      });
      await makeBacklog();
      return hasEncoder ? undefined : NO_ENCODER;
    },
  };
}
