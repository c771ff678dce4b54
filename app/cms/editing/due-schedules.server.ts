/** Applies due scheduled changes. Several instances may try; each change is applied once. */

import { randomUUID } from "node:crypto";
import { recordActivity } from "../../platform/activity.server.ts";
import { siteOrigin } from "../../platform/config.ts";
import { gymAddress } from "../../platform/gym-mail.server.ts";
import type { Tables } from "../../platform/schema.ts";
import type { Db, Services } from "../../platform/services.ts";
import type { Change } from "../../platform/transact.server.ts";
import { type ContentType, contentTypes, namesOf } from "../content-type.ts";
import { changeContent } from "../content-version.server.ts";
import { entryTitle } from "../entry-title.server.ts";
import {
  deleteDraft,
  deleteSchedule,
  findDraft,
  findLive,
  ofEntry,
  type PublishCheck,
  type PublishProblem,
} from "./entry-rows.server.ts";
import { scheduleFailedMail } from "./messages.server.ts";
import { attemptAll, type Refused } from "./publish-problems.server.ts";
import { publishWithin } from "./publishing.server.ts";
import { removeWithin } from "./removal.server.ts";
import { sameValues, storedValues, type Values } from "./stored-body.ts";

type DueOptions = {
  checks?: readonly PublishCheck[];
  /** The types whose changes are applied; all by default. */
  types?: readonly ContentType[];
  /** Whether a role may publish entries of a type; by default every author may. */
  mayPublish?: (role: string, type: string) => boolean;
};

type MayPublish = DueOptions["mayPublish"];

/** Why a change can't be applied; undefined when it was. */
type Refusal = PublishProblem[] | undefined;

/** The problem of a change whose author has left the staff or lost the permission. */
const AUTHOR_MAY_NOT: PublishProblem = { field: "", message: "author-may-not" };

/**
 * Applies due scheduled changes in one transaction. Failed changes, and orphaned changes that are not due, are stored
 * as failed and emailed to the desk.
 */
export async function runDueSchedules(
  services: Services,
  { checks = [], types = contentTypes(services), mayPublish }: DueOptions = {},
): Promise<{ done: number; failed: number }> {
  if (!(await hasWork(services, types, mayPublish))) return { done: 0, failed: 0 };
  return changeContent(services, async (change) => {
    const held = await holdOrphans(change, types, mayPublish);
    const due = await claimDue(change, types);
    const refused = await attemptAll(due, (scheduled) =>
      scheduled.action === "remove" ? removeDue(change, scheduled, types) : publishDue(change, scheduled, checks),
    );
    for (const failed of refused) await storeFailed(change, failed);
    return { done: due.length - refused.length, failed: held + refused.length };
  });
}

type Due = Tables["entry_schedules"] & { declared: ContentType };

/** Checked before the transaction begins: usually no change is due or orphaned. */
async function hasWork({ db, now }: Services, types: readonly ContentType[], mayPublish: MayPublish): Promise<boolean> {
  const scheduled = await withAuthors(db, types).select(["s.type", "s.due_at", "staff.role"]).execute();
  const at = now().toISOString();
  return scheduled.some(({ type, due_at, role }) => due_at <= at || isOrphan({ type, role }, mayPublish));
}

/** Scheduled changes that have not failed, joined with their author's row of `staff`. */
function withAuthors(db: Db, types: readonly ContentType[]) {
  return db
    .selectFrom("entry_schedules as s")
    .leftJoin("staff", "staff.user_id", "s.made_by_id")
    .where("s.failed_at", "is", null)
    .where("s.type", "in", namesOf(types));
}

/** Whether the author may no longer publish a change. @param row.role null if the author has left the staff */
function isOrphan({ type, role }: { type: string; role: string | null }, mayPublish: MayPublish): boolean {
  return mayPublish !== undefined && (role === null || !mayPublish(role, type));
}

/** Puts orphaned changes on hold, until somebody with the permission publishes them. @returns their number */
async function holdOrphans(change: Change, types: readonly ContentType[], mayPublish: MayPublish): Promise<number> {
  const { transaction } = change;
  const rows = await withAuthors(transaction, types).selectAll("s").select("staff.role").execute();
  let held = 0;
  for (const { role, ...scheduled } of rows) {
    const declared = types.find(({ name }) => name === scheduled.type);
    if (declared === undefined || !isOrphan({ type: scheduled.type, role }, mayPublish)) continue;
    await deleteSchedule(transaction, scheduled);
    await storeFailed(change, { item: { ...scheduled, declared }, problems: [AUTHOR_MAY_NOT] });
    held += 1;
  }
  return held;
}

/** Claims due changes by deleting their rows, so that one instance gets each; a rollback restores them. */
async function claimDue({ transaction, at }: Change, types: readonly ContentType[]): Promise<Due[]> {
  const due = await transaction
    .deleteFrom("entry_schedules")
    .where("due_at", "<=", at.toISOString())
    .where("failed_at", "is", null)
    .where("type", "in", namesOf(types))
    .returningAll()
    .execute();
  return due
    .flatMap((row) => types.filter(({ name }) => name === row.type).map((declared) => ({ ...row, declared })))
    .sort(byMoment);
}

function byMoment(a: Due, b: Due): number {
  if (a.due_at !== b.due_at) return a.due_at < b.due_at ? -1 : 1;
  return Number(a.action === "remove") - Number(b.action === "remove");
}

async function publishDue(change: Change, scheduled: Due, checks: readonly PublishCheck[]): Promise<Refusal> {
  const { slug, declared: type } = scheduled;
  const key = { type: type.name, slug };
  const live = await findLive(change.transaction, key);
  const values = storedValues(scheduled.body ?? "");
  if (live !== undefined && sameValues(type, storedValues(live.body), values)) return undefined;
  const due = { how: "scheduled", action: "published", bySite: true } as const;
  const made = { actor: actorOf(scheduled), actId: randomUUID(), ...due };
  const outcome = await publishWithin(change, { type, slug, values, live, checks, ...made });
  if (outcome.code === "refused") return outcome.problems;
  if (outcome.code === "published") await updateDraft(change, scheduled, values, outcome.version);
  return undefined;
}

/** Deletes the draft if it was published. Another draft stays; its author has to confirm when publishing. */
async function updateDraft({ transaction }: Change, scheduled: Due, values: Values, version: number): Promise<void> {
  const { declared: type } = scheduled;
  const key = { type: type.name, slug: scheduled.slug };
  const draft = await findDraft(transaction, key);
  if (draft === undefined) return;
  if (sameValues(type, storedValues(draft.body), values)) {
    await deleteDraft(transaction, key, draft.revision);
  } else if (version === 1 && scheduled.based_on === 0 && draft.based_on === 0) {
    const drafts = transaction.updateTable("entry_drafts").set({ based_on: version });
    await drafts.where(ofEntry(key)).where("based_on", "=", 0).execute();
  }
}

async function removeDue(change: Change, scheduled: Due, types: readonly ContentType[]): Promise<Refusal> {
  const outcome = await removeWithin(change, scheduled.declared, scheduled.slug, {
    actor: actorOf(scheduled),
    bySite: true,
    types,
  });
  switch (outcome.code) {
    case "removed":
    case "same":
    case "unknown":
      return undefined;
    case "referenced":
      return outcome.references.map(({ type: name, slug, title }) => ({
        field: "",
        message: "still-referenced",
        target: { type: name, slug, title, draftRevision: undefined },
      }));
    default:
      return [{ field: "", message: outcome.code }];
  }
}

function actorOf({ made_by_id, made_by }: Tables["entry_schedules"]) {
  return { id: made_by_id, name: made_by };
}

async function storeFailed(
  change: Change,
  { item: { declared: type, ...scheduled }, problems }: Refused<Due>,
): Promise<void> {
  const { services, transaction, at, queueMail } = change;
  const key = { type: type.name, slug: scheduled.slug };
  await transaction
    .insertInto("entry_schedules")
    .values({ ...scheduled, failed_at: at.toISOString(), failed_why: JSON.stringify(problems) })
    .execute();
  const values = storedValues(scheduled.body ?? (await findLive(transaction, key))?.body ?? "");
  const label = entryTitle(type, values, key.slug);
  const details = { what: scheduled.action, dueAt: scheduled.due_at, scheduledBy: scheduled.made_by };
  const isHeld = problems.includes(AUTHOR_MAY_NOT);
  const action = isHeld ? "schedule-held" : "schedule-failed";
  await recordActivity(transaction, at, null, { action, ...key, label, details });
  const mail = scheduleFailedMail({
    label,
    isHeld,
    isRemoval: scheduled.action === "remove",
    dueAt: new Date(scheduled.due_at),
    scheduledBy: scheduled.made_by,
    problems,
    type,
    values,
    address: `${siteOrigin(services.config)}/staff/content/${type.name}/${key.slug}`,
  });
  await queueMail({ to: await gymAddress(services, transaction), ...mail });
  services.log.warn({ event: action, ...key }, "failed to apply a scheduled change");
}
