/** The service workers' files: for reading offline or, if that is switched off, for removing saved pages. */
import { createHash } from "node:crypto";
import { REMOVAL_WORKER } from "../../app/site/offline/worker.ts";
import { toResponse } from "../cache/cached-response.ts";
import { compressBrotli, compressGzip } from "../cache/compress.ts";
import { type Encoding, matchesEtag, preferredEncoding } from "../cache/content-negotiation.ts";

/** The worker may only make requests to the site. */
const POLICY = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";

/**
 * Responds to requests for a worker. Browsers compare it on each visit, so it must be revalidated. @param worker its
 * text by version
 */
export function createOfflineWorker(
  worker: (version: string) => string,
  isOn: boolean,
): (request: Request) => Promise<Response> {
  // A hash of the text without the version: another build with the same worker changes nothing.
  const text = isOn ? worker(shortHash(worker(""))) : REMOVAL_WORKER;
  const body = Buffer.from(text);
  const etag = `W/"${shortHash(text)}"`;
  const bodies: Record<Encoding, () => Promise<Buffer>> = {
    br: () => compressBrotli(body, "best"),
    gzip: () => compressGzip(body),
    identity: async () => body,
  };
  const headers = { "cache-control": "no-cache", etag, vary: "Accept-Encoding", "content-security-policy": POLICY };
  return async (request) => {
    if (matchesEtag(request.headers.get("if-none-match"), etag)) return new Response(null, { status: 304, headers });
    const encoding = preferredEncoding(request.headers.get("accept-encoding"));
    const encoded = encoding === "identity" ? {} : { "content-encoding": encoding };
    const whole = { ...headers, ...encoded, "content-type": "text/javascript; charset=utf-8" };
    return toResponse({ status: 200, headers: whole, body: await bodies[encoding]() });
  };
}

function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 12);
}
