/** Storage of uploaded pictures: their rows and files. */
import { type Selectable, sql, type Transaction } from "kysely";
import { changeContent } from "../cms/content-version.server.ts";
import type { Photo } from "../cms/fields.ts";
import { type Actor, recordActivity } from "../platform/activity.server.ts";
import { afterKey, cutPage } from "../platform/cursor.server.ts";
import { removeDeletedFromLog } from "../platform/deleted-content.server.ts";
import type { ReadImage } from "../platform/image-encoder.ts";
import type { Tables } from "../platform/schema.ts";
import type { Db, Services } from "../platform/services.ts";
import { transact } from "../platform/transact.server.ts";
import { jpegWidthOf, type PictureFormat, variantName } from "../ui/picture-files.ts";
import { builtShareName } from "../ui/share-picture-files.ts";
import { recipeHash } from "./recipe.ts";
import { uploadedFile, uploadedHash } from "./uploaded-pictures.server.ts";

export type StoredPicture = Selectable<Tables["pictures"]>;

const MAX_NAME_LENGTH = 80;

const LIBRARY_PAGE_SIZE = 24;

export function servedName(
  { hash, recipe }: Pick<Tables["pictures"], "hash" | "recipe">,
  fileWidth: number,
  format: PictureFormat,
): string {
  return variantName({ file: uploadedFile(hash), hash: recipe }, fileWidth, format);
}

/** Increase when share pictures are drawn differently, so that they are redrawn under new names. */
const SHARE_VERSION = 2;

function sharePrefix(hash: string): string {
  return `u-${hash}-share`;
}

/** The name of the share picture cropped around a focus; `queueSharePictures` builds the same name. */
export function shareName(hash: string, [x, y]: readonly [x: number, y: number]): string {
  return `${sharePrefix(hash)}${SHARE_VERSION}-${x}-${y}.jpg`;
}

export async function removeOtherShares(transaction: Transaction<Tables>, hash: string, name: string): Promise<void> {
  await transaction
    .deleteFrom("picture_files")
    .where("picture", "=", hash)
    .where("name", "like", `${sharePrefix(hash)}%`)
    .where("name", "!=", name)
    .execute();
}

export async function findShareFile(db: Db, hash: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("picture_files")
    .select("name")
    .where("picture", "=", hash)
    .where("name", "like", `${sharePrefix(hash)}%`)
    .orderBy("name", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.name;
}

export async function queueSharePictures({ db, now }: Services): Promise<void> {
  const name = sql<string>`${"u-"} || hash || ${`-share${SHARE_VERSION}-`} || focus_x || ${"-"} || focus_y || ${".jpg"}`;
  await db
    .updateTable("pictures")
    .set({ due_at: now().toISOString(), attempts: 0 })
    .where("state", "=", "ready")
    .where("due_at", "is", null)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom("picture_files").select("name").whereRef("picture", "=", "pictures.hash").where("name", "=", name),
        ),
      ),
    )
    .execute();
}

export function consoleFileName(hash: string, kind: "master" | "thumbnail"): string {
  return `u-${hash}-${kind}.jpg`;
}

export async function findPicture(db: Db, hash: string): Promise<StoredPicture | undefined> {
  return db.selectFrom("pictures").selectAll().where("hash", "=", hash).executeTakeFirst();
}

export async function readPictureFile(db: Db, name: string): Promise<Buffer | undefined> {
  const row = await db.selectFrom("picture_files").select("bytes").where("name", "=", name).executeTakeFirst();
  return row && Buffer.from(row.bytes.buffer, row.bytes.byteOffset, row.bytes.byteLength);
}

export async function listPictures(db: Db, after?: string | null) {
  const rows = await db
    .selectFrom("pictures")
    .selectAll()
    .where(afterKey(["made_at", "hash"], after))
    .orderBy("made_at", "desc")
    .orderBy("hash", "desc")
    .limit(LIBRARY_PAGE_SIZE + 1)
    .execute();
  return cutPage(rows, LIBRARY_PAGE_SIZE, (row) => [row.made_at, row.hash]);
}

/**
 * Stores an uploaded picture and queues its encoding. Withdrawn or failed pictures are encoded again, and need
 * their consents again.
 */
export async function addPicture(
  services: Services,
  actor: Actor,
  hash: string,
  fileName: string,
  { master, jpeg, thumbnail, width, height, colour }: ReadImage,
): Promise<void> {
  const now = services.now();
  const name = nameFrom(fileName);
  const made = { recipe: recipeHash(), name, width, height, colour, made_by: actor.name, made_at: now.toISOString() };
  const fresh = { ...made, state: "making", due_at: now.toISOString(), attempts: 0, subjects: "undecided" } as const;
  await transact(services, async ({ transaction }) => {
    const added = await transaction
      .insertInto("pictures")
      .values({ hash, ...fresh })
      .onConflict((conflict) =>
        conflict.column("hash").doUpdateSet(fresh).where("pictures.state", "in", ["withdrawn", "failed"]),
      )
      .returning("hash")
      .executeTakeFirst();
    if (added === undefined) return;
    // The new description may name more people than had agreed.
    await consentsOfPicture(transaction, hash).where("withdrawn_at", "is", null).execute();
    const files: [name: string, bytes: Uint8Array][] = [
      [consoleFileName(hash, "master"), master],
      [consoleFileName(hash, "thumbnail"), thumbnail],
      [servedName({ hash, ...made }, jpegWidthOf(width), "jpg"), jpeg],
    ];
    for (const [file, bytes] of files) await insertFile(transaction, hash, file, "image/jpeg", bytes);
    const act = { action: "picture-uploaded", type: "picture", slug: hash, label: name };
    await recordActivity(transaction, now, actor, act);
  });
  services.events.emit("pictureQueued");
}

export async function insertFile(
  transaction: Transaction<Tables>,
  picture: string,
  name: string,
  contentType: string,
  bytes: Uint8Array,
): Promise<void> {
  await transaction
    .insertInto("picture_files")
    .values({ name, picture, content_type: contentType, bytes: Buffer.from(bytes) })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
}

function nameFrom(fileName: string): string {
  const name = fileName
    .replace(/^.*[/\\]/, "")
    .replace(/\.[a-z0-9]{1,5}$/i, "")
    .replace(/[^\p{L}\p{N} ._()-]/gu, "")
    .trim();
  return name.slice(0, MAX_NAME_LENGTH) || "Picture";
}

/** Runs a change that pages can show, and invalidates the cached pages of every instance. */
export async function changeWithPages<T>(
  services: Services,
  work: (transaction: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  return changeContent(services, ({ transaction, siteChanged }) => {
    siteChanged();
    return work(transaction);
  });
}

/** Removes a picture with its files and its consents. @returns whether it existed */
export async function removePicture(services: Services, actor: Actor | null, hash: string): Promise<boolean> {
  const removed = await changeWithPages(services, async (transaction) => {
    const picture = await transaction
      .deleteFrom("pictures")
      .where("hash", "=", hash)
      .returning("name")
      .executeTakeFirst();
    if (picture === undefined) return false;
    await consentsOfPicture(transaction, hash).execute();
    const act = { action: "picture-removed", type: "picture", slug: hash, label: picture.name };
    await recordActivity(transaction, services.now(), actor, act);
    return true;
  });
  if (removed) await removeDeletedFromLog(services);
  return removed;
}

function consentsOfPicture(transaction: Transaction<Tables>, hash: string) {
  return transaction.deleteFrom("consents").where("subject_kind", "=", "picture").where("subject_key", "=", hash);
}

export async function retryPicture(services: Services, hash: string): Promise<void> {
  await services.db
    .updateTable("pictures")
    .set({ state: "making", due_at: services.now().toISOString(), attempts: 0 })
    .where("hash", "=", hash)
    .where("state", "=", "failed")
    .execute();
  services.events.emit("pictureQueued");
}

export async function countFiles(db: Db, hash: string): Promise<number> {
  const { count } = await db
    .selectFrom("picture_files")
    .select(sql<number | string>`count(*)`.as("count"))
    .where("picture", "=", hash)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The share picture of an entry's photo; undefined when it can't be shown or is not drawn yet. */
export async function findSharePicture(db: Db, { file, focus, size }: Photo): Promise<string | undefined> {
  const hash = uploadedHash(file);
  if (hash === undefined) return builtShareName(file, focus);
  return size === undefined ? undefined : findShareFile(db, hash);
}
