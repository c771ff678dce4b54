/** The whole site as one fetch function, with the middleware in running order. */

import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { type Context, Hono } from "hono";
import { hasSessionCookie, renewSignIn } from "../app/accounts/sign-in.server.ts";
import { findVisitor } from "../app/accounts/sign-up-and-in.server.ts";
import type { Visitor } from "../app/accounts/visitor-context.ts";
import { hasOpenBooking } from "../app/bookings/own-bookings.server.ts";
import { listEntries } from "../app/cms/entries.server.ts";
import { catalogue } from "../app/content-types/catalogue.ts";
import { CARD_WORKER_PATH, cardWorker } from "../app/members/card-worker.ts";
import { isServedByHttps } from "../app/platform/config.ts";
import { isDatabaseFailure } from "../app/platform/database.server.ts";
import { isReady } from "../app/platform/database-state.server.ts";
import { createQueue } from "../app/platform/queue.server.ts";
import type { Services } from "../app/platform/services.ts";
import { offlineWorker, WORKER_PATH } from "../app/site/offline/worker.ts";
import { pageOfDate } from "../app/timetable/views/schedule-dates.server.ts";
import { CLOCK_HEADER, clockValue, toResponse } from "./cache/cached-response.ts";
import { compressResponse } from "./cache/compress.ts";
import { createFastPath } from "./cache/fast-path.ts";
import { type CacheablePage, createPageCache } from "./cache/page-cache.ts";
import { currentVersion } from "./cache/page-versions.ts";
import { createRouteTable, decodePath, type PageAddress } from "./cache/route-table.ts";
import type { StaticAssets } from "./cache/static-files.ts";
import { createUploadedPictures, UPLOADED_FOLDERS } from "./cache/uploaded-pictures.ts";
import { build, createRenderer, findPreview, PRIVATE } from "./document/render-page.ts";
import { BODY_LIMIT_BYTES, bufferRequest, uploadLimit, withUnreadBody } from "./middleware/buffer-request.ts";
import { clientAddress, isFromThisMachine, isHttps, parseNetworks } from "./middleware/client-address.ts";
import { ERROR_MESSAGES, errorResponse } from "./middleware/error-responses.ts";
import { MANIFEST_PATH, robotsAndSitemap, securityFile, webManifest } from "./middleware/generated-files.ts";
import { createOfflineWorker } from "./middleware/offline-worker.ts";
import { isAllowedByOrigin, isOwnHost } from "./middleware/origin-guard.ts";
import { allowFramesOfConsole, DEFAULT_HEADERS, securityHeaders } from "./middleware/security-headers.ts";
import "../app/wiring.ts";

/** The service workers of the timetable and of the membership card. */
const WORKERS = [
  [WORKER_PATH, offlineWorker],
  [CARD_WORKER_PATH, cardWorker],
] as const;

/** No page has a longer path, and log lines stay short. */
const LOGGED_PATH_CHARACTERS = 200;

const METHODS = new Set(["GET", "HEAD", "POST"]);
const ALLOW = "GET, HEAD, POST, OPTIONS";

const CONSOLE = /^\/staff(?:[/.]|$)/i;

/** The limit for forms outside the console; the largest, the contact form, has eight fields. */
const MAX_FIELDS = 100;

/** Form fields before the sender is known. The largest form orders 200 entries (docs/decisions/code-and-forms.md). */
const MAX_CONSOLE_FIELDS = 1000;

/** The page that returns a signed-out sender's form, which takes 30 ms with a thousand fields. */
const RETURNED_FORM = /^\/staff\/sign-in-again(?![a-z0-9-])/i;

/** Forms waiting to be returned, with a pause after each so that other visitors' connections are accepted. */
const MAX_RETURNED_FORMS = 10;
const RETURNED_FORM_PAUSE_MS = 50;

const UNREAD_BODIES = {
  "too-large": [413, ERROR_MESSAGES.tooLarge],
  "too-many-fields": [413, ERROR_MESSAGES.tooManyFields],
  "cut-off": [400, ERROR_MESSAGES.cutOff],
} as const;

const NO_STORE = { "Cache-Control": "no-store" };

/** Properties of the connection that a Request doesn't have. */
export type Connection = {
  peerAddress: string;
  /** The request's id in the log and in `X-Request-Id`; generated when missing. */
  requestId?: string;
};

export type HostOptions = {
  assets?: StaticAssets;
  /** Whether the site is shutting down; `/readyz` then responds with 503. */
  isStopping?: () => boolean;
};

type Env = { Bindings: Connection; Variables: { clientAddress: string; error?: unknown } };

/** The response when a page can't be rendered from current data: a stale page if the cache has one. */
class NotRendered extends Error {
  readonly response: Response;

  constructor({ response, error }: Made) {
    super("A public page could not be rendered from current data", { cause: error });
    this.response = response;
  }
}

/** A response for the page cache; a 5xx comes with its error. */
type Made = { response: Response; error?: unknown };

const STALE_CONTENT = new Error(
  "The database is unavailable, and the page was rendered from content before the last change",
);

export type App = ReturnType<typeof createApp>;

/** Creates the site. `fetch` responds to any Request, `tryFastPath` from memory. */
export function createApp(services: Services, options: HostOptions = {}) {
  const { config, log } = services;
  const proxies = parseNetworks(config.trustedProxies);
  const https = isServedByHttps(config);
  const commonHeaders = securityHeaders(https);
  const render = createRenderer(services, options.assets?.text);
  const routeTable = createRouteTable(
    build.routes,
    async (type) => (await listEntries(services, catalogue[type])).map(({ slug }) => slug),
    services.now,
    pageOfDate,
  );
  const uploadedPictures = createUploadedPictures(services);
  const pageCache = createPageCache((name) => currentVersion(services, name), log);

  const queueReturnedForm = createQueue(MAX_RETURNED_FORMS, () => pause(RETURNED_FORM_PAUSE_MS));

  const app = new Hono<Env>();

  app.use(async (c, next) => {
    const started = performance.now();
    const requestId = c.env.requestId ?? randomUUID();
    c.set("clientAddress", clientAddress(c.env.peerAddress, c.req.header("x-forwarded-for") ?? null, proxies));
    await services.requestId.run(requestId, next);
    // Also on redirects and errors: console addresses may contain a token, an enquiry's id or a search.
    if (CONSOLE.test(c.req.path)) c.res.headers.set("Referrer-Policy", "no-referrer");
    for (const [name, value] of commonHeaders) c.res.headers.set(name, value);
    for (const [name, value] of DEFAULT_HEADERS) if (!c.res.headers.has(name)) c.res.headers.set(name, value);
    if (c.res.headers.has(CLOCK_HEADER)) c.res.headers.set(CLOCK_HEADER, clockValue(services.now()));
    c.res.headers.set("X-Request-Id", requestId);
    const { error } = c.var;
    log[error === undefined ? "info" : "error"](
      {
        event: "request",
        id: requestId,
        method: c.req.method,
        // Without the query, which may contain a token or typed text.
        path: c.req.path.slice(0, LOGGED_PATH_CHARACTERS),
        status: c.res.status,
        ms: Math.round(performance.now() - started),
        ...(error === undefined ? {} : { err: error }),
      },
      "request",
    );
  });

  app.use(async (c, next) => {
    // Hosts such as 256.1.1.1 pass the HTTP parser, but not a URL's.
    const url = URL.parse(c.req.url);
    if (url === null) return errorResponse(c.req.raw, 400, ERROR_MESSAGES.malformed);
    if (!isOwnHost(url, config.publicUrl)) return errorResponse(c.req.raw, 421, ERROR_MESSAGES.otherHost);
    // A health check may use OPTIONS (HAProxy's default), with a path or with `*`.
    if (c.req.method === "OPTIONS") return new Response(null, { status: 204, headers: { Allow: ALLOW, ...NO_STORE } });
    if (!METHODS.has(c.req.method)) return errorResponse(c.req.raw, 405, ERROR_MESSAGES.method, { Allow: ALLOW });
    if (!isAllowedByOrigin({ method: c.req.method, path: url.pathname }, c.req.raw.headers, ownOrigin(c))) {
      return errorResponse(c.req.raw, 403, ERROR_MESSAGES.otherSite);
    }
    await next();
  });

  /** The site's origin in the browser, also with a TLS proxy. */
  function ownOrigin(c: Context<Env>): string {
    if (config.publicUrl !== undefined) return config.publicUrl;
    const { origin, host } = new URL(c.req.url);
    const byHttps = isHttps(c.env.peerAddress, c.req.header("x-forwarded-proto") ?? null, proxies);
    return byHttps ? `https://${host}` : origin;
  }

  async function respondFromCache(c: Context<Env>, page: CacheablePage, make: () => Promise<Made>): Promise<Response> {
    const makeOrThrow = async () => {
      const { olderReads } = services.content;
      const made = await make();
      if (made.error !== undefined) throw new NotRendered(made);
      // If cached, it would count as current once the database is back.
      if (services.content.olderReads !== olderReads) throw new NotRendered({ ...made, error: STALE_CONTENT });
      return made.response;
    };
    try {
      return await pageCache.respond(c.req.raw, page, makeOrThrow);
    } catch (error) {
      if (!(error instanceof NotRendered)) throw error;
      c.set("error", error.cause);
      // Several requests may share this response, and a body can be read only once.
      return error.response.clone();
    }
  }

  async function findRequestVisitor(request: Request, isPublicPage: boolean) {
    if (!hasSessionCookie(request)) return null;
    try {
      return await findVisitor(services, request);
    } catch (error) {
      // A public page needs no visitor: during an outage it is served as if signed out.
      if (isPublicPage && (await isDatabaseFailure(services.db, error))) return null;
      throw error;
    }
  }

  /** Whether a public page shows personal content of this visitor, and so is rendered only for them. */
  async function isForVisitorAlone(
    { isPersonalWhenSignedIn }: Extract<PageAddress, { kind: "public" }>,
    { id }: Visitor,
  ): Promise<boolean> {
    if (typeof isPersonalWhenSignedIn === "boolean") return isPersonalWhenSignedIn;
    try {
      return await hasOpenBooking(services, id);
    } catch (error) {
      // During an outage, the shared page is better than none.
      if (await isDatabaseFailure(services.db, error)) return false;
      throw error;
    }
  }

  // The version is hidden from strangers, who could look up its vulnerabilities.
  app.get("/healthz", (c) =>
    c.text(isFromThisMachine(c.env.peerAddress, c.req.raw) ? `ok ${services.version}` : "ok", 200, NO_STORE),
  );
  app.get("/readyz", async (c) => {
    if (options.isStopping?.()) return c.text("stopping", 503, NO_STORE);
    return (await isReady(services)) ? c.text("ready", 200, NO_STORE) : c.text("not ready", 503, NO_STORE);
  });

  app.on(["GET", "HEAD"], "*", async (c, next) => {
    return (await options.assets?.respond(c.req.raw, c.req.path)) ?? (await next());
  });

  for (const folder of UPLOADED_FOLDERS) {
    app.on(["GET", "HEAD"], `${folder}/*`, async (c, next) => {
      return (await uploadedPictures.respond(c.req.raw, c.req.path)) ?? (await next());
    });
  }

  for (const [path, worker] of WORKERS) {
    const respond = createOfflineWorker(worker, config.offlineReading);
    app.on(["GET", "HEAD"], path, (c) => respond(c.req.raw));
  }

  const madeFiles = [
    ...robotsAndSitemap(services, routeTable),
    [MANIFEST_PATH, () => webManifest(services)] as const,
    ...securityFile(services),
  ];
  for (const [path, make] of madeFiles) {
    app.on(["GET", "HEAD"], path, (c) =>
      respondFromCache(c, { key: path, dependsOn: ["content", "date"] }, () =>
        make().then(
          (response) => ({ response }),
          // They depend only on the route table and the database.
          (error: unknown) => ({ response: errorResponse(c.req.raw, 503, ERROR_MESSAGES.unavailable), error }),
        ),
      ),
    );
  }

  app.use(async (c) => {
    const request = c.req.raw;
    const url = new URL(c.req.url);
    const path = decodePath(url.pathname);
    if (path === undefined || path.includes("\0")) return errorResponse(request, 400, ERROR_MESSAGES.malformed);
    const address = await routeTable.resolve(url);
    const isRead = request.method !== "POST";
    if (isRead && address.kind === "moved") return c.redirect(address.to, 308);
    if (isRead && address.kind === "invalid-parameter") return c.redirect(address.to, 302);
    const visitor = await findRequestVisitor(request, address.kind === "public");
    const preview = isRead && address.kind === "public" ? await findPreview(services, request, visitor) : undefined;
    if (preview !== undefined) {
      const read = new Request(request.url, { headers: request.headers });
      const rendered = await render(read, { clientAddress: c.var.clientAddress, viewer: visitor, services: preview });
      allowFramesOfConsole(rendered.headers);
      rendered.headers.set("X-Robots-Tag", "noindex");
      return toResponse(rendered);
    }
    if (isRead && address.kind === "public" && (visitor === null || !(await isForVisitorAlone(address, visitor)))) {
      // Rendered without the cookies, address and preferences of the first client.
      const anonymous = new Request(address.url, { headers: { Accept: "text/html" } });
      const viewer = visitor === null ? null : "signed-in";
      const page = { ...address, isForSignedIn: viewer !== null };
      return respondFromCache(c, page, async () => {
        const rendered = await render(anonymous, { clientAddress: "", viewer });
        return { response: toResponse(rendered), error: rendered.error };
      });
    }
    const buffered =
      uploadLimit(request.method, url.pathname) !== undefined
        ? { ok: true as const, request: withUnreadBody(request) }
        : await bufferRequest(request, {
            bytes: BODY_LIMIT_BYTES,
            fields: CONSOLE.test(path) ? MAX_CONSOLE_FIELDS : MAX_FIELDS,
          });
    if (!buffered.ok) {
      const [status, message] = UNREAD_BODIES[buffered.reason];
      return errorResponse(request, status, message);
    }
    const respond = () => render(buffered.request, { clientAddress: c.var.clientAddress, viewer: visitor });
    const rendered = await (!isRead && RETURNED_FORM.test(path) ? queueReturnedForm(respond) : respond());
    if (rendered === undefined) return errorResponse(request, 503, ERROR_MESSAGES.busy);
    // React Router's own message for a page without forms is meant for developers.
    if (rendered.status === 405) return errorResponse(request, 405, ERROR_MESSAGES.noForm, { Allow: "GET, HEAD" });
    if (rendered.error !== undefined) c.set("error", rendered.error);
    if (address.kind === "personal") rendered.headers.set("X-Robots-Tag", "noindex");
    if (isRead && visitor !== null && rendered.headers.get("Cache-Control") === PRIVATE) {
      const cookie = await renewSignIn(services, visitor.signIn);
      if (cookie !== undefined) rendered.headers.append("Set-Cookie", cookie);
    }
    return toResponse(await compressResponse(request, rendered));
  });

  app.onError(async (error, c) => {
    c.set("error", error);
    // Slugs are read before rendering, from the database if they are not in memory yet.
    if (await isDatabaseFailure(services.db, error)) return errorResponse(c.req.raw, 503, ERROR_MESSAGES.unavailable);
    return errorResponse(c.req.raw, 500, ERROR_MESSAGES.failed);
  });

  const tryFastPath = createFastPath({
    find: (target, negotiation) =>
      options.assets?.find(target, negotiation) ??
      pageCache.find(target, negotiation) ??
      uploadedPictures.find(target, negotiation),
    ownHost: config.publicUrl && new URL(config.publicUrl).host,
    commonHeaders,
    defaultHeaders: DEFAULT_HEADERS,
    now: services.now,
    record: ({ id, method, path, status }) =>
      log.info({ event: "request", id, method, path, status, ms: 0 }, "request"),
  });

  return {
    fetch: async (request: Request, connection: Connection): Promise<Response> => app.fetch(request, connection),
    tryFastPath,
    cachedPages: pageCache.size,
  };
}
