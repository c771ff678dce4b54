/**
 * Public pages, rendered once until one of the versions they depend on changes, and stored compressed. At most
 * `PAGES_KEPT` of them: the keys are made of known paths and known search parameters only (route-table.ts), so real use
 * stays far below it.
 */
import { createHash } from "node:crypto";
import type { Logger } from "pino";
import type { VersionName } from "../../app/page-versions.ts";
import {
  type Asked,
  askedBy,
  type Encoding,
  matchesEtag,
  preferredEncoding,
  type ReadyAnswer,
  toResponse,
} from "./cached-response.ts";
import { compressBrotli, compressGzip } from "./compress.ts";

const PAGES_KEPT = 300;

/** Browsers always ask; a shared cache may hold a page for ten seconds. */
const CACHE_CONTROL = "public, max-age=0, s-maxage=10";

/**
 * A CDN that reads this header (RFC 9213) may also show the page a minute longer while it asks again. Said to all,
 * `stale-while-revalidate` would let browsers do so too, which then show older content than the site has.
 */
const CDN_CACHE_CONTROL = "public, max-age=10, stale-while-revalidate=60";

/** The versions a page was rendered under. */
type Versions = readonly (readonly [name: VersionName, version: number])[];

type Kept = {
  versions: Versions;
  etag: string;
  /** What who has the page already is told; undefined for pages that are sent each time. */
  unchanged: ReadyAnswer | undefined;
  answers: Record<Encoding, ReadyAnswer>;
};

/** A key has to come with the same dependencies every time. */
export type CacheablePage = { key: string; dependsOn: readonly VersionName[] };

export type PageCache = {
  /**
   * Responds with a page, rendered at most once for the present versions of what it depends on, however many requests come
   * at a time.
   */
  respond(request: Request, page: CacheablePage, render: () => Promise<Response>): Promise<Response>;
  /** The response of the page under `key`, if it is there and nothing that it depends on has changed. */
  find(key: string, asked: Asked): ReadyAnswer | undefined;
  /** How many pages are kept. */
  size(): number;
};

/** Makes an empty cache. `currentVersion` reads the present version of what a page can depend on; versions only grow. */
export function createPageCache(currentVersion: (name: VersionName) => number, log: Logger): PageCache {
  const kept = new Map<string, Kept>();
  const underWay = new Map<string, Promise<Kept | Response>>();

  const isFresh = ({ versions }: Kept) => versions.every(([name, version]) => version === currentVersion(name));

  /** @param versions read before rendering, so that a change in the meantime makes this page stale, never fresh */
  async function renderAndKeep(
    key: string,
    versions: Versions,
    render: () => Promise<Response>,
  ): Promise<Kept | Response> {
    const response = await render();
    if (!isKeepable(response)) return response;
    const plain = Buffer.from(await response.arrayBuffer());
    const page = await compress(versions, response, plain);
    // A page rendered after a later change may have been stored first.
    const stored = new Map(kept.get(key)?.versions);
    if (versions.some(([name, version]) => (stored.get(name) ?? version) > version)) return page;
    kept.delete(key);
    kept.set(key, page);
    const oldest = kept.keys().next();
    if (kept.size > PAGES_KEPT && !oldest.done) kept.delete(oldest.value);
    // The best Brotli takes longer than a visitor should wait, so it replaces the quick one when it is ready.
    compressBrotli(plain, "best").then(
      (best) => {
        page.answers.br = withBody(page.answers.br, best);
      },
      (error: unknown) => log.error({ event: "compress-failed", err: error }, "brotli failed"),
    );
    return page;
  }

  return {
    size: () => kept.size,
    find(key, asked) {
      const page = kept.get(key);
      return page !== undefined && isFresh(page) ? answerOf(page, asked) : undefined;
    },
    async respond(request, { key, dependsOn }, render) {
      const asked = askedBy(request);
      const page = kept.get(key);
      if (page !== undefined && isFresh(page)) return toResponse(answerOf(page, asked));
      const versions = dependsOn.map((name) => [name, currentVersion(name)] as const);
      const flight = `${versions.join()} ${key}`;
      let rendering = underWay.get(flight);
      if (rendering === undefined) {
        rendering = renderAndKeep(key, versions, render).finally(() => underWay.delete(flight));
        underWay.set(flight, rendering);
      }
      try {
        const fresh = await rendering;
        return fresh instanceof Response ? fresh.clone() : toResponse(answerOf(fresh, asked));
      } catch (error) {
        // The database is out of reach: an older page serves visitors better than none.
        if (page === undefined) throw error;
        log.error({ event: "render-failed", key, err: error }, "an older page was sent");
        return toResponse(answerOf(page, asked));
      }
    },
  };
}

/** Pages and their not-found page are kept; failures and redirects are not. */
function isKeepable(response: Response): boolean {
  return (response.status === 200 || response.status === 404) && !response.headers.has("Set-Cookie");
}

function answerOf(page: Kept, { acceptEncoding, ifNoneMatch }: Asked): ReadyAnswer {
  if (page.unchanged !== undefined && matchesEtag(ifNoneMatch, page.etag)) return page.unchanged;
  return page.answers[preferredEncoding(acceptEncoding)];
}

async function compress(versions: Versions, { status, headers: rendered }: Response, plain: Buffer): Promise<Kept> {
  const [zipped, brotli] = await Promise.all([compressGzip(plain), compressBrotli(plain, "quick")]);
  const etag = `W/"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`;
  const { "content-type": type, ...headers }: Record<string, string> = {
    ...Object.fromEntries(rendered),
    "cache-control": CACHE_CONTROL,
    "cdn-cache-control": CDN_CACHE_CONTROL,
    etag,
    vary: "Accept-Encoding, Cookie",
  };
  const whole = { status, headers: { ...headers, ...(type === undefined ? {} : { "content-type": type }) } };
  const encoded = (encoding: Encoding, body: Buffer) =>
    withBody({ ...whole, headers: { ...whole.headers, "content-encoding": encoding } }, body);
  return {
    versions,
    etag,
    unchanged: status === 200 ? { status: 304, headers, body: undefined } : undefined,
    answers: {
      br: encoded("br", brotli),
      gzip: encoded("gzip", zipped),
      identity: withBody(whole, plain),
    },
  };
}

function withBody({ status, headers }: Omit<ReadyAnswer, "body">, body: Buffer): ReadyAnswer {
  return { status, headers: { ...headers, "content-length": String(body.length) }, body };
}
