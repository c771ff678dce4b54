/** The one address that takes uploads: there, a request may be large and slow. The host reads these limits too. */

const UPLOAD_PATH = "/staff/pictures";

/** The largest file. */
export const MAX_UPLOAD_BYTES = 15 * 1024 * 1024;

/** The largest body: the file, and what a multipart form puts around it. */
export const MAX_UPLOAD_BODY_BYTES = MAX_UPLOAD_BYTES + 64 * 1024;

/** A whole upload must arrive within this time: 15 MB at one megabit a second. */
export const UPLOAD_TIMEOUT_MS = 120_000;

/**
 * Whether a request uploads a picture.
 * @param target the path, with or without a query
 */
export function isUpload(method: string | undefined, target: string): boolean {
  return method === "POST" && target.startsWith(UPLOAD_PATH) && /^($|\?)/.test(target.slice(UPLOAD_PATH.length));
}
