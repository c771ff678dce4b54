import { byWhom, problemSentence } from "../../cms/editing/messages.server.ts";
import { waiting } from "../../cms/editing/waiting.server.ts";
import { type Catalogue, catalogue } from "../../content-types/catalogue.ts";
import { entriesWithHiddenPictures } from "../../pictures/library.server.ts";
import type { Services } from "../../platform/services.ts";
import { can } from "../../staff/roles.ts";
import type { StaffMember } from "../../staff/staff-member.ts";
import { shortMoment, timeSince } from "../../time/date-texts.server.ts";
import type { WaitingItem } from "./waiting-items.tsx";

/** How many drafts and schedules the first page has room for; the lists of content have all. */
const SHOWN = 4;

/** What waits of the content that a member may change: first failures and pictures that are gone, then drafts and schedules. */
export async function readWaitingItems(services: Services, member: StaffMember): Promise<WaitingItem[]> {
  const types = Object.entries(catalogue).flatMap(([name, type]) =>
    can(member.role, "edit", name as keyof Catalogue) ? [type] : [],
  );
  const { drafts, schedules, failures } = await waiting(services, { limit: SHOWN, types });
  const hidden = await entriesWithHiddenPictures(services, types);
  const now = services.now();
  const moment = (at: string) => shortMoment(new Date(at), now);
  return [
    ...failures.map(({ typeLabel, problems, by, dueAt, ...entry }) => ({
      ...entry,
      kind: "failed" as const,
      text: `${typeLabel.toLowerCase()}: ${problems.map(problemSentence).join(" ").replace(/\.$/, "")}`,
      more: `. Set by ${byWhom(by, member)} for ${moment(dueAt)}`,
    })),
    ...hidden.slice(0, SHOWN).map(({ typeLabel, ...entry }) => ({
      ...entry,
      kind: "picture-hidden" as const,
      text: `${typeLabel.toLowerCase()}: its picture can’t be shown any more`,
      more: "",
    })),
    ...drafts.map(({ typeLabel, at, by, ...entry }) => ({
      ...entry,
      kind: "draft" as const,
      text: typeLabel.toLowerCase(),
      more: `, by ${byWhom(by, member)}, ${timeSince(new Date(at), now)}`,
    })),
    ...schedules.map(({ typeLabel, action, dueAt, by, ...entry }) => ({
      ...entry,
      kind: "scheduled" as const,
      text: `${typeLabel.toLowerCase()}: ${action === "publish" ? "goes live" : "comes off the site"} ${moment(dueAt)}`,
      more: `, set by ${byWhom(by, member)}`,
    })),
  ];
}
