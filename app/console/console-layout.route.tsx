/** The console's frame, and the guard of every page below it. */

import { isRouteErrorResponse, Outlet } from "react-router";
import { signInPathFor } from "../accounts/return-to.ts";
import { visitorContext } from "../accounts/visitor-context.ts";
import { findSingleEntry } from "../cms/entries.server.ts";
import { catalogue } from "../content-types/catalogue.ts";
import { logoWordOf, settingsType } from "../content-types/settings.ts";
import { countNewEnquiries } from "../enquiries/inbox.server.ts";
import { areMembersOn, areSalesOn } from "../members/coverage.server.ts";
import { servicesContext } from "../request/request-context.ts";
import { consoleAccess, noteConsoleUse } from "../staff/access.server.ts";
import { can, ROLE_NAMES } from "../staff/roles.ts";
import {
  consoleSignInContext,
  logRefusal,
  redirectKeepingForm,
  requireStaff,
  secondStepPathFor,
  staffContext,
} from "../staff/staff-guard.server.ts";
import type { Route } from "./+types/console-layout.route";
import styles from "./console.css?url";
import { ConsoleFrame } from "./console-frame.tsx";
import { navigationFor } from "./navigation.ts";
import { ConsoleError, NOINDEX } from "./page-parts.tsx";

/** `PageHead` renders the titles of the pages. */
export const meta = () => [NOINDEX];

/**
 * Provides the verified member of staff to the routes below. Visitors get a 404; signed-out people are redirected to
 * Sign In.
 */
export const middleware: Route.MiddlewareFunction[] = [
  async (args, next) => {
    const { context, url } = args;
    const services = context.get(servicesContext);
    if (context.get(visitorContext) === null) throw redirectKeepingForm(args, signInPathFor(url.href));
    const session = await requireStaff(args);
    const access = consoleAccess(session.state, services.now());
    if (access !== "allowed") throw redirectKeepingForm(args, secondStepPathFor(access, url));
    await noteConsoleUse(services, session);
    context.set(consoleSignInContext, session);
    context.set(staffContext, session.member);
    const response = await next();
    if (response instanceof Response && response.status === 403) logRefusal(context, 403, session.member.email);
    return response;
  },
];

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export async function loader({ context }: Route.LoaderArgs) {
  const { name, role } = context.get(staffContext);
  const services = context.get(servicesContext);
  const newEnquiries = can(role, "see", "enquiries") ? await countNewEnquiries(services) : 0;
  const types = Object.values(catalogue).map(({ name, plural }) => ({ name: name as keyof typeof catalogue, plural }));
  const gym = await findSingleEntry(services, settingsType);
  return {
    gym: { name: gym.name, word: logoWordOf(gym) },
    member: { name, roleName: ROLE_NAMES[role] },
    items: navigationFor(role, types, newEnquiries, {
      hasMembers: await areMembersOn(services),
      hasSales: await areSalesOn(services),
    }),
    version: services.version,
    isDemonstration: services.demonstration !== undefined,
  };
}

export default function Console({ loaderData }: Route.ComponentProps) {
  return (
    <ConsoleFrame {...loaderData}>
      <Outlet />
    </ConsoleFrame>
  );
}

/** A page that doesn't exist, is not for this role, or failed; inside the frame when the frame could be loaded. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const page = <ConsoleError status={isRouteErrorResponse(error) ? error.status : 500} />;
  return loaderData ? <ConsoleFrame {...loaderData}>{page}</ConsoleFrame> : <main id="main">{page}</main>;
}
