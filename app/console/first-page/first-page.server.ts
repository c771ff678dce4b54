import { byWhom, problemSentence } from "../../cms/editing/messages.server.ts";
import { listPendingChanges } from "../../cms/editing/pending-changes.server.ts";
import { type Catalogue, catalogue } from "../../content-types/catalogue.ts";
import { formPath } from "../../content-types/paths.ts";
import { entriesWithHiddenPictures } from "../../pictures/library.server.ts";
import { findOldBackup } from "../../platform/backup-state.server.ts";
import { findLowDiskSpace } from "../../platform/data-folder.server.ts";
import { stuckMailText } from "../../platform/mail-messages.ts";
import type { Services } from "../../platform/services.ts";
import {
  findStuckMail,
  listUndelivered,
  type MailScope,
  removeUndelivered,
  retryUndelivered,
} from "../../platform/undelivered-mail.server.ts";
import { listPeople } from "../../staff/people.server.ts";
import { can, type StaffMember } from "../../staff/roles.ts";
import { shortMoment, timeSince } from "../../time/dates.server.ts";

/** Server alerts for the owner; undefined when all is well. */
export async function readServerAlerts(
  { config, databaseState }: Pick<Services, "config" | "databaseState">,
  { role }: StaffMember,
): Promise<{ title: string; text: string } | undefined> {
  if (role !== "owner") return undefined;
  const consequence = "nobody can sign up, book or write to you";
  if (databaseState.isWriteRefused()) {
    return {
      title: "The site can’t save anything at the moment:",
      text: `${consequence}. Its disk is full or read-only. Tell whoever runs the server.`,
    };
  }
  const free = await findLowDiskSpace(config.dataDir);
  if (free === undefined) return undefined;
  return {
    title: `The site’s disk is nearly full, with ${free} MB left.`,
    text: `Once it is full, ${consequence}. Ask whoever runs the server to free some space.`,
  };
}

/** Warns the owner when the last backup is missing or older than 26 hours; undefined otherwise. */
export async function readOldBackup(
  services: Services,
  { role }: StaffMember,
): Promise<{ title: string; text: string } | undefined> {
  const old = role === "owner" ? await findOldBackup(services) : undefined;
  if (old === undefined) return undefined;
  const now = services.now();
  const title =
    old.last === undefined ? "The site has no backup." : `The last backup was made ${timeSince(old.last, now)}.`;
  return {
    title,
    text: "Everything stored since would be lost with the server. Ask whoever runs the server to check: docs/operating.md, “Off-site copies”.",
  };
}

/** Lists colleagues whose authenticator apps no longer work, for the owner: only an owner can reset their verification. */
export async function readLostApps(
  services: Pick<Services, "config" | "db">,
  { role }: StaffMember,
): Promise<{ title: string; text: string } | undefined> {
  if (role !== "owner") return undefined;
  const names = (await listPeople(services)).filter(({ isAppLost }) => isAppLost).map(({ name }) => name);
  if (names.length === 0) return undefined;
  const whose = `${names.length === 1 ? "app" : "apps"} of ${new Intl.ListFormat("en-GB").format(names)}`;
  return {
    title: `The site’s secret was changed or lost: the authenticator ${whose} can no longer be checked.`,
    text: "Sign in with a recovery code or a passkey, and set the app up again under “Two-step verification”. Anybody with neither needs a reset of their two-step verification, under Team. Whoever runs the server can also restore the old secret.",
  };
}

export async function readMailTrouble(services: Services): Promise<{ title: string; text: string } | undefined> {
  const stuck = await findStuckMail(services);
  return stuck && stuckMailText(stuck, shortMoment(new Date(stuck.since), services.now()));
}

/** The number shown; the others follow when these are dealt with. */
const MAILS_SHOWN = 5;

function scopeOf({ role }: StaffMember): MailScope {
  return can(role, "see", "people") ? "all" : "desk";
}

/** The latest undeliverable mails that a member may see, and the total count. */
export async function readUndelivered(services: Services, member: StaffMember) {
  const { mails, count } = await listUndelivered(services, scopeOf(member), MAILS_SHOWN);
  const now = services.now();
  return {
    count,
    mails: mails.map(({ writtenAt, ...mail }) => ({ ...mail, written: shortMoment(new Date(writtenAt), now) })),
  };
}

/** The outcome of an action on an email. `mail-gone`: it was already retried or removed, perhaps by a double click. */
export type MailDone = "mail-retried" | "mail-removed" | "mail-gone";

/** Runs `retry-all`, `retry:` or `remove:`. @returns undefined for an unknown button */
export async function changeUndelivered(
  services: Services,
  member: StaffMember,
  action: string,
): Promise<MailDone | undefined> {
  const scope = scopeOf(member);
  const [name = "", id = ""] = action.split(":");
  if (name === "retry-all") return (await retryUndelivered(services, scope)) ? "mail-retried" : "mail-gone";
  if (name === "retry") return (await retryUndelivered(services, scope, id)) ? "mail-retried" : "mail-gone";
  if (name === "remove") return (await removeUndelivered(services, member, scope, id)) ? "mail-removed" : "mail-gone";
  return undefined;
}

/** The number of drafts and schedules on the first page; the content lists have all of them. */
const ITEMS_SHOWN = 4;

/** Pending content for a member: failures and missing pictures first, then drafts and schedules. */
export async function readPendingItems(services: Services, member: StaffMember) {
  const types = Object.entries(catalogue).flatMap(([name, type]) =>
    can(member.role, "edit", name as keyof Catalogue) ? [type] : [],
  );
  const { drafts, schedules, failures, kept } = await listPendingChanges(services, { limit: ITEMS_SHOWN, types });
  const hidden = await entriesWithHiddenPictures(services, types);
  const now = services.now();
  const moment = (at: string) => shortMoment(new Date(at), now);
  const items = [
    ...failures.map(({ typeLabel, problems, by, dueAt, ...entry }) => ({
      ...entry,
      kind: "failed" as const,
      text: `${typeLabel.toLowerCase()}: ${problems.map(problemSentence).join(" ").replace(/\.$/, "")}`,
      more: `. Scheduled by ${byWhom(by, member)} for ${moment(dueAt)}`,
    })),
    ...hidden.slice(0, ITEMS_SHOWN).map(({ typeLabel, ...entry }) => ({
      ...entry,
      kind: "picture-hidden" as const,
      text: `${typeLabel.toLowerCase()}: its picture can no longer be shown`,
      more: "",
    })),
    ...[
      ...drafts.map((draft) => ({ ...draft, kind: "draft" as const })),
      ...kept.map((change) => ({ ...change, kind: "kept" as const })),
    ].map(({ typeLabel, at, by, ...entry }) => ({
      ...entry,
      text: typeLabel.toLowerCase(),
      more: `, by ${byWhom(by, member)}, ${timeSince(new Date(at), now)}`,
    })),
    ...schedules.map(({ typeLabel, action, dueAt, by, ...entry }) => ({
      ...entry,
      kind: "scheduled" as const,
      text: `${typeLabel.toLowerCase()}: ${action === "publish" ? "goes live" : "is unpublished"} ${moment(dueAt)}`,
      more: `, scheduled by ${byWhom(by, member)}`,
    })),
  ];
  return items.map(({ type, slug, ...item }) => ({ ...item, to: formPath(type, slug) }));
}
