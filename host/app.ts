/** The whole site as one fetch function. The middleware stands in the order in which a request meets it. */
import { randomUUID } from "node:crypto";
import * as build from "virtual:react-router/server-build";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { createRequestHandler, RouterContextProvider } from "react-router";
import { findVisitor } from "../app/accounts/accounts.server.ts";
import { hasSessionCookie } from "../app/accounts/auth.server.ts";
import { isReady } from "../app/platform/database.server.ts";
import type { Services } from "../app/platform/services.ts";
import { clientAddressContext, servicesContext, visitorContext } from "../app/request-context.ts";
import { clientAddress, trustedProxies } from "./client-address.ts";
import { isAllowedByOrigin } from "./origin-guard.ts";
import { createPageCache } from "./page-cache.ts";
import { decodePath, pageAddress, readPages } from "./page-table.ts";
import { contentSecurityPolicy, NO_DOCUMENT_POLICY, securityHeaders } from "./security-headers.ts";
import type { StaticAssets } from "./static-assets.ts";

/** Forms of the site are a few thousand characters; nothing larger is read. */
const BODY_LIMIT_BYTES = 64 * 1024;

/** What the socket knows and a Request does not. */
export type Connection = { peerAddress: string };

/** What the start hands over beside the services. */
export type HostOptions = {
  /** The built files; absent where another server sends them (development). */
  assets?: StaticAssets;
  /** Whether the site takes new work: false from the moment it is told to stop. */
  isStopping?: () => boolean;
};

type Env = { Bindings: Connection; Variables: { requestId: string; clientAddress: string } };

/** Makes the site. The function it returns answers any Request; `connection` says who sent it. */
export function createApp(
  services: Services,
  options: HostOptions = {},
): (request: Request, connection: Connection) => Promise<Response> {
  const { config, log } = services;
  const proxies = trustedProxies(config.trustedProxies);
  const https = config.publicUrl?.startsWith("https://") ?? false;
  const everyHeader = securityHeaders(https);
  const handle = createRequestHandler(build, process.env.NODE_ENV);
  const pages = readPages(build.routes);
  const pageCache = createPageCache(() => services.content.version, log);

  async function render(request: Request, client: string): Promise<Response> {
    const context = new RouterContextProvider();
    context.set(servicesContext, services);
    context.set(clientAddressContext, client);
    if (hasSessionCookie(request)) context.set(visitorContext, await findVisitor(services, request));
    return finish(await handle(request, context));
  }

  const app = new Hono<Env>();

  app.use(async (c, next) => {
    const started = performance.now();
    c.set("requestId", randomUUID());
    c.set("clientAddress", clientAddress(c.env.peerAddress, c.req.header("x-forwarded-for") ?? null, proxies));
    await next();
    for (const [name, value] of everyHeader) c.res.headers.set(name, value);
    if (!c.res.headers.has("Content-Security-Policy")) c.res.headers.set("Content-Security-Policy", NO_DOCUMENT_POLICY);
    c.res.headers.set("X-Request-Id", c.var.requestId);
    log.info(
      {
        event: "request",
        id: c.var.requestId,
        method: c.req.method,
        path: c.req.path,
        status: c.res.status,
        ms: Math.round(performance.now() - started),
      },
      "request",
    );
  });

  app.use(bodyLimit({ maxSize: BODY_LIMIT_BYTES, onError: (c) => c.text("That is more than this site reads.", 413) }));

  app.use(async (c, next) => {
    const own = config.publicUrl ?? new URL(c.req.url).origin;
    if (!isAllowedByOrigin(c.req.method, c.req.raw.headers, [own])) {
      return c.text("This form was sent from another site, so nothing was done.", 403);
    }
    await next();
  });

  app.get("/healthz", (c) => c.text("ok"));
  app.get("/readyz", async (c) => {
    if (options.isStopping?.()) return c.text("stopping", 503);
    return (await isReady(services.db)) ? c.text("ready") : c.text("not ready", 503);
  });

  app.on(["GET", "HEAD"], "*", async (c, next) => {
    return (await options.assets?.(c.req.raw, c.req.path)) ?? (await next());
  });

  app.on(["GET", "HEAD"], "*", async (c, next) => {
    const url = new URL(c.req.url);
    if (decodePath(url.pathname) === undefined) return c.text("That address is malformed.", 400);
    const address = pageAddress(pages, url);
    if (address.kind === "moved") return c.redirect(address.to, 308);
    if (address.kind === "personal" || hasSessionCookie(c.req.raw)) return next();
    // Rendered for nobody: without the cookies, addresses or preferences of whoever happened to ask first.
    return pageCache.respond(c.req.raw, address.key, () => render(new Request(address.url), ""));
  });

  app.on(["GET", "HEAD", "POST"], "*", (c) => render(c.req.raw, c.var.clientAddress));

  app.all("*", (c) => c.text("This site knows GET, HEAD and POST.", 405, { Allow: "GET, HEAD, POST" }));

  app.onError((error, c) => {
    log.error({ event: "request-failed", id: c.var.requestId, err: error }, "a request failed");
    return c.text(`Something went wrong on our side. Please try again. (${c.var.requestId})`, 500);
  });

  return async (request, connection) => app.fetch(request, connection);
}

/** Gives a document its policy, and keeps what was rendered for one visitor out of every cache. */
async function finish(response: Response): Promise<Response> {
  const headers = new Headers(response.headers);
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-store");
  if (!headers.get("Content-Type")?.startsWith("text/html")) {
    return new Response(response.body, { status: response.status, headers });
  }
  const html = await response.text();
  headers.set("Content-Security-Policy", contentSecurityPolicy(html));
  return new Response(html, { status: response.status, headers });
}
