/** Uploads of pictures: limits shared with the host, parsing without copying the file, and storing after checks. */
import { createHash } from "node:crypto";
import { MIMEType } from "node:util";
import { sql } from "kysely";
import { readLargeBody, receiveBody } from "../forms/large-body.server.ts";
import type { Actor } from "../platform/activity.server.ts";
import { daysBefore } from "../platform/durations.ts";
import type { Services } from "../platform/services.ts";
import { letOthersIn } from "../platform/worker.server.ts";
import { addPicture, findPicture, removePicture } from "./pictures.server.ts";
import type { PictureProblem } from "./problems.ts";

const MAX_UPLOAD_BYTES = 15 * 1024 * 1024;

/** The largest body: the file, and what a multipart form puts around it. */
export const MAX_UPLOAD_BODY_BYTES = MAX_UPLOAD_BYTES + 64 * 1024;

/** A whole upload must arrive within this time: 15 MB at one megabit a second. */
export const UPLOAD_TIMEOUT_MS = 120_000;

/** The headers of a file's part: some 150 characters and the file's name. */
const MAX_HEAD_BYTES = 4096;

const PICTURE_HASH_LENGTH = 20;

/** Kinds of HEIF that phones write, by the brand in their first bytes (ISO 14496-12, `ftyp`). */
const HEIC_BRANDS = new Set(["heic", "heix", "hevc", "hevx", "heim", "heis", "mif1", "msf1"]);

/** Uploads are deleted after this if nobody has recorded who is in them; they can't be published before that. */
const RETENTION_DAYS = 30;

export type UploadedFile = { name: string; bytes: Uint8Array };

export type UploadedForm =
  | { code: "read"; file: UploadedFile }
  | { code: "file-missing" | "file-too-large" | "body-unreadable" };

/** Reads the form of an upload: one file, in the field `picture`. Never throws. */
export async function readUpload(request: Request): Promise<UploadedForm> {
  const body = await readLargeBody(request, MAX_UPLOAD_BODY_BYTES);
  if (body === "cut-off") return { code: "body-unreadable" };
  if (body === "too-large") return { code: "file-too-large" };
  return findFile(body, boundaryIn(request.headers.get("content-type") ?? ""));
}

/** Bodies that are read and discarded at once: received data takes memory until it is collected. */
const MAX_DRAINING = 2;

let draining = 0;
const waitingToDrain: (() => void)[] = [];

/** Reads and discards the body of an upload that can't be accepted now. A few at once; the others wait, unread. */
export async function drainUpload(request: Request): Promise<void> {
  if (draining >= MAX_DRAINING) await new Promise<void>((resolve) => waitingToDrain.push(resolve));
  else draining += 1;
  try {
    await receiveBody(request);
  } finally {
    const next = waitingToDrain.shift();
    if (next === undefined) draining -= 1;
    else next();
  }
}

function boundaryIn(contentType: string): string | undefined {
  try {
    const { essence, params } = new MIMEType(contentType);
    return essence === "multipart/form-data" ? (params.get("boundary") ?? undefined) : undefined;
  } catch {
    return undefined;
  }
}

const DISPOSITION = /^content-disposition: form-data; name="picture"(?:; filename="([^"\r\n]*)")?$/i;

/** Finds the one part of a form (RFC 7578), as browsers write it. */
function findFile(body: Buffer, boundary: string | undefined): UploadedForm {
  const unreadable = { code: "body-unreadable" } as const;
  const delimiter = Buffer.from(`\r\n--${boundary}`, "latin1");
  const start = delimiter.length - 2;
  if (boundary === undefined || !body.subarray(0, start).equals(delimiter.subarray(2))) return unreadable;
  const headEnd = body.subarray(0, start + MAX_HEAD_BYTES).indexOf("\r\n\r\n", start);
  const fileStart = headEnd + 4;
  const fileEnd = headEnd === -1 ? -1 : body.indexOf(delimiter, fileStart);
  // Two hyphens end the form; anything else begins another part.
  const rest = body.subarray(fileEnd + delimiter.length).toString("latin1");
  if (fileEnd === -1 || !/^--(\r\n)?$/.test(rest)) return unreadable;
  const [, ...headers] = body.toString("utf8", start, headEnd).split("\r\n");
  const disposition = headers.map((header) => DISPOSITION.exec(header)).find((match) => match !== null);
  if (disposition === undefined) return unreadable;
  const [, name] = disposition;
  if (name === undefined) return { code: "file-missing" };
  const unescaped = name.replaceAll("%22", '"').replaceAll(/%0D|%0A/g, " ");
  return { code: "read", file: { name: unescaped, bytes: body.subarray(fileStart, fileEnd) } };
}

export type UploadOutcome = { code: "done"; hash: string } | { code: PictureProblem };

/**
 * Stores an uploaded picture. An identical file returns the existing picture.
 * @throws when the database doesn't respond; nothing is stored then
 */
export async function uploadPicture(services: Services, actor: Actor, file: UploadedFile): Promise<UploadOutcome> {
  const { name, bytes } = file;
  // A form without a chosen file sends an empty one without a name.
  if (bytes.length === 0) return { code: name === "" ? "file-missing" : "file-empty" };
  if (bytes.length > MAX_UPLOAD_BYTES) return { code: "file-too-large" };
  const problem = kindProblem(bytes);
  if (problem !== undefined) return { code: problem };
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, PICTURE_HASH_LENGTH);
  const known = await findPicture(services.db, hash);
  if (known?.state === "making" || known?.state === "ready") return { code: "done", hash };
  const read = await services.imageEncoder.read(bytes);
  if (!read.ok) {
    services.log.info({ event: "upload-refused", code: read.code, bytes: bytes.length }, "refused an upload");
    return { code: read.code };
  }
  await addPicture(services, actor, hash, name, read.image);
  return { code: "done", hash };
}

/** The problem of a file by its first bytes; undefined for a JPEG, PNG or WebP. */
export function kindProblem(bytes: Uint8Array): "heic" | "kind-unknown" | undefined {
  const first = Buffer.from(bytes.subarray(0, 16)).toString("latin1");
  if (first.startsWith("\xff\xd8\xff") || first.startsWith("\x89PNG\r\n\x1a\n")) return undefined;
  if (first.startsWith("RIFF") && first.slice(8, 12) === "WEBP") return undefined;
  return first.slice(4, 8) === "ftyp" && HEIC_BRANDS.has(first.slice(8, 12)) ? "heic" : "kind-unknown";
}

/** Removes uploads that were never finished. */
export async function removeAbandonedPictures(services: Services): Promise<void> {
  const before = daysBefore(services.now(), RETENTION_DAYS);
  const abandoned = await services.db
    .selectFrom("pictures")
    .select("hash")
    .where("made_at", "<", before)
    // A literal, as in the index: SQLite doesn't use a partial index for a parameter.
    .where(sql<boolean>`subjects = 'undecided'`)
    .where("state", "!=", "withdrawn")
    .execute();
  for (const { hash } of abandoned) {
    await removePicture(services, null, hash);
    await letOthersIn();
  }
}
