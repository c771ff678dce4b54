/** Reads the form of an upload without copying its file: into one buffer, of which the file is a part. */
import { MIMEType } from "node:util";
import { MAX_UPLOAD_BODY_BYTES } from "./upload-limits.ts";

/** How much of a body that is too large is read all the same: a browser shows no response before it has sent the body. */
const MAX_DRAINED_BYTES = 64 * 1024 * 1024;

/** Browsers write some 150 characters about a file, and its name, before it. */
const MAX_HEAD_BYTES = 4096;

/** A chosen file. Its bytes are those of the request's body, not a copy. */
export type UploadedFile = { name: string; bytes: Uint8Array };

export type UploadedForm =
  | { ok: true; file: UploadedFile }
  /** `body-unreadable`: no form of ours, or the connection broke off. */
  | { ok: false; code: "file-missing" | "file-too-large" | "body-unreadable" };

/** Reads the form of an upload: one file, in the field `picture`. Never throws. */
export async function readUpload(request: Request): Promise<UploadedForm> {
  // What is never written to takes no memory.
  const body = Buffer.allocUnsafeSlow(bodySize(request));
  let size = 0;
  try {
    for await (const chunk of request.body ?? []) {
      if (size + chunk.length <= body.length) body.set(chunk, size);
      size += chunk.length;
      if (size > MAX_DRAINED_BYTES) break;
    }
  } catch {
    return { ok: false, code: "body-unreadable" };
  }
  if (size > MAX_UPLOAD_BODY_BYTES) return { ok: false, code: "file-too-large" };
  return findFile(body.subarray(0, size), boundaryIn(request.headers.get("content-type") ?? ""));
}

/** Bodies that are read to be forgotten at once: what has arrived of each takes memory until it is collected. */
const MAX_DRAINING = 2;

let draining = 0;
const waitingToDrain: (() => void)[] = [];

/** Reads the body of a request whose file can't be taken now, and keeps nothing of it. A few at once; the others wait, unread. */
export async function drainUpload(request: Request): Promise<void> {
  if (draining >= MAX_DRAINING) await new Promise<void>((resolve) => waitingToDrain.push(resolve));
  else draining += 1;
  try {
    await drain(request);
  } finally {
    const next = waitingToDrain.shift();
    if (next === undefined) draining -= 1;
    else next();
  }
}

async function drain(request: Request): Promise<void> {
  let size = 0;
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.length;
      if (size > MAX_DRAINED_BYTES) return;
    }
  } catch {
    // The connection broke off: nobody is waiting for the response.
  }
}

/** The size of the buffer for a body: none for one that is declared too large, the largest where nothing is declared. */
function bodySize(request: Request): number {
  const declared = Number(request.headers.get("content-length") ?? MAX_UPLOAD_BODY_BYTES);
  return declared <= MAX_UPLOAD_BODY_BYTES ? declared : 0;
}

function boundaryIn(contentType: string): string | undefined {
  try {
    const { essence, params } = new MIMEType(contentType);
    return essence === "multipart/form-data" ? (params.get("boundary") ?? undefined) : undefined;
  } catch {
    return undefined;
  }
}

/** Finds the one part of a form (RFC 7578), as browsers write it. */
function findFile(body: Buffer, boundary: string | undefined): UploadedForm {
  const unreadable = { ok: false, code: "body-unreadable" } as const;
  const delimiter = Buffer.from(`\r\n--${boundary}`, "latin1");
  const start = delimiter.length - 2;
  if (boundary === undefined || !body.subarray(0, start).equals(delimiter.subarray(2))) return unreadable;
  const headEnd = body.subarray(0, start + MAX_HEAD_BYTES).indexOf("\r\n\r\n", start);
  const fileStart = headEnd + 4;
  const fileEnd = headEnd === -1 ? -1 : body.indexOf(delimiter, fileStart);
  // Two hyphens end the form; anything else begins another part.
  const rest = body.subarray(fileEnd + delimiter.length).toString("latin1");
  if (fileEnd === -1 || !/^--(\r\n)?$/.test(rest)) return unreadable;
  const head = body.toString("utf8", start, headEnd);
  const disposition = /\r\ncontent-disposition: form-data; name="picture"(?:; filename="([^"\r\n]*)")?(?:\r\n|$)/i.exec(
    head,
  );
  if (disposition === null) return unreadable;
  const [, name] = disposition;
  if (name === undefined) return { ok: false, code: "file-missing" };
  return { ok: true, file: { name: unescaped(name), bytes: body.subarray(fileStart, fileEnd) } };
}

/** A file's name with what browsers escape in it. */
function unescaped(name: string): string {
  return name.replaceAll("%22", '"').replaceAll(/%0D|%0A/g, " ");
}
