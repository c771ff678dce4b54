import { isImportUpload, MAX_IMPORT_BODY_BYTES } from "../app/members/import/imports.server.ts";
import { isUpload, MAX_UPLOAD_BODY_BYTES } from "../app/pictures/upload.server.ts";

/**
 * The largest body of a request that uploads something; undefined for all others.
 * @param target the path, with or without a query
 */
export function uploadLimit(method: string | undefined, target: string): number | undefined {
  if (isUpload(method, target)) return MAX_UPLOAD_BODY_BYTES;
  return isImportUpload(method, target) ? MAX_IMPORT_BODY_BYTES : undefined;
}
