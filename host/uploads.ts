import { isListUpload, MAX_LIST_BODY_BYTES } from "../app/members/list/list-upload.server.ts";
import { isUpload, MAX_UPLOAD_BODY_BYTES } from "../app/pictures/upload.server.ts";

/**
 * The largest body of a request that uploads something; undefined for all others.
 * @param target the path, with or without a query
 */
export function uploadLimit(method: string | undefined, target: string): number | undefined {
  if (isUpload(method, target)) return MAX_UPLOAD_BODY_BYTES;
  return isListUpload(method, target) ? MAX_LIST_BODY_BYTES : undefined;
}
