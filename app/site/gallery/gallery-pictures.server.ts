/** The pictures of the gallery as visitors see them. */
import { listEntries } from "../../cms/entries.server.ts";
import { type GalleryPicture, galleryPictureType } from "../../content-types/pictures.ts";
import { uploadedHash } from "../../pictures/uploaded-pictures.server.ts";
import type { Services } from "../../platform/services.ts";

/**
 * The pictures in their order, without those that have no files: after a consent was withdrawn an entry of the gallery has
 * nothing left to show.
 */
export async function listGalleryPictures(services: Services): Promise<readonly GalleryPicture[]> {
  const pictures = await listEntries(services, galleryPictureType);
  return pictures.filter(({ photo }) => uploadedHash(photo.file) === undefined || photo.size !== undefined);
}
