/** The pages of the second step. It shows nothing of its own: it is their guard. */
import { href } from "react-router";
import { findRenewedSession, formDigest } from "../../accounts/renewed-session.server.ts";
import { servicesContext } from "../../request/request-context.ts";
import { type ConsoleSession, findConsoleSession } from "../console-session.server.ts";
import { consoleSessionContext } from "../staff-context.ts";
import { findStaff, type GuardArgs, requireStaff } from "../staff-guard.server.ts";
import type { Route } from "./+types/second-step-layout.route";

/** The forms that renew the session. */
const RENEWING: readonly string[] = [href("/staff/second-step"), href("/staff/second-step/set-up")];

/** Gives the routes below the member of staff, who need not be past the second step. */
export const middleware: Route.MiddlewareFunction[] = [
  async (args) => {
    // Looked for first: the form that is sent twice at once may renew the session while this request is on its way.
    const session = (await findStaff(args)) ?? (await findSessionOfSameForm(args)) ?? (await requireStaff(args));
    args.context.set(consoleSessionContext, session);
  },
];

/**
 * The session of a form that was sent twice: the first one has renewed it, so the cookie of the second is an old one. It is
 * good for that very form alone, and what the form proves is checked again.
 */
async function findSessionOfSameForm({ context, request, url }: GuardArgs): Promise<ConsoleSession | undefined> {
  if (request.method !== "POST" || !RENEWING.includes(url.pathname)) return undefined;
  const services = context.get(servicesContext);
  const session = await findRenewedSession(services, request, await formDigest(services, request, url));
  return session && findConsoleSession(services, session.id);
}
