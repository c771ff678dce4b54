/** Renders a page or its data through React Router, and settles what a failure is answered with. */
import * as build from "virtual:react-router/server-build";
import { createRequestHandler, RouterContextProvider } from "react-router";
import { findVisitor } from "../../app/accounts/accounts.server.ts";
import { hasSessionCookie } from "../../app/accounts/auth.server.ts";
import { isReady } from "../../app/platform/database.server.ts";
import { isDatabaseAway } from "../../app/platform/database-unavailable.ts";
import type { Services } from "../../app/platform/services.ts";
import { clientAddressContext, failureContext, servicesContext, visitorContext } from "../../app/request-context.ts";
import { RETRY_AFTER_SECONDS, refusal, SENTENCES } from "../middleware/error-responses.ts";
import { contentSecurityPolicy } from "../middleware/security-headers.ts";
import { carryStyles, type StyleSheets } from "./inline-styles.ts";

export { build };

/** An answer, and with a 5xx what went wrong. */
export type Rendered = { response: Response; error?: unknown };

/** What the host knows about who asks. */
export type Asker = {
  clientAddress: string;
  /** The page is the same for everybody but for the name in its corner. */
  isPublicPage: boolean;
};

/**
 * Makes the renderer of a site.
 * @param styleSheet the text of a built style sheet, for documents to carry; absent in development
 */
export function createRenderer(
  services: Services,
  styleSheet?: StyleSheets,
): (request: Request, asker: Asker) => Promise<Rendered> {
  const handle = createRequestHandler(build, process.env.NODE_ENV);
  const finish = (response: Response) => finishWith(response, styleSheet);

  async function findWhoAsks(request: Request, isPublicPage: boolean) {
    if (!hasSessionCookie(request)) return null;
    try {
      return await findVisitor(services, request);
    } catch (error) {
      // A public page, and a form on it, needs no visitor: better without her name than not at all.
      if (isPublicPage && (await isAway(error))) return null;
      throw error;
    }
  }

  /** The accounts library hides what went wrong below it, so the database is asked, too. */
  async function isAway(error: unknown): Promise<boolean> {
    return isDatabaseAway(error) || !(await isReady(services.db));
  }

  return async (request, { clientAddress, isPublicPage }) => {
    const failure: { error?: unknown } = {};
    const context = new RouterContextProvider();
    context.set(servicesContext, services);
    context.set(clientAddressContext, clientAddress);
    context.set(failureContext, failure);
    try {
      context.set(visitorContext, await findWhoAsks(request, isPublicPage));
      const response = await handle(request, context);
      if (response.status < 500 || failure.error === undefined) return { response: await finish(response) };
      return {
        response: await finish(await failed(request, await isAway(failure.error), response)),
        error: failure.error,
      };
    } catch (error) {
      return { response: await failed(request, await isAway(error)), error };
    }
  };
}

/**
 * The answer to what went wrong: 503 when the database is away, else 500. A document is the host's own page, as the
 * site's frame may be what failed; a page's script gets React Router's answer, which it can read.
 */
async function failed(request: Request, isAway: boolean, response?: Response): Promise<Response> {
  const status = isAway ? 503 : 500;
  const isForScript = response?.headers.get("X-Remix-Response") === "yes";
  if (response === undefined || !isForScript)
    return refusal(request, status, isAway ? SENTENCES.away : SENTENCES.failed);
  const headers = new Headers(response.headers);
  if (isAway) headers.set("Retry-After", String(RETRY_AFTER_SECONDS));
  return new Response(response.body, { status, headers });
}

/** Gives a document its styles and its policy, and keeps what was rendered for one visitor out of every cache. */
async function finishWith(response: Response, styleSheet: StyleSheets | undefined): Promise<Response> {
  const headers = new Headers(response.headers);
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-store");
  if (!headers.get("Content-Type")?.startsWith("text/html")) {
    return new Response(response.body, { status: response.status, headers });
  }
  const rendered = await response.text();
  const html = styleSheet === undefined ? rendered : await carryStyles(rendered, styleSheet);
  headers.set("Content-Security-Policy", contentSecurityPolicy(html));
  return new Response(html, { status: response.status, headers });
}
