/** Reads a request's body into memory, up to a limit, before the request is handled. */

/** The site's forms have a few thousand characters; larger bodies are rejected. */
export const BODY_LIMIT_BYTES = 64 * 1024;

/** The request with its body in memory, or why there is none: larger than the limit, or it ended early. */
export type BufferedRequest = { ok: true; request: Request } | { ok: false; reason: "too-large" | "cut-off" };

/**
 * Reads the body of a request that may have one. A body with too large a `Content-Length` is not read at all, another that
 * is too large only up to the limit. The returned request is a new one, and is not aborted when its client disconnects: a
 * form that has arrived is processed to the end.
 */
export async function bufferRequest(request: Request, limitBytes: number): Promise<BufferedRequest> {
  const { url, method, headers } = request;
  if (method === "GET" || method === "HEAD") return { ok: true, request: new Request(url, { method, headers }) };
  if (Number(headers.get("content-length") ?? 0) > limitBytes) return { ok: false, reason: "too-large" };
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    // `body` is null on requests made without one; those of Node's server are streams that may be empty.
    for await (const chunk of request.body ?? []) {
      size += chunk.length;
      if (size > limitBytes) return { ok: false, reason: "too-large" };
      chunks.push(chunk);
    }
  } catch {
    return { ok: false, reason: "cut-off" };
  }
  return { ok: true, request: new Request(url, { method, headers, body: Buffer.concat(chunks) }) };
}

/**
 * The request as a route gets it that reads a large body itself, after the guard of the pages has let it. Like a buffered
 * one it is not aborted when its client disconnects.
 */
export function withUnreadBody({ url, method, headers, body }: Request): Request {
  // `duplex` is required by Node and missing from the DOM's type.
  return new Request(url, { method, headers, body, duplex: "half" } as RequestInit);
}
