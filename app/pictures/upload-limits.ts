/** The address that takes uploads: the only one where a request may be large and slow. */
export const UPLOAD_PATH = "/staff/pictures";

/** The largest file. */
export const MAX_UPLOAD_BYTES = 15 * 1024 * 1024;
