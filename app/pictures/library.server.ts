/** The library of pictures, as lists and pickers show it. */
import type { ContentType } from "../cms/content-type.ts";
import { storedValues } from "../cms/editing/stored-body.ts";
import { listEntries } from "../cms/entries.server.ts";
import { entryTitle } from "../cms/entry-title.server.ts";
import type { Photo } from "../cms/fields.ts";
import { catalogue } from "../content-types/catalogue.ts";
import type { Tables } from "../platform/schema.ts";
import type { Db, Services } from "../platform/services.ts";
import { pictureUrl } from "../ui/picture.tsx";
import { pictures as builtPictures } from "../ui/picture-files.ts";
import { type PictureCondition, type PictureUse, thumbnailAddress } from "./library-picture.ts";
import { type PictureShape, wantedFiles } from "./picture-worker.server.ts";
import { findPicture, listPictures, type StoredPicture } from "./pictures.server.ts";
import { photosOf, uploadedFile, uploadedHash } from "./uploaded-pictures.server.ts";

/** The master, the thumbnail and the JPEG, which are stored with the upload. */
const FILES_OF_UPLOAD = 3;

export async function listLibrary(services: Services, after?: string | null) {
  const { page, next } = await readPage(services.db, after);
  const uses = await findPictureUses(services);
  const pictures = page.map(({ hash, name, alt, width, height, condition, made_by, made_at }) => {
    const made = { madeBy: made_by, madeAt: made_at };
    return { hash, name, alt, width, height, condition, ...made, uses: uses.get(hash) ?? [] };
  });
  return { pictures, next };
}

export type LibraryPicture = Awaited<ReturnType<typeof listLibrary>>["pictures"][number];

async function readPage(db: Db, after: string | null | undefined) {
  const { page, next } = await listPictures(db, after);
  const consents = await consentsOf(db, page);
  return { page: page.map((row) => ({ ...row, condition: conditionOf(row, consents.get(row.hash) ?? []) })), next };
}

type Consent = Pick<Tables["consents"], "given_on" | "withdrawn_at">;

/** The condition of a picture: the most important of the things that it still lacks. */
export function conditionOf(picture: StoredPicture, consents: readonly Consent[]): PictureCondition {
  const { state, subjects, alt, decorative } = picture;
  if (state === "withdrawn" || state === "failed") return state;
  if (subjects === "undecided") return "subjects-missing";
  const active = consents.filter(({ withdrawn_at }) => withdrawn_at === null);
  const isAgreed = active.length > 0 && active.every(({ given_on }) => given_on !== null);
  if (subjects === "people" && !isAgreed) return "consent-missing";
  if (alt === "" && decorative === 0) return "description-missing";
  return state === "making" ? "making" : "complete";
}

async function consentsOf(db: Db, pictures: readonly StoredPicture[]): Promise<Map<string, Consent[]>> {
  const hashes = pictures.filter(({ subjects }) => subjects === "people").map(({ hash }) => hash);
  if (hashes.length === 0) return new Map();
  const rows = await db
    .selectFrom("consents")
    .select(["subject_key", "given_on", "withdrawn_at"])
    .where("subject_kind", "=", "picture")
    .where("subject_key", "in", hashes)
    .execute();
  return Map.groupBy(rows, ({ subject_key }) => subject_key);
}

export function progressOf(picture: PictureShape, files: number): { made: number; all: number } {
  const all = wantedFiles(picture).length;
  return { made: Math.min(all, Math.max(0, files - FILES_OF_UPLOAD)), all };
}

const TYPES: readonly ContentType[] = Object.values(catalogue);

/** Where uploaded pictures are shown, by the picture's hash: first on the site, which is in memory, then in drafts. */
export async function findPictureUses(services: Services): Promise<Map<string, PictureUse[]>> {
  const uses: [hash: string, use: PictureUse][] = [];
  const add = (type: ContentType, slug: string, values: Record<string, unknown>, isDraft: boolean) => {
    for (const { photo } of photosOf(type.fields, values)) {
      const hash = uploadedHash(photo.file);
      if (hash === undefined) continue;
      const label = entryTitle(type, values, slug);
      uses.push([hash, { type: type.name, typeLabel: type.label, slug, label, isDraft }]);
    }
  };
  for (const type of TYPES) {
    for (const { slug, ...values } of await listEntries(services, type)) add(type, slug, values, false);
  }
  for (const { type, slug, values } of await draftsWithPictures(services.db)) add(type, slug, values, true);
  return new Map(
    [...Map.groupBy(uses, ([hash]) => hash)].map(([hash, entries]) => [hash, entries.map(([, use]) => use)]),
  );
}

async function draftsWithPictures(db: Db) {
  const types = new Map(
    TYPES.filter(({ fields }) => Object.values(fields).some(({ kind, item }) => (item?.kind ?? kind) === "photo")).map(
      (type) => [type.name, type],
    ),
  );
  const rows = await db
    .selectFrom("entry_drafts")
    .select(["type", "slug", "body"])
    .where("type", "in", [...types.keys()])
    .execute();
  return rows.flatMap(({ type: name, slug, body }) => {
    const type = types.get(name);
    const read = type?.read(storedValues(body));
    return type && read?.ok ? [{ type, slug, values: read.values as Record<string, unknown> }] : [];
  });
}

/** A picture that a content form offers: the value of the field, and its name and thumbnail in the list. */
export type ChoosablePicture = {
  photo: Photo;
  name: string;
  thumbnail: string;
  /** `complete`, or the reason why it can't be published. */
  condition: PictureCondition;
};

/** Choosable pictures: a page of uploads, then the files in `photos/` with their description and focus. */
export async function listChoosablePictures(services: Services, after?: string | null) {
  const { page, next } = await readPage(services.db, after);
  const uploaded = page
    .filter(({ state }) => state !== "withdrawn")
    .map((row): ChoosablePicture => {
      const { hash, name, condition } = row;
      return { photo: photoOf(row), name, thumbnail: thumbnailAddress(hash), condition };
    });
  return { pictures: next === undefined ? [...uploaded, ...listBuiltPictures(services)] : uploaded, next };
}

export async function findChoosablePicture(services: Services, file: string): Promise<{ photo: Photo } | undefined> {
  const hash = uploadedHash(file);
  if (hash === undefined) return listBuiltPictures(services).find(({ photo }) => photo.file === file);
  const row = await findPicture(services.db, hash);
  return row && row.state !== "withdrawn" ? { photo: photoOf(row) } : undefined;
}

function photoOf({ hash, alt, focus_x, focus_y }: StoredPicture): Photo {
  return { file: uploadedFile(hash), alt, focus: [focus_x, focus_y] };
}

function listBuiltPictures({ content }: Services): ChoosablePicture[] {
  const seeded = new Map<string, { photo: Photo; name: string }>();
  for (const type of TYPES) {
    for (const entry of content.seeds.get(type.name) ?? []) {
      for (const { photo } of photosOf(type.fields, entry)) {
        // Decorative pictures have no alternative text.
        const name = photo.alt || entryTitle(type, entry, entry.slug);
        if (!seeded.has(photo.file)) seeded.set(photo.file, { photo, name });
      }
    }
  }
  return [...builtPictures.keys()].map((file) => ({
    photo: { file, alt: "", focus: [50, 50] as const },
    name: file.replace(/\.[a-z]+$/, ""),
    ...seeded.get(file),
    thumbnail: pictureUrl({ file }, 240) ?? "",
    condition: "complete" as const,
  }));
}

/** Published entries whose uploaded picture is no longer shown, for example since a consent was withdrawn. */
export async function entriesWithHiddenPictures(services: Services, types: readonly ContentType[]) {
  const references: { type: string; typeLabel: string; slug: string; title: string }[] = [];
  for (const type of types) {
    for (const { slug, ...values } of await listEntries(services, type)) {
      const isHidden = photosOf(type.fields, values).some(
        ({ photo }) => uploadedHash(photo.file) !== undefined && photo.size === undefined,
      );
      if (isHidden)
        references.push({ type: type.name, typeLabel: type.label, slug, title: entryTitle(type, values, slug) });
    }
  }
  return references;
}
