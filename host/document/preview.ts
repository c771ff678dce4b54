/** Previews: a page of the site with an entry's draft in place, only for members of staff who can edit it. */

import { findSignIn } from "../../app/accounts/sign-in.server.ts";
import type { Visitor } from "../../app/accounts/visitor-context.ts";
import { previewServices } from "../../app/cms/entries.server.ts";
import { catalogue } from "../../app/content-types/catalogue.ts";
import type { Services } from "../../app/platform/services.ts";
import { consoleAccess, findConsoleSignIn } from "../../app/staff/access.server.ts";
import { can, type Subject } from "../../app/staff/roles.ts";

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
