/**
 * Public pages, rendered once per content version and kept compressed. At most `PAGES_KEPT` of them: the keys are
 * made of known paths and known query values only (page-table.ts), so real use stays far below it.
 */
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Logger } from "pino";

const PAGES_KEPT = 300;

const QUICK_BROTLI_QUALITY = 5;
const BEST_BROTLI_QUALITY = 11;

/** A CDN may hold a page for ten seconds and show it a minute longer while it asks again. Browsers always ask. */
const CACHE_CONTROL = "public, max-age=0, s-maxage=10, stale-while-revalidate=60";

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

type Kept = {
  version: number;
  status: number;
  headers: Record<string, string>;
  etag: string;
  plain: Buffer;
  gzip: Buffer;
  brotli: Buffer;
};

export type PageCache = {
  /** Answers a request for `key`, rendering at most once per content version however many ask at a time. */
  respond(request: Request, key: string, render: () => Promise<Response>): Promise<Response>;
  /** How many pages are kept. */
  size(): number;
};

/** Makes an empty cache. `version` tells the content's present version. */
export function createPageCache(version: () => number, log: Logger): PageCache {
  const kept = new Map<string, Kept>();
  const underWay = new Map<string, Promise<Kept | Response>>();

  async function renderAndKeep(key: string, render: () => Promise<Response>): Promise<Kept | Response> {
    // Read before rendering: content that changes meanwhile makes this page stale, never fresh.
    const at = version();
    const response = await render();
    if (!isKeepable(response)) return response;
    const page = await compress(at, response);
    kept.delete(key);
    kept.set(key, page);
    const oldest = kept.keys().next();
    if (kept.size > PAGES_KEPT && !oldest.done) kept.delete(oldest.value);
    compressBest(page).catch((error: unknown) => log.error({ event: "compress-failed", err: error }, "brotli failed"));
    return page;
  }

  return {
    size: () => kept.size,
    async respond(request, key, render) {
      const page = kept.get(key);
      if (page?.version === version()) return answer(request, page);
      const flight = `${version()} ${key}`;
      let rendering = underWay.get(flight);
      if (rendering === undefined) {
        rendering = renderAndKeep(key, render).finally(() => underWay.delete(flight));
        underWay.set(flight, rendering);
      }
      try {
        const fresh = await rendering;
        return fresh instanceof Response ? fresh.clone() : answer(request, fresh);
      } catch (error) {
        // The database is out of reach: an older page serves visitors better than none.
        if (page === undefined) throw error;
        log.error({ event: "render-failed", key, err: error }, "an older page was sent");
        return answer(request, page);
      }
    },
  };
}

/** Pages and their not-found page are kept; failures and redirects are not. */
function isKeepable(response: Response): boolean {
  return (response.status === 200 || response.status === 404) && !response.headers.has("Set-Cookie");
}

async function compress(version: number, response: Response): Promise<Kept> {
  const plain = Buffer.from(await response.arrayBuffer());
  const [zipped, brotli] = await Promise.all([compressGzip(plain), brotliOf(plain, QUICK_BROTLI_QUALITY)]);
  const headers: Record<string, string> = {};
  response.headers.forEach((value, name) => {
    headers[name] = value;
  });
  headers["cache-control"] = CACHE_CONTROL;
  headers.vary = "Accept-Encoding, Cookie";
  const etag = `W/"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`;
  headers.etag = etag;
  return { version, status: response.status, headers, etag, plain, gzip: zipped, brotli };
}

/** The best Brotli takes longer than a visitor should wait, so it replaces the quick one when it is ready. */
async function compressBest(page: Kept): Promise<void> {
  page.brotli = await brotliOf(page.plain, BEST_BROTLI_QUALITY);
}

function brotliOf(bytes: Buffer, quality: number): Promise<Buffer> {
  return compressBrotli(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
}

function answer(request: Request, page: Kept): Response {
  const headers: Record<string, string> = { ...page.headers };
  if (page.status === 200 && matchesEtag(request.headers.get("if-none-match"), page.etag)) {
    delete headers["content-type"];
    return new Response(null, { status: 304, headers });
  }
  const encoding = preferredEncoding(request.headers.get("accept-encoding"));
  if (encoding !== undefined) headers["content-encoding"] = encoding;
  const body = encoding === "br" ? page.brotli : encoding === "gzip" ? page.gzip : page.plain;
  headers["content-length"] = String(body.length);
  // Node's Buffer is a Uint8Array; the DOM's BodyInit type asks for one over a plain ArrayBuffer, which these are.
  return new Response(body as Uint8Array<ArrayBuffer>, { status: page.status, headers });
}

/** Whether an `If-None-Match` header names this page (weak comparison, RFC 9110 section 13.1.2). */
export function matchesEtag(header: string | null, etag: string): boolean {
  if (header === null) return false;
  const bare = etag.replace(/^W\//, "");
  return header.split(",").some((candidate) => {
    const value = candidate.trim();
    return value === "*" || value.replace(/^W\//, "") === bare;
  });
}

/** Brotli before gzip, neither when the client refuses it with `q=0` (RFC 9110 section 12.5.3). */
export function preferredEncoding(header: string | null): "br" | "gzip" | undefined {
  const accepted = new Map<string, boolean>();
  for (const part of (header ?? "").toLowerCase().split(",")) {
    const [coding = "", ...parameters] = part.split(";").map((word) => word.trim());
    accepted.set(coding, !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)));
  }
  if (accepted.get("br") ?? false) return "br";
  if (accepted.get("gzip") ?? accepted.get("*") ?? false) return "gzip";
  return undefined;
}
