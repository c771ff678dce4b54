import { listEntries } from "../content/entries.server.ts";
import { type GalleryPicture, galleryPictureType } from "../content/types/gallery-picture.ts";
import type { Services } from "../platform/services.ts";

/** All gallery pictures by number. */
export async function listGalleryPictures(services: Services): Promise<GalleryPicture[]> {
  const pictures = await listEntries(services, galleryPictureType);
  return pictures.toSorted((one, other) => one.number - other.number);
}
