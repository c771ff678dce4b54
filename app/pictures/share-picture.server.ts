/** Which share picture a page with a photo has. */
import type { Photo } from "../cms/fields.ts";
import type { Db } from "../platform/services.ts";
import { builtShareName } from "../ui/share-picture-files.ts";
import { findShareFile } from "./pictures.server.ts";
import { uploadedHash } from "./uploaded-pictures.server.ts";

/**
 * The file below `/share/` that shows a photo of an entry. Undefined when there is none: the picture is gone or may not be
 * shown, or its share picture is still to be drawn.
 */
export async function findSharePicture(db: Db, { file, focus, size }: Photo): Promise<string | undefined> {
  const hash = uploadedHash(file);
  if (hash === undefined) return builtShareName(file, focus);
  return size === undefined ? undefined : findShareFile(db, hash);
}
