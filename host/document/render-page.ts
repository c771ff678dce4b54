/** Renders a page or its data through React Router, and chooses the response to a failure. */

import * as build from "virtual:react-router/server-build";
import { createRequestHandler, RouterContextProvider } from "react-router";
import { findSignIn } from "../../app/accounts/sign-in.server.ts";
import {
  isSignedInContext,
  soleVisitorContext,
  type Visitor,
  visitorContext,
} from "../../app/accounts/visitor-context.ts";
import { previewServices } from "../../app/cms/entries.server.ts";
import { catalogue } from "../../app/content-types/catalogue.ts";
import { isDatabaseFailure } from "../../app/platform/database.server.ts";
import { pageTurn } from "../../app/platform/queue.server.ts";
import type { Services } from "../../app/platform/services.ts";
import {
  clientAddressContext,
  documentContext,
  failureContext,
  servicesContext,
} from "../../app/request/request-context.ts";
import { consoleAccess, findConsoleSignIn } from "../../app/staff/access.server.ts";
import { can, type Subject } from "../../app/staff/roles.ts";
import { CLOCK_HEADER, CLOCK_MARK, type ResponseParts } from "../cache/cached-response.ts";
import { ERROR_MESSAGES, errorResponse, RETRY_AFTER_SECONDS } from "../middleware/error-responses.ts";
import { createDocumentFinisher, type DocumentNeeds, type StyleSheets } from "./finish-document.ts";

export { build };

export const PRIVATE = "private, no-store";

/** The parts of a response; a 5xx comes with its error. The body of a document is its bytes. */
type Rendered = ResponseParts & { headers: Headers; error?: unknown };

type RequestInfo = {
  clientAddress: string;
  /** The visitor that the page is for: one visitor, all signed-in visitors, or (null) all signed-out visitors. */
  viewer: Visitor | "signed-in" | null;
  services?: Services;
};

/**
 * Creates the renderer of a site.
 * @param styleSheet reads a built style sheet, to be inlined in documents; absent in development
 */
export function createRenderer(
  services: Services,
  styleSheet?: StyleSheets,
): (request: Request, info: RequestInfo) => Promise<Rendered> {
  const handle = createRequestHandler(build, process.env.NODE_ENV);
  const finishDocument = createDocumentFinisher(styleSheet);

  return async (request, { clientAddress, viewer, services: requestServices = services }) => {
    const failure: { error?: unknown } = {};
    const rendered: DocumentNeeds & { bytes?: Buffer } = {};
    const context = new RouterContextProvider();
    context.set(servicesContext, requestServices);
    context.set(clientAddressContext, clientAddress);
    context.set(failureContext, failure);
    context.set(documentContext, rendered);
    context.set(isSignedInContext, viewer !== null);
    if (viewer !== "signed-in") {
      context.set(visitorContext, viewer);
      context.set(soleVisitorContext, viewer);
    }
    await pageTurn();
    try {
      const response = await handle(request, context);
      if (response.status >= 500 && failure.error !== undefined) return await failed(request, failure.error, response);
      const page = asRendered(response);
      if (rendered.bytes === undefined) return page;
      const { bytes, policy } = await finishDocument(rendered.bytes, rendered);
      page.headers.set("Content-Security-Policy", policy);
      page.headers.set(CLOCK_HEADER, CLOCK_MARK);
      return { ...page, body: bytes };
    } catch (error) {
      return failed(request, error);
    }
  };

  /**
   * The response to a failure: 503 for outages, else 500. Documents get the host's page; scripts get React Router's
   * response.
   */
  async function failed(request: Request, error: unknown, response?: Response): Promise<Rendered> {
    const isUnavailable = await isDatabaseFailure(services.db, error);
    const status = isUnavailable ? 503 : 500;
    if (response?.headers.get("X-Remix-Response") !== "yes") {
      const message = isUnavailable ? ERROR_MESSAGES.unavailable : ERROR_MESSAGES.failed;
      return asRendered(errorResponse(request, status, message), error);
    }
    const headers = new Headers(response.headers);
    if (isUnavailable) headers.set("Retry-After", String(RETRY_AFTER_SECONDS));
    return asRendered(new Response(response.body, { status, headers }), error);
  }
}

/** A response for one visitor, which no cache stores unless its own header allows it. */
function asRendered({ status, headers: original, body }: Response, error?: unknown): Rendered {
  const headers = new Headers(original);
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", PRIVATE);
  return { status, headers, body, error };
}

/** `?preview=class/boxing` */
const PARAMETER = "preview";

/** The services for a preview; undefined for other requests, and for people who can't edit the entry. */
export async function findPreview(
  services: Services,
  request: Request,
  visitor: Visitor | null,
): Promise<Services | undefined> {
  const [, name, slug] = /^([a-z-]+)\/([a-z0-9-]+)$/.exec(new URL(request.url).searchParams.get(PARAMETER) ?? "") ?? [];
  if (name === undefined || slug === undefined || visitor === null || !Object.hasOwn(catalogue, name)) return undefined;
  const session = await findSignIn(services, request);
  const staff = session && (await findConsoleSignIn(services, session.id));
  if (staff === undefined || consoleAccess(staff.state, services.now()) !== "allowed") return undefined;
  if (!can(staff.member.role, "edit", name as Subject)) return undefined;
  return (await previewServices(services, { type: name, slug })).services;
}
