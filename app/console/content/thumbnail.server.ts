import type { Photo } from "../../content/fields.ts";
import { uploadedHash } from "../../content/uploaded-pictures.server.ts";
import { thumbnailAddress } from "../../pictures/library-picture.ts";
import { pictureUrl } from "../../ui/picture.tsx";

/** The address of a picture for the console, where also pictures are shown that are not on the site. */
export function photoThumbnail({ file }: Pick<Photo, "file">, width: number): string | undefined {
  const hash = uploadedHash(file);
  return hash === undefined ? pictureUrl({ file }, width) : thumbnailAddress(hash);
}
