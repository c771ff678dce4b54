import { listEntries } from "../../cms/entries.server.ts";
import { type GalleryPicture, galleryPictureType } from "../../content-types/pictures.ts";
import { uploadedHash } from "../../pictures/uploaded-pictures.server.ts";
import type { Services } from "../../platform/services.ts";

/** Pictures in order, without those whose files are deleted. */
export async function listGalleryPictures(services: Services): Promise<readonly GalleryPicture[]> {
  const pictures = await listEntries(services, galleryPictureType);
  return pictures.filter(({ photo }) => uploadedHash(photo.file) === undefined || photo.size !== undefined);
}
