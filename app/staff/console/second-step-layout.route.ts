/** The pages of the second step. It shows nothing of its own: it is their guard. */

import { href } from "react-router";
import { findRotatedSignIn, formDigest } from "../../accounts/rotated-sign-in.server.ts";
import { servicesContext } from "../../request/request-context.ts";
import { type ConsoleSignIn, findConsoleSignIn } from "../access.server.ts";
import { consoleSignInContext } from "../staff-context.ts";
import { findStaff, type GuardArgs, requireStaff } from "../staff-guard.server.ts";
import type { Route } from "./+types/second-step-layout.route";

const RENEWING: readonly string[] = [href("/staff/second-step"), href("/staff/second-step/set-up")];

/** Gives the routes below the member of staff, who need not be past the second step. */
export const middleware: Route.MiddlewareFunction[] = [
  async (args) => {
    // Looked for first: the form that is sent twice at once may renew the sign-in while this request is on its way.
    const signIn = (await findStaff(args)) ?? (await findSignInOfSameForm(args)) ?? (await requireStaff(args));
    args.context.set(consoleSignInContext, signIn);
  },
];

/** The sign-in of a repeated form: the first one rotated it, so the cookie is old. Valid for that form only. */
async function findSignInOfSameForm({ context, request, url }: GuardArgs): Promise<ConsoleSignIn | undefined> {
  if (request.method !== "POST" || !RENEWING.includes(url.pathname)) return undefined;
  const services = context.get(servicesContext);
  const signIn = await findRotatedSignIn(services, request, await formDigest(services, request, url));
  return signIn && findConsoleSignIn(services, signIn.id);
}
