/**
 * Encodes uploads after the request. The table is the queue: pictures `making`, or `ready` without a share picture. Files are
 * stored one by one.
 */
import type { WantedFile } from "../platform/image-encoder.ts";
import type { Services } from "../platform/services.ts";
import { transact } from "../platform/transact.server.ts";
import { startWorker, type Worker } from "../platform/worker.server.ts";
import {
  changeWithPages,
  consoleFileName,
  insertFile,
  queueSharePictures,
  readPictureFile,
  removeOtherShares,
  type StoredPicture,
  servedName,
  shareName,
} from "./pictures.server.ts";
import { modernVariants } from "./recipe.ts";

/** How often the queue is polled for pictures left by other instances. New pictures of this instance wake it. */
const POLL_INTERVAL_MS = 5000;

/** How long an instance holds a picture after its last file; the slowest file takes about a second. */
const LEASE_MS = 30_000;

/** Tries without a new file until a picture is given up; staff can then retry it. */
const MAX_ATTEMPTS = 5;

const RETRY_PAUSE_MS = 5000;

/** How long a stop waits for the file being stored. */
const STOP_WAIT_MS = 500;

export function startPictureWorker(services: Services): Worker {
  let isQueued = false;
  const settings = {
    intervalMs: POLL_INTERVAL_MS,
    wokenBy: "pictureQueued",
    failure: "pictures-unreadable",
    stopWaitMs: STOP_WAIT_MS,
  } as const;
  const { stop } = startWorker(services, settings, async (isStopped) => {
    if (!isQueued) await queueSharePictures(services);
    isQueued = true;
    while (!isStopped() && (await encodeNext(services))) {}
  });
  return {
    stop: () => {
      const stopping = stop();
      services.imageEncoder.stop();
      return stopping;
    },
  };
}

/** Claims the next picture and makes its missing files. @returns whether there was a picture */
export async function encodeNext(services: Services): Promise<boolean> {
  const { db, imageEncoder, log } = services;
  const picture = await claimNext(services);
  if (picture === undefined) return false;
  const { hash } = picture;
  let { attempts } = picture;
  const master = await readPictureFile(db, consoleFileName(hash, "master"));
  const wanted = await missingFiles(services, picture);
  const started = performance.now();
  const outcome =
    master === undefined
      ? "failed"
      : wanted.length === 0
        ? "done"
        : await imageEncoder.encode(master, wanted, (file, bytes) => {
            attempts = 1;
            return storeFile(services, picture, file, bytes);
          });
  const ms = Math.round(performance.now() - started);
  if (outcome === "done") {
    await markReady(services, picture);
    log.info({ event: "picture-ready", picture: hash, files: wanted.length, ms }, "encoded a picture");
  } else if (outcome === "interrupted") {
    await postpone(services, picture, attempts - 1, 0);
  } else {
    log.warn({ event: "picture-not-encoded", picture: hash, attempts, ms }, "could not encode a picture");
    await postpone(services, picture, attempts, attempts * RETRY_PAUSE_MS);
  }
  return true;
}

/** Claims the picture that has waited longest: compare-and-set on `due_at` is the lease. */
async function claimNext(services: Services): Promise<StoredPicture | undefined> {
  for (;;) {
    const now = services.now();
    const due = await services.db
      .selectFrom("pictures")
      .select(["hash", "due_at", "attempts"])
      .where("due_at", "<=", now.toISOString())
      .orderBy("due_at")
      .limit(1)
      .executeTakeFirst();
    if (due === undefined) return undefined;
    const claimed = await services.db
      .updateTable("pictures")
      .set({ due_at: leaseFrom(now), attempts: due.attempts + 1 })
      .where("hash", "=", due.hash)
      .where("due_at", "=", due.due_at)
      .returningAll()
      .executeTakeFirst();
    if (claimed !== undefined) return claimed;
  }
}

function leaseFrom(now: Date): string {
  return new Date(now.getTime() + LEASE_MS).toISOString();
}

async function missingFiles({ db }: Services, picture: StoredPicture): Promise<WantedFile[]> {
  const rows = await db.selectFrom("picture_files").select("name").where("picture", "=", picture.hash).execute();
  const present = new Set(rows.map(({ name }) => name));
  return wantedFiles(picture).filter((file) => !present.has(fileName(picture, file)));
}

export type PictureShape = Pick<StoredPicture, "width" | "focus_x" | "focus_y">;

export function wantedFiles({ width, focus_x, focus_y }: PictureShape): WantedFile[] {
  return [...modernVariants(width), { kind: "share", focus: [focus_x, focus_y] }];
}

function fileName(picture: StoredPicture, file: WantedFile): string {
  return file.kind === "share" ? shareName(picture.hash, file.focus) : servedName(picture, file.width, file.format);
}

/** Stores a file, renews the lease and counts tries anew. @returns false when the picture no longer needs it */
async function storeFile(
  services: Services,
  picture: StoredPicture,
  file: WantedFile,
  bytes: Uint8Array,
): Promise<boolean> {
  return transact(services, async ({ transaction }) => {
    const renewed = await transaction
      .updateTable("pictures")
      .set({ due_at: leaseFrom(services.now()), attempts: 1 })
      .where("hash", "=", picture.hash)
      .where("state", "=", picture.state)
      .returning("hash")
      .executeTakeFirst();
    if (renewed === undefined) return false;
    const name = fileName(picture, file);
    const type = file.kind === "share" ? "image/jpeg" : `image/${file.format}`;
    await insertFile(transaction, picture.hash, name, type, bytes);
    if (file.kind === "share") await removeOtherShares(transaction, picture.hash, name);
    return true;
  });
}

/** Marks a picture as ready. If the focus has changed since, its share picture is due. */
async function markReady(services: Services, { hash, state, focus_x, focus_y }: StoredPicture): Promise<void> {
  await changeWithPages(services, async (transaction) => {
    const update = transaction.updateTable("pictures").where("hash", "=", hash);
    await update.set({ state: "ready", due_at: null }).where("state", "=", state).execute();
    await update
      .set({ due_at: services.now().toISOString() })
      .where("state", "=", "ready")
      .where(({ eb, or }) => or([eb("focus_x", "!=", focus_x), eb("focus_y", "!=", focus_y)]))
      .execute();
  });
}

/** Sets the next try. A picture given up has failed, unless it lacks only its share picture. */
async function postpone(
  services: Services,
  { hash, state }: StoredPicture,
  attempts: number,
  pauseMs: number,
): Promise<void> {
  const isGivenUp = attempts >= MAX_ATTEMPTS;
  const due_at = isGivenUp ? null : new Date(services.now().getTime() + pauseMs).toISOString();
  await services.db
    .updateTable("pictures")
    .set({ attempts, due_at, state: isGivenUp && state === "making" ? "failed" : state })
    .where("hash", "=", hash)
    .where("state", "=", state)
    .execute();
}
