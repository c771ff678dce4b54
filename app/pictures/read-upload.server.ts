import { MAX_UPLOAD_BODY_BYTES } from "./upload-limits.ts";

/** How much of a body that is too large is read all the same: a browser shows no response before it has sent the body. */
const MAX_DRAINED_BYTES = 64 * 1024 * 1024;

export type UploadForm =
  | { ok: true; file: File }
  /** `body-unreadable`: no form of ours, or the connection broke off. */
  | { ok: false; code: "file-missing" | "file-too-large" | "body-unreadable" };

/** Reads the form of an upload: one file, in the field `picture`. Never throws. */
export async function readUpload(request: Request): Promise<UploadForm> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.length;
      if (size <= MAX_UPLOAD_BODY_BYTES) chunks.push(chunk);
      else chunks.length = 0;
      if (size > MAX_DRAINED_BYTES) break;
    }
    if (size > MAX_UPLOAD_BODY_BYTES) return { ok: false, code: "file-too-large" };
    const type = request.headers.get("content-type") ?? "";
    const form = await new Response(Buffer.concat(chunks), { headers: { "Content-Type": type } }).formData();
    const [[name, file] = [], ...others] = form;
    if (name !== "picture" || others.length > 0) return { ok: false, code: "body-unreadable" };
    return file instanceof File ? { ok: true, file } : { ok: false, code: "file-missing" };
  } catch {
    return { ok: false, code: "body-unreadable" };
  }
}
