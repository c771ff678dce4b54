/** Calls a route's loader, action or middleware on real services, without a host or rendering. */
import { RouterContextProvider } from "react-router";
import {
  isSignedInContext,
  signedInVisitorContext,
  type Visitor,
  visitorContext,
} from "../../app/accounts/visitor-context.ts";
import type { ReturnedForm } from "../../app/forms/problems.ts";
import type { Services } from "../../app/platform/services.ts";
import { clientAddressContext, documentContext, servicesContext } from "../../app/request/request-context.ts";
import type { StaffMember } from "../../app/staff/roles.ts";
import { consoleSignInContext, staffContext } from "../../app/staff/staff-guard.server.ts";

export const TEST_ORIGIN = "http://localhost:3000";

/** The arguments of a route's function that the site's routes use. */
export type RouteCall = { request: Request; context: RouterContextProvider; url: URL };

/** A loader, action or middleware; React Router's types of its arguments have more properties than routes use. */
// biome-ignore lint/suspicious/noExplicitAny: each route has its own type of arguments
type RouteFunction = (args: any) => unknown;

/** The data of a page, which has a type of its own. */
// biome-ignore lint/suspicious/noExplicitAny: the types of pages' data are their own
export type PageData = any;

/** The fields of a form; as pairs if a name occurs twice. */
type FormFields = Record<string, string> | [name: string, value: string][];

/** The arguments of a request; with `fields`, of a posted form. */
export function routeCall(
  services: Services,
  path: string,
  options: { fields?: FormFields; visitor?: Visitor | null; cookie?: string } = {},
): RouteCall {
  const { fields, visitor = null, cookie } = options;
  const context = new RouterContextProvider();
  context.set(servicesContext, services);
  context.set(clientAddressContext, "192.0.2.1");
  context.set(isSignedInContext, visitor !== null);
  context.set(visitorContext, visitor);
  if (visitor !== null) context.set(signedInVisitorContext, visitor);
  const url = new URL(path, TEST_ORIGIN);
  const request = new Request(url, {
    headers: cookie === undefined ? {} : { cookie },
    ...(fields && { method: "POST", body: new URLSearchParams(fields) }),
  });
  return { request, context, url };
}

/** The arguments of a request of a member of staff; with `fields`, of a posted form. */
export function staffCall(
  services: Services,
  staff: StaffMember,
  path: string,
  { params = {}, fields }: { params?: Record<string, string>; fields?: FormFields | undefined } = {},
) {
  const call = routeCall(services, path, fields && { fields });
  call.context.set(staffContext, staff);
  call.context.set(consoleSignInContext, { state: { hasFactor: true } } as never);
  call.context.set(documentContext, { startsAtOnce: false, status: 200 } as never);
  return { ...call, params };
}

/** Calls a loader, an action or a middleware. */
export async function callRoute(work: RouteFunction, call: RouteCall) {
  const result: unknown = await Promise.resolve()
    .then(() => work(call))
    .catch((thrown: unknown) => {
      // Results of `data` may also be thrown, for an error page.
      if (thrown instanceof Response || initOf(thrown) !== undefined) return thrown;
      throw thrown;
    });
  const response = result instanceof Response ? result : new Response(null, initOf(result) ?? {});
  return {
    status: response.status,
    location: response.headers.get("Location"),
    setCookie: response.headers.getSetCookie(),
    retryAfter: response.headers.get("Retry-After"),
    clearSiteData: response.headers.get("Clear-Site-Data"),
    /** The body of a response. */
    text: await response.text(),
    /** The returned form. */
    form: result instanceof Response ? undefined : (result as { data?: ReturnedForm } | undefined)?.data,
  };
}

/** The status and headers of a result of React Router's `data`. */
function initOf(result: unknown): ResponseInit | undefined {
  return (result as { init?: ResponseInit | null } | undefined)?.init ?? undefined;
}
