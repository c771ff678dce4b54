/** The whole site as one fetch function. The middleware stands in the order in which a request meets it. */
import { randomUUID } from "node:crypto";
import { type Context, Hono } from "hono";
import { hasSessionCookie } from "../app/accounts/auth.server.ts";
import { catalogue } from "../app/content/catalogue.ts";
import { listEntries } from "../app/content/entries.server.ts";
import { currentVersion } from "../app/page-versions.ts";
import { isReady } from "../app/platform/database.server.ts";
import { isDatabaseAway } from "../app/platform/database-unavailable.ts";
import type { Services } from "../app/platform/services.ts";
import { toResponse } from "./cache/cached-response.ts";
import { compressFor } from "./cache/compress.ts";
import { createQuickAnswers, type QuickAnswers } from "./cache/fast-path.ts";
import { type CacheablePage, createPageCache } from "./cache/page-cache.ts";
import { createRouteTable, decodePath } from "./cache/route-table.ts";
import type { StaticAssets } from "./cache/static-files.ts";
import { build, createRenderer, type Rendered } from "./document/render-page.ts";
import { isOwnHost } from "./middleware/allowed-hosts.ts";
import { takeRequest } from "./middleware/buffer-request.ts";
import { cameByHttps, clientAddress, trustedProxies } from "./middleware/client-address.ts";
import { refusal, SENTENCES } from "./middleware/error-responses.ts";
import { isAllowedByOrigin } from "./middleware/origin-guard.ts";
import { crawlerFiles } from "./middleware/robots-and-sitemap.ts";
import { DEFAULT_HEADERS, securityHeaders } from "./middleware/security-headers.ts";

/** Forms of the site are a few thousand characters; nothing larger is read. */
const BODY_LIMIT_BYTES = 64 * 1024;

/** Longer paths are nobody's, and a line of the log should stay one. */
const LOGGED_PATH_CHARACTERS = 200;

const METHODS = new Set(["GET", "HEAD", "POST"]);
const ALLOW = "GET, HEAD, POST, OPTIONS";

const NO_STORE = { "Cache-Control": "no-store" };

/** What the socket knows and a Request does not. */
export type Connection = {
  peerAddress: string;
  /** The request's id in the log and in `X-Request-Id`; without it one is made. */
  requestId?: string;
};

/** What the start hands over beside the services. */
export type HostOptions = {
  /** The built files; absent where another server sends them (development). */
  assets?: StaticAssets;
  /** Whether the site takes new work: false from the moment it is told to stop. */
  isStopping?: () => boolean;
};

type Env = { Bindings: Connection; Variables: { clientAddress: string; error?: unknown } };

/** A page that could not be rendered as it is now: an older one, when the cache has it, serves as well or better. */
class NotRendered extends Error {
  readonly response: Response;

  constructor({ response, error }: Made) {
    super("A public page could not be rendered as it is now", { cause: error });
    this.response = response;
  }
}

/** A response for the page cache, and with a 5xx what went wrong. */
type Made = { response: Response; error?: unknown };

function asMade({ body, status, headers, error }: Rendered): Made {
  return { response: toResponse({ body, status, headers }), error };
}

const OLDER_CONTENT = new Error("The database is away, and the page was made of content from before the last change");

export type App = {
  /** The whole site: answers any Request; `connection` says who sent it. */
  fetch: (request: Request, connection: Connection) => Promise<Response>;
  /** The short way to those of its answers that are in memory. */
  answerQuickly: QuickAnswers;
  /** How many pages are cached. */
  cachedPages: () => number;
};

/** Makes the site. */
export function createApp(services: Services, options: HostOptions = {}): App {
  const { config, log } = services;
  const proxies = trustedProxies(config.trustedProxies);
  const https = config.publicUrl?.startsWith("https://") ?? false;
  const everyHeader = securityHeaders(https);
  const render = createRenderer(services, options.assets?.text);
  const routeTable = createRouteTable(build.routes, async (type) =>
    (await listEntries(services, catalogue[type])).map(({ slug }) => slug),
  );
  const pageCache = createPageCache((name) => currentVersion(services, name), log);

  const app = new Hono<Env>();

  app.use(async (c, next) => {
    const started = performance.now();
    const requestId = c.env.requestId ?? randomUUID();
    c.set("clientAddress", clientAddress(c.env.peerAddress, c.req.header("x-forwarded-for") ?? null, proxies));
    await services.requestId.run(requestId, next);
    for (const [name, value] of everyHeader) c.res.headers.set(name, value);
    for (const [name, value] of DEFAULT_HEADERS) if (!c.res.headers.has(name)) c.res.headers.set(name, value);
    c.res.headers.set("X-Request-Id", requestId);
    const { error } = c.var;
    log[error === undefined ? "info" : "error"](
      {
        event: "request",
        id: requestId,
        method: c.req.method,
        // Without the query, which may hold a token or what was typed.
        path: c.req.path.slice(0, LOGGED_PATH_CHARACTERS),
        status: c.res.status,
        ms: Math.round(performance.now() - started),
        ...(error === undefined ? {} : { err: error }),
      },
      "request",
    );
  });

  app.use(async (c, next) => {
    if (!isOwnHost(new URL(c.req.url), config.publicUrl)) return refusal(c.req.raw, 421, SENTENCES.otherHost);
    // A health check may ask by OPTIONS (HAProxy's does unless told otherwise), of a path or of `*`.
    if (c.req.method === "OPTIONS") return new Response(null, { status: 204, headers: { Allow: ALLOW, ...NO_STORE } });
    if (!METHODS.has(c.req.method)) return refusal(c.req.raw, 405, SENTENCES.method, { Allow: ALLOW });
    await next();
  });

  app.use(async (c, next) => {
    if (!isAllowedByOrigin(c.req.method, c.req.raw.headers, [ownOrigin(c)])) {
      return refusal(c.req.raw, 403, SENTENCES.otherSite);
    }
    await next();
  });

  /** The origin a visitor's browser sees, behind a TLS proxy too. */
  function ownOrigin(c: Context<Env>): string {
    if (config.publicUrl !== undefined) return config.publicUrl;
    const { origin, host } = new URL(c.req.url);
    const byHttps = cameByHttps(c.env.peerAddress, c.req.header("x-forwarded-proto") ?? null, proxies);
    return byHttps ? `https://${host}` : origin;
  }

  /** Answers what is the same for everybody from the page cache, and makes it when it isn't there. */
  async function answerKept(c: Context<Env>, page: CacheablePage, make: () => Promise<Made>): Promise<Response> {
    const makeOrThrow = async () => {
      const { olderReads } = services.content;
      const made = await make();
      if (made.error !== undefined) throw new NotRendered(made);
      // Kept, it would pass for a page of the present version when the database is back.
      if (services.content.olderReads !== olderReads) throw new NotRendered({ ...made, error: OLDER_CONTENT });
      return made.response;
    };
    try {
      return await pageCache.respond(c.req.raw, page, makeOrThrow);
    } catch (error) {
      if (!(error instanceof NotRendered)) throw error;
      c.set("error", error.cause);
      // Several may have asked for this page at once; each needs an answer to read for herself.
      return error.response.clone();
    }
  }

  app.get("/healthz", (c) => c.text("ok", 200, NO_STORE));
  app.get("/readyz", async (c) => {
    if (options.isStopping?.()) return c.text("stopping", 503, NO_STORE);
    return (await isReady(services.db)) ? c.text("ready", 200, NO_STORE) : c.text("not ready", 503, NO_STORE);
  });

  app.on(["GET", "HEAD"], "*", async (c, next) => {
    return (await options.assets?.respond(c.req.raw, c.req.path)) ?? (await next());
  });

  for (const [path, make] of crawlerFiles(services, routeTable)) {
    app.on(["GET", "HEAD"], path, (c) =>
      answerKept(c, { key: path, dependsOn: ["content"] }, () =>
        make().then(
          (response) => ({ response }),
          // All they are made of is the table of pages and the database.
          (error: unknown) => ({ response: refusal(c.req.raw, 503, SENTENCES.away), error }),
        ),
      ),
    );
  }

  app.use(async (c) => {
    const request = c.req.raw;
    const url = new URL(c.req.url);
    const path = decodePath(url.pathname);
    if (path === undefined || path.includes("\0")) return refusal(request, 400, SENTENCES.malformed);
    const address = await routeTable.resolve(url);
    const isRead = request.method !== "POST";
    if (isRead && address.kind === "moved") return c.redirect(address.to, 308);
    if (isRead && address.kind === "public" && !hasSessionCookie(request)) {
      // Rendered for nobody: without the cookies, addresses or preferences of whoever happened to ask first.
      const asker = { clientAddress: "", isPublicPage: true };
      const asked = new Request(address.url, { headers: { Accept: "text/html" } });
      return answerKept(c, address, async () => asMade(await render(asked, asker)));
    }
    const asker = { clientAddress: c.var.clientAddress, isPublicPage: address.kind === "public" };
    const taken = await takeRequest(request, BODY_LIMIT_BYTES);
    if (!taken.ok) {
      return taken.reason === "too-large"
        ? refusal(request, 413, SENTENCES.tooLarge)
        : refusal(request, 400, SENTENCES.cutOff);
    }
    const rendered = await render(taken.request, asker);
    // A form sent to an address that takes none; what React Router says of it is for us.
    if (rendered.status === 405) return refusal(request, 405, SENTENCES.noForm, { Allow: "GET, HEAD" });
    if (rendered.error !== undefined) c.set("error", rendered.error);
    if (address.kind === "personal") rendered.headers.set("X-Robots-Tag", "noindex");
    return toResponse(await compressFor(request, rendered));
  });

  app.onError(async (error, c) => {
    c.set("error", error);
    // Which slugs exist is read before anything is rendered, from the database when they are not in memory yet.
    if (isDatabaseAway(error) || !(await isReady(services.db))) return refusal(c.req.raw, 503, SENTENCES.away);
    return refusal(c.req.raw, 500, SENTENCES.failed);
  });

  const answerQuickly = createQuickAnswers({
    find: (target, asked) => options.assets?.find(target, asked) ?? pageCache.find(target, asked),
    ownHost: config.publicUrl && new URL(config.publicUrl).host,
    everyHeader,
    otherwise: DEFAULT_HEADERS,
    record: ({ id, method, path, status }) =>
      log.info({ event: "request", id, method, path, status, ms: 0 }, "request"),
  });

  return {
    fetch: async (request, connection) => app.fetch(request, connection),
    answerQuickly,
    cachedPages: pageCache.size,
  };
}
