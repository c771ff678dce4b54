/** The whole site as one fetch function. The middleware stands in the order in which a request meets it. */
import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { createRequestHandler, RouterContextProvider } from "react-router";
import * as build from "virtual:react-router/server-build";
import { findVisitor } from "../app/accounts/accounts.server.ts";
import { hasSessionCookie } from "../app/accounts/auth.server.ts";
import { isReady } from "../app/platform/database.server.ts";
import type { Services } from "../app/platform/services.ts";
import { clientAddressContext, servicesContext, visitorContext } from "../app/request-context.ts";
import { clientAddress, trustedProxies } from "./client-address.ts";
import { isAllowedByOrigin } from "./origin-guard.ts";
import { contentSecurityPolicy, NO_DOCUMENT_POLICY, securityHeaders } from "./security-headers.ts";

/** Forms of the site are a few thousand characters; nothing larger is read. */
const BODY_LIMIT_BYTES = 64 * 1024;

/** What the socket knows and a Request does not. */
export type Connection = { peerAddress: string };

type Env = { Bindings: Connection; Variables: { requestId: string; clientAddress: string } };

/** Makes the site. The function it returns answers any Request; `connection` says who sent it. */
export function createApp(services: Services): (request: Request, connection: Connection) => Promise<Response> {
  const { config, log } = services;
  const proxies = trustedProxies(config.trustedProxies);
  const https = config.publicUrl?.startsWith("https://") ?? false;
  const everyHeader = securityHeaders(https);
  const render = createRequestHandler(build, process.env.NODE_ENV);

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
  app.get("/readyz", async (c) => ((await isReady(services.db)) ? c.text("ready") : c.text("not ready", 503)));

  app.all("*", async (c) => {
    const request = c.req.raw;
    const context = new RouterContextProvider();
    context.set(servicesContext, services);
    context.set(clientAddressContext, c.var.clientAddress);
    if (hasSessionCookie(request)) context.set(visitorContext, await findVisitor(services, request));
    return finish(await render(request, context));
  });

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
