/** The pictures that the seeded content and the share pictures refer to. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { ContentType } from "../app/cms/content-type.ts";
import type { Photo } from "../app/cms/fields.ts";
import { catalogue } from "../app/content-types/catalogue.ts";
import { sharePictures } from "../app/site/seo/share-pictures.ts";
import { seeds } from "../seed/content.ts";
import { ROOT } from "./spawn.ts";

/** A reference to a picture: the entry as `type/slug`, the field, and the photo. */
export type NamedPicture = { entry: string; field: string; photo: Photo };

const seeded: readonly Entries[] = Object.values(catalogue).map((type) => ({
  type,
  entries: seeds.get(type.name) ?? [],
}));

type Entries = { type: Pick<ContentType, "name" | "fields">; entries: readonly ({ slug: string } & object)[] };

/** Every photo of the seeded content, with its entry. */
export function namedPictures(all: readonly Entries[] = seeded): NamedPicture[] {
  return all.flatMap(({ type, entries }) => {
    const photoFields = Object.keys(type.fields).filter((key) => type.fields[key]?.kind === "photo");
    return entries.flatMap((entry) =>
      photoFields.map((field) => ({
        entry: `${type.name}/${entry.slug}`,
        field,
        // A field of kind photo holds a Photo: the seed is typed by the same declaration.
        photo: (entry as unknown as Record<string, Photo>)[field] as Photo,
      })),
    );
  });
}

/** A message for each entry whose picture is not among `files`. */
export function missingPictures(
  files: ReadonlySet<string>,
  named: readonly NamedPicture[] = namedPictures(),
): string[] {
  return named
    .filter(({ photo }) => !files.has(photo.file))
    .map(
      ({ entry, field, photo }) => `${entry} names photos/${photo.file} in its field "${field}": there is no such file`,
    );
}

/** Warns of every reference to a picture that isn't in `photos/`. @returns the messages */
export async function reportMissingPictures(): Promise<string[]> {
  const files = new Set(await readdir(join(ROOT, "photos")));
  const shared = Object.entries(sharePictures)
    .filter(([, { file }]) => !files.has(file))
    .map(([page, { file }]) => `the share picture of ${page} names photos/${file}: there is no such file`);
  const missing = [...missingPictures(files), ...shared];
  for (const line of missing) console.warn(`Missing picture: ${line}`);
  return missing;
}
