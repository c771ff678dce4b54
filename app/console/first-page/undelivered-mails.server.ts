/** The mails that could not be delivered, for the first page, and what its buttons do. */

import type { Services } from "../../platform/services.ts";
import {
  listUndelivered,
  type MailScope,
  removeUndelivered,
  retryUndelivered,
} from "../../platform/undelivered-mail.server.ts";
import { can } from "../../staff/roles.ts";
import type { StaffMember } from "../../staff/staff-member.ts";
import { shortMoment } from "../../time/date-texts.server.ts";
import type { UndeliveredMailView } from "./undelivered-mails.tsx";

/** How many there is room for; when these have been dealt with, the others follow. */
const SHOWN = 5;

/** Mail about accounts is of those who see the people, all other mail of the desk too. */
function scopeOf({ role }: StaffMember): MailScope {
  return can(role, "see", "people") ? "all" : "desk";
}

/** The last of the mails that were given up and concern a member, and how many there are. */
export async function readUndelivered(
  services: Services,
  member: StaffMember,
): Promise<{ mails: UndeliveredMailView[]; count: number }> {
  const { mails, count } = await listUndelivered(services, scopeOf(member), SHOWN);
  const now = services.now();
  return {
    count,
    mails: mails.map(({ id, to, subject, error, writtenAt, enquiryId }) => {
      return { id, to, subject, error, enquiryId, written: shortMoment(new Date(writtenAt), now) };
    }),
  };
}

/** What became of a mail. `gone`: it was tried again or removed already, perhaps by the same button pressed twice. */
export type MailDone = "mail-retried" | "mail-removed" | "mail-gone";

/** Does what a button says: `retry-all`, `retry:` or `remove:` with a mail. @returns undefined when it is none of ours */
export async function actOnUndelivered(
  services: Services,
  member: StaffMember,
  pressed: string,
): Promise<MailDone | undefined> {
  const scope = scopeOf(member);
  const [act = "", id = ""] = pressed.split(":");
  if (act === "retry-all") return (await retryUndelivered(services, scope)) ? "mail-retried" : "mail-gone";
  if (act === "retry") return (await retryUndelivered(services, scope, id)) ? "mail-retried" : "mail-gone";
  if (act === "remove") return (await removeUndelivered(services, member, scope, id)) ? "mail-removed" : "mail-gone";
  return undefined;
}
