/** Reads a request's body into memory, up to a limit, before the request is handled. */

/** The site's forms have a few thousand characters; larger bodies are rejected. */
export const BODY_LIMIT_BYTES = 64 * 1024;

/** The request with its body in memory, or why there is none: more than the limit, or it ended early. */
export type BufferedRequest =
  | { ok: true; request: Request }
  | { ok: false; reason: "too-large" | "too-many-fields" | "cut-off" };

/**
 * Reads the body of a request that may have one. A body with too large a `Content-Length` is not read at all, another that
 * is too large only up to the limit. The fields of a form are counted before anything parses it. The returned request is a
 * new one, and is not aborted when its client disconnects: a form that has arrived is processed to the end.
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
    // `body` is null on requests made without one; those of Node's server are streams that may be empty.
    for await (const chunk of request.body ?? []) {
      size += chunk.length;
      if (size > limit.bytes) return { ok: false, reason: "too-large" };
      chunks.push(chunk);
    }
  } catch {
    return { ok: false, reason: "cut-off" };
  }
  const body = Buffer.concat(chunks);
  if (mayHaveMoreFields(body, headers, limit.fields)) return { ok: false, reason: "too-many-fields" };
  return { ok: true, request: new Request(url, { method, headers, body }) };
}

/**
 * Whether a form may have more fields than `max`: by what separates them, or by what the head of each part must have. Each
 * encoding that the type names is counted, so that a type can't be read in one way here and in another by the parser.
 */
function mayHaveMoreFields(body: Buffer, headers: Headers, max: number): boolean {
  const type = headers.get("content-type")?.toLowerCase() ?? "";
  if (type.includes("x-www-form-urlencoded") && countUpTo(max, body, "&") >= max) return true;
  return type.includes("form-data") && countUpTo(max + 1, body.toString("latin1").toLowerCase(), "form-data") > max;
}

/** How often `wanted` occurs, without counting beyond `enough`. */
function countUpTo(enough: number, text: Buffer | string, wanted: string): number {
  let count = 0;
  for (let at = text.indexOf(wanted); at !== -1 && count < enough; at = text.indexOf(wanted, at + wanted.length))
    count += 1;
  return count;
}

/**
 * The request as a route gets it that reads a large body itself, after the guard of the pages has let it. Like a buffered
 * one it is not aborted when its client disconnects.
 */
export function withUnreadBody({ url, method, headers, body }: Request): Request {
  // `duplex` is required by Node and missing from the DOM's type.
  return new Request(url, { method, headers, body, duplex: "half" } as RequestInit);
}
