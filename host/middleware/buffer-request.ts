/** Reads a request's body into memory, up to a limit, before the request is handled. */
import { MAX_IMPORT_BODY_BYTES } from "../../app/members/import/imports.server.ts";
import { MAX_UPLOAD_BODY_BYTES } from "../../app/pictures/upload.server.ts";

/** The site's forms have a few thousand characters; larger bodies are rejected. */
export const BODY_LIMIT_BYTES = 64 * 1024;

type BufferedRequest =
  | { ok: true; request: Request }
  | { ok: false; reason: "too-large" | "too-many-fields" | "cut-off" };

/**
 * Reads a request's body up to the limit, and counts form fields before parsing. The new request is not aborted on
 * disconnect, so complete forms are processed.
 */
export async function bufferRequest(
  request: Request,
  limit: { bytes: number; fields: number },
): Promise<BufferedRequest> {
  const { url, method, headers } = request;
  if (method === "GET" || method === "HEAD") return { ok: true, request: new Request(url, { method, headers }) };
  if (Number(headers.get("content-length") ?? 0) > limit.bytes) return { ok: false, reason: "too-large" };
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    // `body` is null on synthetic requests; Node's requests have a stream, possibly empty.
    for await (const chunk of request.body ?? []) {
      size += chunk.length;
      if (size > limit.bytes) return { ok: false, reason: "too-large" };
      chunks.push(chunk);
    }
  } catch {
    return { ok: false, reason: "cut-off" };
  }
  const body = Buffer.concat(chunks);
  if (canExceedFields(body, headers, limit.fields)) return { ok: false, reason: "too-many-fields" };
  return { ok: true, request: new Request(url, { method, headers, body }) };
}

/** Whether a form may exceed `max` fields, counted for each named encoding, so that parsers can't disagree. */
function canExceedFields(body: Buffer, headers: Headers, max: number): boolean {
  const type = headers.get("content-type")?.toLowerCase() ?? "";
  if (type.includes("x-www-form-urlencoded") && countUpTo(max, body, "&") >= max) return true;
  return type.includes("form-data") && countUpTo(max + 1, body.toString("latin1").toLowerCase(), "form-data") > max;
}

/** How often `wanted` occurs, without counting beyond `limit`. */
function countUpTo(limit: number, text: Buffer | string, wanted: string): number {
  let count = 0;
  for (let at = text.indexOf(wanted); at !== -1 && count < limit; at = text.indexOf(wanted, at + wanted.length))
    count += 1;
  return count;
}

/** The request for a route that reads a large body itself, not aborted on disconnect. */
export function withUnreadBody({ url, method, headers, body }: Request): Request {
  // `duplex` is required by Node and missing from the DOM's type.
  return new Request(url, { method, headers, body, duplex: "half" } as RequestInit);
}

/** By path: pictures, and lists of members. */
const UPLOAD_LIMITS: ReadonlyMap<string, number> = new Map([
  ["/staff/pictures", MAX_UPLOAD_BODY_BYTES],
  ["/staff/members/import", MAX_IMPORT_BODY_BYTES],
]);

/**
 * The largest body of a request that uploads something; undefined for all others.
 * @param target the path, with or without a query
 */
export function uploadLimit(method: string | undefined, target: string): number | undefined {
  return method === "POST" ? UPLOAD_LIMITS.get(target.split("?", 1).join()) : undefined;
}
