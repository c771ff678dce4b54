/** The console's frame, and the guard of every page below it. */
import { data, isRouteErrorResponse, Outlet, redirect } from "react-router";
import { signInFirst } from "../accounts/return-to.ts";
import styles from "../console/console.css?url";
import { ConsoleError } from "../console/console-error.tsx";
import { ConsoleFrame } from "../console/console-frame.tsx";
import { navigationFor } from "../console/navigation.ts";
import { catalogue } from "../content/catalogue.ts";
import { servicesContext, staffContext, visitorContext } from "../request-context.ts";
import { ROLE_NAMES } from "../staff/roles.ts";
import { findStaffMember } from "../staff/staff.server.ts";
import type { Route } from "./+types/staff-layout";

/**
 * Gives the routes below the member of staff. Somebody who is signed out is redirected to Sign In; for a visitor who is
 * no member there is no such page.
 */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ context, url }, next) => {
    const visitor = context.get(visitorContext);
    if (visitor === null) throw redirect(signInFirst(url.href));
    const member = await findStaffMember(context.get(servicesContext), visitor.id);
    if (member === undefined) throw data(null, { status: 404 });
    context.set(staffContext, member);
    const response = await next();
    // An address of the console may name an enquiry or a search.
    response.headers.set("Referrer-Policy", "no-referrer");
    return response;
  },
];

export function links(): Route.LinkDescriptors {
  return [{ rel: "stylesheet", href: styles }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const { name, role } = context.get(staffContext);
  const types = Object.values(catalogue).map((type) => ({
    name: type.name as keyof typeof catalogue,
    plural: type.label,
  }));
  return { member: { name, roleName: ROLE_NAMES[role] }, items: navigationFor(role, types, 0) };
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
