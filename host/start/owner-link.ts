/** The link for the first owner, printed at the start while nobody is the owner. */
import type { Services } from "../../app/platform/services.ts";
import { makeOwnerLink } from "../../app/staff/invitations.server.ts";

/**
 * What to print below the address; undefined once there is an owner. Never throws: a site that can't make the link serves
 * its visitors all the same.
 */
export async function ownerLinkNotice(services: Services): Promise<string | undefined> {
  try {
    const link = await makeOwnerLink(services);
    return link && `Nobody owns the site yet. Become its owner with this link, which works once:\n${link}`;
  } catch (error) {
    services.log.warn({ event: "owner-link-failed", err: error }, "could not make the link for the first owner");
    return undefined;
  }
}
