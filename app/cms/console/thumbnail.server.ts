import { thumbnailAddress } from "../../pictures/library-picture.ts";
import { uploadedHash } from "../../pictures/uploaded-pictures.server.ts";
import { pictureUrl } from "../../ui/picture.tsx";
import type { Photo } from "../fields.ts";

/** The address of a picture for the console, where also pictures are shown that are not on the site. */
export function photoThumbnail({ file }: Pick<Photo, "file">, width: number): string | undefined {
  const hash = uploadedHash(file);
  return hash === undefined ? pictureUrl({ file }, width) : thumbnailAddress(hash);
}
