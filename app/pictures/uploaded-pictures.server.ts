/**
 * Uploaded pictures in content. An entry names a picture as `u-<hash>.jpg`; its size, focus and alternative text are
 * added when the entry is read. A picture that can't be shown gets no size, and pages show a placeholder.
 */
import type { ExpressionBuilder } from "kysely";
import type { ContentType } from "../cms/content-type.ts";
import { listEntries } from "../cms/entries.server.ts";
import type { Photo } from "../cms/fields.ts";
import { type GalleryPicture, galleryPictureType } from "../content-types/pictures.ts";
import type { Tables } from "../platform/schema.ts";
import type { Db, Services } from "../platform/services.ts";
import type { PictureSize } from "../ui/picture-files.ts";

const UPLOADED_FILE = /^u-([0-9a-f]{20})\.jpg$/;

/** The hash of the uploaded picture that a photo's file names; undefined for a picture in `photos/`. */
export function uploadedHash(file: string): string | undefined {
  return UPLOADED_FILE.exec(file)?.[1];
}

export function uploadedFile(hash: string): string {
  return `u-${hash}.jpg`;
}

/** Whether a picture can be shown: everybody in it has agreed, and nobody has withdrawn their consent. */
function isShowable(where: ExpressionBuilder<Tables, "pictures">) {
  const consents = where
    .selectFrom("consents")
    .select("consents.id")
    .where("consents.subject_kind", "=", "picture")
    .whereRef("consents.subject_key", "=", "pictures.hash")
    .where("consents.withdrawn_at", "is", null);
  return where.and([
    where("pictures.state", "=", "ready"),
    where.or([
      where("pictures.subjects", "=", "nobody"),
      where.and([
        where("pictures.subjects", "=", "people"),
        where.exists(consents),
        where.not(where.exists(consents.where("consents.given_on", "is", null))),
      ]),
    ]),
  ]);
}

type PictureView = Pick<Photo, "alt" | "focus"> & { size: PictureSize };

export async function findShownPictures(db: Db, hashes: readonly string[]): Promise<Map<string, PictureView>> {
  if (hashes.length === 0) return new Map();
  const rows = await db
    .selectFrom("pictures")
    .select(["hash", "recipe", "width", "height", "colour", "alt", "decorative", "focus_x", "focus_y"])
    .where("hash", "in", hashes)
    .where(isShowable)
    .execute();
  return new Map(
    rows.map(({ hash, recipe, width, height, colour, alt, decorative, focus_x, focus_y }) => [
      hash,
      {
        alt: decorative === 1 ? "" : alt,
        focus: [focus_x, focus_y],
        size: { file: uploadedFile(hash), width, height, colour, hash: recipe },
      },
    ]),
  );
}

export async function withUploadedPictures<E extends Record<string, unknown>>(
  db: Db,
  { fields }: Pick<ContentType, "fields">,
  entries: readonly E[],
): Promise<readonly E[]> {
  const hashesIn = (entry: Record<string, unknown>) =>
    photosOf(fields, entry).map(({ photo }) => uploadedHash(photo.file));
  const hashes = new Set(entries.flatMap(hashesIn).filter((hash) => hash !== undefined));
  if (hashes.size === 0) return entries;
  const visible = await findShownPictures(db, [...hashes]);
  const photoView = (photo: Photo): Photo => {
    const hash = uploadedHash(photo.file);
    // The description of a hidden picture may name a person who has withdrawn their consent.
    return hash === undefined ? photo : { ...photo, ...(visible.get(hash) ?? { alt: "" }) };
  };
  return entries.map((entry) => {
    const changed: Record<string, unknown> = {};
    for (const [key, { kind, item }] of Object.entries(fields)) {
      const value = entry[key];
      if (value === undefined) continue;
      // A field of kind photo holds a Photo: its own schema has checked it.
      if (kind === "photo") changed[key] = photoView(value as Photo);
      if (item?.kind === "photo") changed[key] = (value as Photo[]).map(photoView);
    }
    return { ...entry, ...changed };
  });
}

/** Every photo in some values, with the path of its field, such as `photo` or `photos.2`. */
export function photosOf(
  fields: ContentType["fields"],
  values: Record<string, unknown>,
): { field: string; photo: Photo }[] {
  return Object.entries(fields).flatMap(([key, { kind, item }]) => {
    const value = values[key];
    if (value === undefined || value === null) return [];
    // As above: checked by the field's schema.
    if (kind === "photo") return [{ field: key, photo: value as Photo }];
    if (item?.kind !== "photo") return [];
    return (value as Photo[]).map((photo, index) => ({ field: `${key}.${index}`, photo }));
  });
}

/** Pictures in order, without those whose files are deleted. */
export async function listGalleryPictures(services: Services): Promise<readonly GalleryPicture[]> {
  const pictures = await listEntries(services, galleryPictureType);
  return pictures.filter(({ photo }) => uploadedHash(photo.file) === undefined || photo.size !== undefined);
}
