/** Takes an upload: what it is by its first bytes, then the encoder, then the database. */
import { createHash } from "node:crypto";
import type { Actor } from "../platform/activity.server.ts";
import type { Services } from "../platform/services.ts";
import type { UploadProblem } from "./messages.ts";
import { addPicture, findPicture } from "./pictures.server.ts";
import type { UploadedFile } from "./read-upload.server.ts";
import { MAX_UPLOAD_BYTES } from "./upload-limits.ts";

/** Hexadecimal digits of a picture's hash. */
const HASH_LENGTH = 20;

/** Kinds of HEIF that phones write, by the brand in their first bytes (ISO 14496-12, `ftyp`). */
const HEIC_BRANDS = new Set(["heic", "heix", "hevc", "hevx", "heim", "heis", "mif1", "msf1"]);

export type UploadOutcome = { ok: true; hash: string } | { ok: false; code: UploadProblem };

/**
 * Stores an uploaded picture. The same file again is the picture that is there.
 * @throws when the database doesn't respond; nothing is stored then
 */
export async function uploadPicture(services: Services, actor: Actor, file: UploadedFile): Promise<UploadOutcome> {
  const { name, bytes } = file;
  // A form without a chosen file sends an empty one without a name.
  if (bytes.length === 0) return { ok: false, code: name === "" ? "file-missing" : "file-empty" };
  if (bytes.length > MAX_UPLOAD_BYTES) return { ok: false, code: "file-too-large" };
  const wrong = kindProblem(bytes);
  if (wrong !== undefined) return { ok: false, code: wrong };
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, HASH_LENGTH);
  const known = await findPicture(services.db, hash);
  if (known?.state === "making" || known?.state === "ready") return { ok: true, hash };
  const read = await services.imageEncoder.read(bytes);
  if (!read.ok) {
    services.log.info({ event: "upload-refused", code: read.code, bytes: bytes.length }, "refused an upload");
    return read;
  }
  await addPicture(services, actor, hash, name, read.image);
  return { ok: true, hash };
}

/** What is wrong with a file by its first bytes; undefined for a JPEG, PNG or WebP. */
export function kindProblem(bytes: Uint8Array): "heic" | "kind-unknown" | undefined {
  const first = Buffer.from(bytes.subarray(0, 16)).toString("latin1");
  if (first.startsWith("\xff\xd8\xff") || first.startsWith("\x89PNG\r\n\x1a\n")) return undefined;
  if (first.startsWith("RIFF") && first.slice(8, 12) === "WEBP") return undefined;
  return first.slice(4, 8) === "ftyp" && HEIC_BRANDS.has(first.slice(8, 12)) ? "heic" : "kind-unknown";
}
