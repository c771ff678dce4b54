/** Changes at a later moment. What is scheduled is a copy of the content as it was then: a later draft is not in it. */
import { type Actor, recordActivity } from "../../platform/activity.server.ts";
import type { EntrySchedulesTable } from "../../platform/schema.ts";
import type { Services } from "../../platform/services.ts";
import type { ContentType } from "../content-type.ts";
import { type ContentChange, changeContent } from "../content-version.server.ts";
import { entryTitle } from "../entry-title.ts";
import { changeScheduled } from "../timetable/carry-over.server.ts";
import type { EntryKey, PublishCheck, PublishProblem, Theirs } from "./editing-types.ts";
import {
  deleteSchedule,
  findDraft,
  findLive,
  findSchedule,
  type ScheduledAction,
  theirDraft,
  theirVersion,
} from "./entry-rows.server.ts";
import { checkForPublishing } from "./publish-problems.server.ts";
import { storedValues, type Values } from "./stored-body.ts";

export type ScheduleOutcome =
  /** `same`: this is scheduled already. */
  | { code: "scheduled" | "same"; dueAt: Date }
  /** The moment is not in the future. */
  | { code: "past" }
  /** Somebody else has saved or published meanwhile. */
  | { code: "stale"; theirs: Theirs }
  /** Something else is scheduled, which has to be seen first. */
  | { code: "scheduled-otherwise"; dueAt: string; by: string; madeAt: string }
  | { code: "refused"; problems: PublishProblem[] }
  /** There is no such draft or entry. */
  | { code: "unknown" };

/** `replaces` is `madeAt` of the schedule that was seen and is to be replaced. */
export type ScheduleOptions = {
  checks?: readonly PublishCheck[];
  replaces?: string | undefined;
  /** What follows from it in the same transaction, once it is scheduled. */
  afterwards?: ((change: ContentChange) => Promise<void>) | undefined;
};

/**
 * Schedules the publication of a draft as it is now. All is checked as for publishing at once; a reference to an entry
 * that goes live by then is no problem. The draft stays.
 */
export async function schedulePublish(
  services: Services,
  type: ContentType,
  slug: string,
  draftRevision: number,
  dueAt: Date,
  actor: Actor,
  { checks = [], replaces, afterwards }: ScheduleOptions = {},
): Promise<ScheduleOutcome> {
  const key = { type: type.name, slug };
  return changeContent(services, async (change): Promise<ScheduleOutcome> => {
    const { transaction } = change;
    const [draft, live] = [await findDraft(transaction, key), await findLive(transaction, key)];
    if (draft === undefined) return { code: "unknown" };
    if (draft.revision !== draftRevision) return { code: "stale", theirs: theirDraft(draft, live) };
    if (live !== undefined && live.version !== draft.based_on) return { code: "stale", theirs: theirVersion(live) };
    const values = storedValues(draft.body);
    const checked = await checkForPublishing(transaction, type, values, {
      slug,
      isNew: live === undefined,
      checks,
      willBePublished: (target) => isPublishedBy(change, target, dueAt),
    });
    if (!checked.ok) return { code: "refused", problems: checked.problems };
    const scheduled = { key, action: "publish", body: draft.body, basedOn: live?.version ?? 0, dueAt } as const;
    return storeSchedule(change, scheduled, labelOf(type, values, slug), actor, { replaces, afterwards });
  });
}

/** Schedules the removal of an entry. What refers to it then makes it fail. */
export async function scheduleRemoval(
  services: Services,
  type: ContentType,
  slug: string,
  dueAt: Date,
  actor: Actor,
  options: Omit<ScheduleOptions, "checks"> = {},
): Promise<ScheduleOutcome> {
  const key = { type: type.name, slug };
  return changeContent(services, async (change): Promise<ScheduleOutcome> => {
    const live = await findLive(change.transaction, key);
    if (live === undefined) return { code: "unknown" };
    const scheduled = { key, action: "remove", body: null, basedOn: live.version, dueAt } as const;
    return storeSchedule(change, scheduled, labelOf(type, storedValues(live.body), slug), actor, options);
  });
}

/** Publishes the present draft at the scheduled moment instead of the copy. */
export async function useNewerDraft(
  services: Services,
  type: ContentType,
  slug: string,
  draftRevision: number,
  actor: Actor,
  checks: readonly PublishCheck[] = [],
): Promise<ScheduleOutcome> {
  const scheduled = await findSchedule(services.db, { type: type.name, slug }, "publish");
  if (scheduled === undefined) return { code: "unknown" };
  const options = { checks, replaces: scheduled.made_at };
  return schedulePublish(services, type, slug, draftRevision, new Date(scheduled.due_at), actor, options);
}

/** Cancels what is scheduled. Nothing else changes: neither the site nor the draft. @returns whether there was something */
export async function cancelSchedule(
  services: Services,
  type: ContentType,
  slug: string,
  action: ScheduledAction,
  actor: Actor,
): Promise<boolean> {
  const key = { type: type.name, slug };
  return changeContent(services, async (change) => {
    const { transaction, at } = change;
    const scheduled = await findSchedule(transaction, key, action);
    if (scheduled === undefined) return false;
    await changeScheduled(change, key, actor, () => deleteSchedule(transaction, scheduled));
    const body = scheduled.body ?? (await findLive(transaction, key))?.body ?? "";
    const label = labelOf(type, storedValues(body), slug);
    const details = { what: action, dueAt: scheduled.due_at };
    await recordActivity(transaction, at, actor, { action: "schedule-cancelled", ...key, label, details });
    return true;
  });
}

function labelOf(type: ContentType, values: Values, slug: string): string {
  return entryTitle(type, values, slug);
}

type NewSchedule = { key: EntryKey; action: ScheduledAction; body: string | null; basedOn: number; dueAt: Date };

async function storeSchedule(
  change: ContentChange,
  { key, action, body, basedOn, dueAt }: NewSchedule,
  label: string,
  actor: Actor,
  { replaces, afterwards }: Omit<ScheduleOptions, "checks">,
): Promise<ScheduleOutcome> {
  const { transaction, at } = change;
  const due_at = dueAt.toISOString();
  const present = await findSchedule(transaction, key, action);
  if (present !== undefined && isSameSchedule(present, due_at, body)) return { code: "same", dueAt };
  if (dueAt.getTime() <= at.getTime()) return { code: "past" };
  if (present !== undefined && present.made_at !== replaces) {
    return { code: "scheduled-otherwise", dueAt: present.due_at, by: present.made_by, madeAt: present.made_at };
  }
  const made = { made_at: at.toISOString(), made_by_id: actor.id, made_by: actor.name };
  const row = { body, based_on: basedOn, due_at, ...made, failed_at: null, failed_why: null };
  await changeScheduled(change, key, actor, () =>
    transaction
      .insertInto("entry_schedules")
      .values({ ...key, action, ...row })
      .onConflict((conflict) => conflict.columns(["type", "slug", "action"]).doUpdateSet(row))
      .execute(),
  );
  const details = { what: action, dueAt: due_at };
  await recordActivity(transaction, at, actor, { action: "scheduled", ...key, label, details });
  await afterwards?.(change);
  return { code: "scheduled", dueAt };
}

function isSameSchedule(present: EntrySchedulesTable, dueAt: string, body: string | null): boolean {
  return present.due_at === dueAt && present.body === body && present.failed_at === null;
}

/** Whether an entry that is not on the site goes live at a moment, or before. */
async function isPublishedBy({ transaction }: ContentChange, target: EntryKey, moment: Date): Promise<boolean> {
  const scheduled = await findSchedule(transaction, target, "publish");
  return scheduled !== undefined && scheduled.failed_at === null && scheduled.due_at <= moment.toISOString();
}
