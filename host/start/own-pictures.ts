import { join } from "node:path";
import { listOwnFiles } from "../../app/pictures/own-files.ts";
import { createOwnPictures, type OwnPictures } from "../../app/pictures/own-pictures.server.ts";
import { openPictureStore } from "../../app/pictures/picture-store.server.ts";
import type { Services } from "../../app/platform/services.ts";
import { sharePictures } from "../../app/site/seo/share-pictures.ts";
import { pictures } from "../../app/ui/picture-files.ts";

const ROOT = join(import.meta.dirname, "..", "..");

export const PHOTOS = join(ROOT, "photos");

export const PUBLIC = join(ROOT, "public");

/**
 * Opens the site pictures. @param options.folder for new files, with the data folder as a fallback @param
 * options.table tests set other pictures
 */
export async function openOwnPictures(
  { config, imageEncoder, log }: Pick<Services, "config" | "imageEncoder" | "log">,
  { folder = PUBLIC, table = pictures }: { folder?: string; table?: typeof pictures } = {},
): Promise<OwnPictures> {
  const files = await listOwnFiles(PHOTOS, table, sharePictures);
  const store = await openPictureStore(
    [folder, config.dataDir],
    files.map(({ name }) => name),
  );
  return createOwnPictures({ files, store, encoder: imageEncoder, log });
}
