/** Takes a request in whole, up to a limit, before anything works on it. */

/** The request with its body in memory, or why there is none: more than the limit, or it ended too early. */
export type Taken = { ok: true; request: Request } | { ok: false; reason: "too-large" | "cut-off" };

/**
 * Reads the body of a request that may have one. What announces too much is not read at all, what turns out to be too
 * much only up to the limit. The request handed on is Node's own, and doesn't end when its client goes away: a form
 * that has arrived is worked on to the end.
 */
export async function takeRequest(request: Request, limitBytes: number): Promise<Taken> {
  const { url, method, headers } = request;
  if (method === "GET" || method === "HEAD") return { ok: true, request: new Request(url, { method, headers }) };
  if (Number(headers.get("content-length") ?? 0) > limitBytes) return { ok: false, reason: "too-large" };
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    // `body` is absent on requests made without one; Node's are streams that may be empty.
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
