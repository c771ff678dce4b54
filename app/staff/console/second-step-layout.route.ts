/** The layout of the second step's pages. It renders nothing, and only guards them. */

import { findRotatedSignIn, formDigest } from "../../accounts/rotated-sign-in.server.ts";
import { servicesContext } from "../../request/request-context.ts";
import { type ConsoleSignIn, findConsoleSignIn } from "../access.server.ts";
import { consoleSignInContext, findStaff, type GuardArgs, requireStaff } from "../staff-guard.server.ts";
import type { Route } from "./+types/second-step-layout.route";

/** Passes the member of staff to the routes below, whether past the second step or not. */
export const middleware: Route.MiddlewareFunction[] = [
  async (args) => {
    // The cookie's sign-in first: the same form, sent twice at once, may rotate the token during this request.
    const signIn = (await findStaff(args)) ?? (await findSignInOfSameForm(args)) ?? (await requireStaff(args));
    args.context.set(consoleSignInContext, signIn);
  },
];

/** The sign-in of a form submitted twice: the first submission rotated its token. Valid for that form only. */
async function findSignInOfSameForm({ context, request, url }: GuardArgs): Promise<ConsoleSignIn | undefined> {
  if (request.method !== "POST") return undefined;
  const services = context.get(servicesContext);
  const signIn = await findRotatedSignIn(services, request, await formDigest(services, request, url));
  return signIn && findConsoleSignIn(services, signIn.id);
}
