/** What the first page has of its own: the machine's troubles, mails that could not be delivered, and what waits. */

import { byWhom, problemSentence } from "../../cms/editing/messages.server.ts";
import { waiting } from "../../cms/editing/waiting.server.ts";
import { type Catalogue, catalogue } from "../../content-types/catalogue.ts";
import { formPath } from "../../content-types/paths.ts";
import { entriesWithHiddenPictures } from "../../pictures/library.server.ts";
import { findOldBackup } from "../../platform/backup-state.server.ts";
import { littleSpaceLeft } from "../../platform/disk-space.server.ts";
import { stuckMailText } from "../../platform/mail-messages.ts";
import type { Services } from "../../platform/services.ts";
import { findStuckMail } from "../../platform/stuck-mail.server.ts";
import {
  listUndelivered,
  type MailScope,
  removeUndelivered,
  retryUndelivered,
} from "../../platform/undelivered-mail.server.ts";
import { listPeople } from "../../staff/people.server.ts";
import { can } from "../../staff/roles.ts";
import type { StaffMember } from "../../staff/staff-member.ts";
import { shortMoment, timeSince } from "../../time/date-texts.server.ts";

/** What the owner has to hear of the machine, which the gym's work depends on; undefined when all is well. */
export async function readMachineTrouble(
  { config, databaseState }: Pick<Services, "config" | "databaseState">,
  { role }: StaffMember,
): Promise<{ title: string; text: string } | undefined> {
  if (role !== "owner") return undefined;
  const consequence = "nobody can sign up, book or write to you";
  if (databaseState.isWriteRefused()) {
    return {
      title: "The site can’t store anything now:",
      text: `${consequence}. Its disk is full, or can only be read. Tell whoever runs the machine.`,
    };
  }
  const free = await littleSpaceLeft(config.dataDir);
  if (free === undefined) return undefined;
  return {
    title: `The site’s disk is nearly full, with ${free} MB left.`,
    text: `Once nothing is left, ${consequence}. Ask whoever runs the machine to make room.`,
  };
}

/** Tells the owner of a backup that is more than 26 hours old, or of none; undefined otherwise. */
export async function readOldBackup(
  services: Services,
  { role }: StaffMember,
): Promise<{ title: string; text: string } | undefined> {
  const old = role === "owner" ? await findOldBackup(services) : undefined;
  if (old === undefined) return undefined;
  const now = services.now();
  const title =
    old.last === undefined
      ? "The site has no backup."
      : `The last backup was made ${timeSince(old.last, now)}, ${shortMoment(old.last, now)}.`;
  return {
    title,
    text: "What was stored since would be lost with the machine. Ask whoever runs the machine to look: docs/operating.md, “Off-site copies”.",
  };
}

/** The colleagues whose authenticator apps work no more, for the owner: nobody else can help those without a recovery code. */
export async function readLostApps(
  services: Pick<Services, "config" | "db">,
  { role }: StaffMember,
): Promise<{ title: string; text: string } | undefined> {
  if (role !== "owner") return undefined;
  const names = (await listPeople(services)).filter(({ isAppLost }) => isAppLost).map(({ name }) => name);
  if (names.length === 0) return undefined;
  const whose = `${names.length === 1 ? "app" : "apps"} of ${new Intl.ListFormat("en-GB").format(names)}`;
  return {
    title: `The site’s secret was changed or lost: the authenticator ${whose} can’t be checked any more.`,
    text: "Sign in with a recovery code or a passkey, and set the app up anew under “Your second step”. Who has neither needs a reset of their second step, under Team. Whoever runs the machine can also put the old secret back.",
  };
}

/** Warns the desk of mail that does not leave, so that it does not believe people were told; undefined while mail leaves. */
export async function readMailTrouble(services: Services): Promise<{ title: string; text: string } | undefined> {
  const stuck = await findStuckMail(services);
  return stuck && stuckMailText(stuck, shortMoment(new Date(stuck.since), services.now()));
}

/** How many there is room for; when these have been dealt with, the others follow. */
const MAILS_SHOWN = 5;

/** Mail about accounts is of those who see the people, all other mail of the desk too. */
function scopeOf({ role }: StaffMember): MailScope {
  return can(role, "see", "people") ? "all" : "desk";
}

/** The last of the mails that were given up and concern a member, and how many there are in all. */
export async function readUndelivered(services: Services, member: StaffMember) {
  const { mails, count } = await listUndelivered(services, scopeOf(member), MAILS_SHOWN);
  const now = services.now();
  return {
    count,
    mails: mails.map(({ writtenAt, ...mail }) => ({ ...mail, written: shortMoment(new Date(writtenAt), now) })),
  };
}

/** The outcome of an action on a mail. `mail-gone`: it was tried again or removed already, perhaps by a double click. */
export type MailDone = "mail-retried" | "mail-removed" | "mail-gone";

/** Does what a button says: `retry-all`, `retry:` or `remove:` with a mail. @returns undefined when it is none of ours */
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

/** How many drafts and schedules the first page has room for; the lists of content have all. */
const ITEMS_SHOWN = 4;

/**
 * Content that waits for a member who may change it: first failures and pictures that visitors don't see any more, then drafts and
 * schedules. `text` is its kind, and the change that is to come; `more` is who and when, shown where there is room.
 */
export async function readWaitingItems(services: Services, member: StaffMember) {
  const types = Object.entries(catalogue).flatMap(([name, type]) =>
    can(member.role, "edit", name as keyof Catalogue) ? [type] : [],
  );
  const { drafts, schedules, failures, kept } = await waiting(services, { limit: ITEMS_SHOWN, types });
  const hidden = await entriesWithHiddenPictures(services, types);
  const now = services.now();
  const moment = (at: string) => shortMoment(new Date(at), now);
  const items = [
    ...failures.map(({ typeLabel, problems, by, dueAt, ...entry }) => ({
      ...entry,
      kind: "failed" as const,
      text: `${typeLabel.toLowerCase()}: ${problems.map(problemSentence).join(" ").replace(/\.$/, "")}`,
      more: `. Set by ${byWhom(by, member)} for ${moment(dueAt)}`,
    })),
    ...hidden.slice(0, ITEMS_SHOWN).map(({ typeLabel, ...entry }) => ({
      ...entry,
      kind: "picture-hidden" as const,
      text: `${typeLabel.toLowerCase()}: its picture can’t be shown any more`,
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
      text: `${typeLabel.toLowerCase()}: ${action === "publish" ? "goes live" : "comes off the site"} ${moment(dueAt)}`,
      more: `, set by ${byWhom(by, member)}`,
    })),
  ];
  return items.map(({ type, slug, ...item }) => ({ ...item, to: formPath(type, slug) }));
}
