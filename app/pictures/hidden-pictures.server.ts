/** Entries on the site whose uploaded picture is not shown any more, such as after somebody in it withdrew the consent. */
import type { ContentType } from "../cms/content-type.ts";
import { listEntries } from "../cms/entries.server.ts";
import { entryTitle } from "../cms/entry-title.ts";
import type { Services } from "../platform/services.ts";
import { photosOf, uploadedHash } from "./uploaded-pictures.server.ts";

type EntryWithHiddenPicture = { type: string; typeLabel: string; slug: string; title: string };

/** The entries of some types that name a picture which visitors don't see. What is on the site is in memory. */
export async function entriesWithHiddenPictures(
  services: Services,
  types: readonly ContentType[],
): Promise<EntryWithHiddenPicture[]> {
  const found: EntryWithHiddenPicture[] = [];
  for (const type of types) {
    for (const { slug, ...values } of await listEntries(services, type)) {
      const isHidden = photosOf(type.fields, values).some(
        ({ photo }) => uploadedHash(photo.file) !== undefined && photo.size === undefined,
      );
      if (isHidden) found.push({ type: type.name, typeLabel: type.label, slug, title: entryTitle(type, values, slug) });
    }
  }
  return found;
}
