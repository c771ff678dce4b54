/**
 * Public pages, rendered once until a version that they depend on changes, and stored compressed. Keys have only known paths
 * and search parameters (route-table.ts), so real use stays far below `MAX_PAGES`.
 */
import { createHash } from "node:crypto";
import type { Logger } from "pino";
import type { VersionName } from "../../app/request/public-page.ts";
import { type CachedResponse, toResponse } from "./cached-response.ts";
import { compressBrotli, compressGzip } from "./compress.ts";
import {
  type Encoding,
  matchesEtag,
  type NegotiationHeaders,
  negotiationHeaders,
  preferredEncoding,
} from "./content-negotiation.ts";

const MAX_PAGES = 300;

/** Browsers always revalidate; a shared cache may store a page for ten seconds. */
const CACHE_CONTROL = "public, max-age=0, s-maxage=10";

/** CDNs may serve a page one more minute while revalidating (RFC 9213). In `Cache-Control`, browsers would too. */
const CDN_CACHE_CONTROL = "public, max-age=10, stale-while-revalidate=60";

/** Pages that change often get their best compression only after staying this long. Others get it at their second request. */
const RECENT_MS = 10_000;

const PUBLIC = { "cache-control": CACHE_CONTROL, "cdn-cache-control": CDN_CACHE_CONTROL };

/** Not stored by browsers: after signing out, the Back button must not show a signed-in page. */
const SIGNED_IN = { "cache-control": "private, no-store" };

/** Prefix of keys for signed-in visitors. Request targets have no space, so `find` never returns such a page. */
const SIGNED_IN_PREFIX = "signed-in ";

type Versions = readonly (readonly [name: VersionName, version: number])[];

type CachedPage = {
  /** By `performance.now()`. */
  renderedAt: number;
  /** From when a request for the page starts its best compression; infinite once that has started. */
  compressBestFrom: number;
  versions: Versions;
  etag: string;
  /** The 304 response; undefined for pages that are always sent in full. */
  notModified: CachedResponse | undefined;
  responses: Record<Encoding, CachedResponse>;
};

/** A page's key always has the same dependencies. @property isForSignedIn cached for signed-in visitors, only in this cache */
export type CacheablePage = { key: string; dependsOn: readonly VersionName[]; isForSignedIn?: boolean };

/** Creates an empty cache. @param currentVersion versions only increase @param recentMs tests set a shorter time */
export function createPageCache(
  currentVersion: (name: VersionName) => number,
  log: Logger,
  { recentMs = RECENT_MS } = {},
) {
  const pages = new Map<string, CachedPage>();
  const inFlight = new Map<string, Promise<CachedPage | Response>>();

  const isFresh = ({ versions }: CachedPage) => versions.every(([name, version]) => version === currentVersion(name));

  /** @param versions read before rendering, so that a change in the meantime makes this page stale, never fresh */
  async function renderAndStore(
    key: string,
    cacheControl: Record<string, string>,
    versions: Versions,
    render: () => Promise<Response>,
  ): Promise<CachedPage | Response> {
    const response = await render();
    if (!isCacheable(response)) return response;
    const plain = Buffer.from(await response.arrayBuffer());
    const page = await compress(versions, cacheControl, response, plain);
    // A page rendered after a later change may have been stored first.
    const before = pages.get(key);
    const stored = new Map(before?.versions);
    if (versions.some(([name, version]) => (stored.get(name) ?? version) > version)) return page;
    pages.delete(key);
    pages.set(key, page);
    const oldest = pages.keys().next();
    if (pages.size > MAX_PAGES && !oldest.done) pages.delete(oldest.value);
    const changesOften = before !== undefined && page.renderedAt - before.renderedAt <= recentMs;
    if (changesOften) page.compressBestFrom = page.renderedAt + recentMs;
    return page;
  }

  /** Selects the response of a page that was requested before. Many pages of a quiet site are never requested again. */
  function selectAgain(page: CachedPage, negotiation: NegotiationHeaders): CachedResponse {
    const response = selectResponse(page, negotiation);
    if (response === page.responses.br && performance.now() >= page.compressBestFrom) void compressBest(page);
    return response;
  }

  /** The best compression would make a visitor wait, so it replaces the quick one later. */
  async function compressBest(page: CachedPage): Promise<void> {
    page.compressBestFrom = Number.POSITIVE_INFINITY;
    const plain = page.responses.identity.body;
    if (plain === undefined) return;
    try {
      page.responses.br = withBody(page.responses.br, await compressBrotli(plain, "best"));
    } catch (error) {
      log.error({ event: "compress-failed", err: error }, "could not compress a page");
    }
  }

  return {
    size: () => pages.size,
    /** The response of the public page under `key`, if it is cached and fresh. */
    find(key: string, negotiation: NegotiationHeaders): CachedResponse | undefined {
      const page = pages.get(key);
      return page !== undefined && isFresh(page) ? selectAgain(page, negotiation) : undefined;
    },
    /** Responds with a page, which is rendered at most once for its current versions, even for concurrent requests. */
    async respond(
      request: Request,
      { key: publicKey, dependsOn, isForSignedIn = false }: CacheablePage,
      render: () => Promise<Response>,
    ): Promise<Response> {
      const key = isForSignedIn ? SIGNED_IN_PREFIX + publicKey : publicKey;
      const negotiation = negotiationHeaders(request);
      const page = pages.get(key);
      if (page !== undefined && isFresh(page)) return toResponse(selectAgain(page, negotiation));
      const versions = dependsOn.map((name) => [name, currentVersion(name)] as const);
      const flightKey = `${versions.join()} ${key}`;
      let rendering = inFlight.get(flightKey);
      if (rendering === undefined) {
        rendering = renderAndStore(key, isForSignedIn ? SIGNED_IN : PUBLIC, versions, render).finally(() =>
          inFlight.delete(flightKey),
        );
        inFlight.set(flightKey, rendering);
      }
      try {
        const fresh = await rendering;
        return fresh instanceof Response ? fresh.clone() : toResponse(selectResponse(fresh, negotiation));
      } catch (error) {
        // Most likely the database is unavailable: a stale page serves visitors better than none.
        if (page === undefined) throw error;
        log.error({ event: "render-failed", key, err: error }, "could not render a page; sent a stale page");
        return toResponse(selectResponse(page, negotiation));
      }
    },
  };
}

/** Pages and the not-found page are cached; failures and redirects are not. */
function isCacheable(response: Response): boolean {
  return (response.status === 200 || response.status === 404) && !response.headers.has("Set-Cookie");
}

function selectResponse(page: CachedPage, { acceptEncoding, ifNoneMatch }: NegotiationHeaders): CachedResponse {
  if (page.notModified !== undefined && matchesEtag(ifNoneMatch, page.etag)) return page.notModified;
  return page.responses[preferredEncoding(acceptEncoding)];
}

async function compress(
  versions: Versions,
  cacheControl: Record<string, string>,
  { status, headers: rendered }: Response,
  plain: Buffer,
): Promise<CachedPage> {
  const [zipped, brotli] = await Promise.all([compressGzip(plain), compressBrotli(plain, "quick")]);
  const etag = `W/"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`;
  const { "content-type": type, ...headers }: Record<string, string> = {
    ...Object.fromEntries(rendered),
    ...cacheControl,
    etag,
    vary: "Accept-Encoding, Cookie",
  };
  const whole = { status, headers: { ...headers, ...(type === undefined ? {} : { "content-type": type }) } };
  const encoded = (encoding: Encoding, body: Buffer) =>
    withBody({ ...whole, headers: { ...whole.headers, "content-encoding": encoding } }, body);
  return {
    renderedAt: performance.now(),
    compressBestFrom: 0,
    versions,
    etag,
    notModified: status === 200 ? { status: 304, headers, body: undefined } : undefined,
    responses: {
      br: encoded("br", brotli),
      gzip: encoded("gzip", zipped),
      identity: withBody(whole, plain),
    },
  };
}

function withBody({ status, headers }: Omit<CachedResponse, "body">, body: Buffer): CachedResponse {
  return { status, headers: { ...headers, "content-length": String(body.length) }, body };
}
