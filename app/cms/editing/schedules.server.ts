/**
 * Changes at a later moment. What is scheduled is a copy of the content, with which what is published meanwhile is merged; a
 * later draft is not in it.
 */
import { type Actor, recordActivity } from "../../platform/activity.server.ts";
import type { EntryDraftsTable, EntrySchedulesTable } from "../../platform/schema.ts";
import type { Services } from "../../platform/services.ts";
import type { Change } from "../../platform/transact.server.ts";
import { scheduledChange } from "../content-hooks.server.ts";
import type { ContentType } from "../content-type.ts";
import { type AfterChange, changeContent } from "../content-version.server.ts";
import { entryTitle } from "../entry-title.ts";
import { type DraftRefusal, draftOfSchedule, saveDraftWithin } from "./drafts.server.ts";
import type { ConflictingEdit, EntryKey, PublishCheck, PublishProblem } from "./editing-types.ts";
import {
  conflictingDraft,
  conflictingVersion,
  deleteDraft,
  type EntryRow,
  findDraft,
  findLive,
  findSchedule,
  type ScheduledAction,
  scheduledContent,
  scheduledDifference,
} from "./entry-rows.server.ts";
import { checkForPublishing } from "./publish-problems.server.ts";
import {
  cancelScheduleWithin,
  type PublishOptions,
  type PublishRequest,
  type ScheduledDiffers,
} from "./publishing.server.ts";
import { differingFields, type Merge, mergeScheduled, type ScheduledChoice } from "./scheduled-merge.ts";
import { sameValues, storedValues, type Values } from "./stored-body.ts";

export type ScheduleOutcome =
  /** `same`: this is scheduled already. */
  | { code: "scheduled" | "same"; slug: string }
  /** The moment is not in the future. */
  | { code: "past" }
  /** Somebody else has saved or published meanwhile. */
  | { code: "stale"; conflict: ConflictingEdit }
  /** Something else is scheduled, which has to be seen first. */
  | { code: "scheduled-otherwise"; dueAt: string; by: string; madeAt: string }
  | { code: "refused"; problems: PublishProblem[] }
  | ScheduledDiffers
  /** The values of the form could not be stored as a draft. */
  | { code: "not-saved"; draft: DraftRefusal }
  /** There is no such draft or entry. */
  | { code: "unknown" };

/** `replaces` is `madeAt` of the schedule that was seen and is to be replaced. */
export type ScheduleOptions = {
  replaces?: string | undefined;
  afterwards?: AfterChange | undefined;
};

/** `scheduled`: the choice for what is scheduled and is not in the draft; undefined asks. */
export type SchedulePublishOptions = ScheduleOptions & Pick<PublishOptions, "checks" | "alongside" | "scheduled">;

/**
 * Schedules the publication of what `publish` would publish. Values are stored as the draft first, which stays when they can't be
 * scheduled. All is checked as for publishing at once; a reference to an entry that goes live by then is no problem. What is
 * scheduled already is merged with it. The draft of an entry on the site is deleted: its form begins with what visitors see, and
 * `cancelSchedule` makes a draft of what was scheduled.
 * @param givenSlug null for a new entry, which gets a slug made from its title
 */
export async function schedulePublish(
  services: Services,
  type: ContentType,
  givenSlug: string | null,
  request: PublishRequest,
  dueAt: Date,
  actor: Actor,
  options: SchedulePublishOptions = {},
): Promise<ScheduleOutcome> {
  return changeContent(services, (change) =>
    schedulePublishWithin(change, type, givenSlug, request, dueAt, actor, options),
  );
}

type TogetherOutcome = { code: "scheduled"; slugs: string[] } | { code: "not-scheduled"; outcome: ScheduleOutcome };

/** Schedules the publication of several new entries, all or none. */
export async function scheduleTogether(
  services: Services,
  type: ContentType,
  requests: readonly PublishRequest[],
  dueAt: Date,
  actor: Actor,
  options: SchedulePublishOptions = {},
): Promise<TogetherOutcome> {
  return changeContent(services, async (change): Promise<TogetherOutcome> => {
    const slugs: string[] = [];
    for (const request of requests) {
      const outcome = await schedulePublishWithin(change, type, null, request, dueAt, actor, options);
      if (outcome.code !== "scheduled" && outcome.code !== "same") {
        return change.abandon({ code: "not-scheduled", outcome } satisfies TogetherOutcome);
      }
      slugs.push(outcome.slug);
    }
    return { code: "scheduled", slugs };
  });
}

async function schedulePublishWithin(
  change: Change,
  type: ContentType,
  givenSlug: string | null,
  request: PublishRequest,
  dueAt: Date,
  actor: Actor,
  { checks = [], alongside, replaces, scheduled: choice, afterwards }: SchedulePublishOptions,
): Promise<ScheduleOutcome> {
  let draftRevision = request.draftRevision ?? 0;
  let slug = givenSlug;
  if ("values" in request) {
    const seen = { revision: request.draftRevision, basedOn: request.basedOn };
    const saved = await saveDraftWithin(change, type, slug, request.values, actor, seen);
    if (!("slug" in saved)) return { code: "not-saved", draft: saved };
    await alongside?.(change, saved.slug);
    slug = saved.slug;
    draftRevision = saved.revision ?? 0;
  }
  if (slug === null) return { code: "unknown" };
  const key = { type: type.name, slug };
  const { transaction } = change;
  const [draft, live] = [await findDraft(transaction, key), await findLive(transaction, key)];
  const present = await findSchedule(transaction, key, "publish");
  if (draft === undefined) {
    // Its author scheduled it a moment ago, or there was none.
    const isDone = present?.draft_revision === draftRevision && present.due_at === dueAt.toISOString();
    return isDone ? { code: "same", slug } : { code: "unknown" };
  }
  if (draft.revision !== draftRevision) return { code: "stale", conflict: conflictingDraft(draft, live) };
  if (live !== undefined && live.version !== draft.based_on)
    return { code: "stale", conflict: conflictingVersion(live) };
  const merge = mergeDraft(type, draft, live, present, dueAt, choice);
  const isSame = merge.ok && isAlready(type, present, dueAt, merge.values);
  const refusal = isSame ? undefined : refusalOf(change, present, dueAt, replaces);
  if (refusal !== undefined) return refusal;
  if (!merge.ok) {
    if (present === undefined) throw new Error("There is nothing to be asked about");
    return { code: "scheduled-differs", scheduled: scheduledDifference(present, merge.fields) };
  }
  const { values, changes } = merge;
  const problems = await problemsOn(change, type, slug, values, { live, checks, dueAt });
  if (problems !== undefined) return { code: "refused", problems };
  if (live !== undefined) await deleteDraft(transaction, key, draft.revision);
  if (isSame) return { code: "same", slug };
  const content = { body: JSON.stringify(values), changes: live === undefined ? null : JSON.stringify(changes) };
  const made = { ...content, based_on: live?.version ?? 0, draft_revision: draftRevision };
  const label = entryTitle(type, values, slug);
  return storeSchedule(change, { ...key, action: "publish", ...made }, dueAt, { label, actor, afterwards });
}

/** Publishes what is scheduled at another moment. */
export async function postponeSchedule(
  services: Services,
  type: ContentType,
  slug: string,
  dueAt: Date,
  actor: Actor,
  { checks = [], replaces, afterwards }: SchedulePublishOptions = {},
): Promise<ScheduleOutcome> {
  const key = { type: type.name, slug };
  return changeContent(services, async (change): Promise<ScheduleOutcome> => {
    const [live, present] = [
      await findLive(change.transaction, key),
      await findSchedule(change.transaction, key, "publish"),
    ];
    if (present === undefined) return { code: "unknown" };
    const { body, changes, based_on, draft_revision } = present;
    const values = storedValues(body ?? "");
    if (isAlready(type, present, dueAt, values)) return { code: "same", slug };
    const refusal = refusalOf(change, present, dueAt, replaces);
    if (refusal !== undefined) return refusal;
    const problems = await problemsOn(change, type, slug, values, { live, checks, dueAt });
    if (problems !== undefined) return { code: "refused", problems };
    const made = { ...key, action: "publish", body, changes, based_on, draft_revision } as const;
    return storeSchedule(change, made, dueAt, { label: entryTitle(type, values, slug), actor, afterwards });
  });
}

/** Why values could not be published at a moment, as far as it is known now; undefined when they can. */
async function problemsOn(
  change: Change,
  type: ContentType,
  slug: string,
  values: Values,
  { live, checks, dueAt }: { live: EntryRow | undefined; checks: readonly PublishCheck[]; dueAt: Date },
): Promise<PublishProblem[] | undefined> {
  const willBePublished = (target: EntryKey) => isPublishedBy(change, target, dueAt);
  const conditions = { slug, isNew: live === undefined, checks, willBePublished };
  const checked = await checkForPublishing(change, type, values, conditions);
  return checked.ok ? undefined : checked.problems;
}

/** A draft with what it doesn't say otherwise of what is scheduled; a new entry has nothing on the site to be compared with. */
function mergeDraft(
  type: ContentType,
  draft: EntryDraftsTable,
  live: EntryRow | undefined,
  present: EntrySchedulesTable | undefined,
  dueAt: Date,
  choice: ScheduledChoice | undefined,
): Merge {
  const values = storedValues(draft.body);
  const onSite = storedValues(live?.body ?? "");
  if (present === undefined || live === undefined) {
    return { ok: true, values, changes: differingFields(type, onSite, values) };
  }
  const pair = { live: onSite, draft: values, isSameDay: isDueAt(present, dueAt) };
  return mergeScheduled(type, scheduledContent(present), pair, choice);
}

/** Schedules the removal of an entry. What refers to it then makes it fail. */
export async function scheduleRemoval(
  services: Services,
  type: ContentType,
  slug: string,
  dueAt: Date,
  actor: Actor,
  { replaces, afterwards }: ScheduleOptions = {},
): Promise<ScheduleOutcome> {
  const key = { type: type.name, slug };
  return changeContent(services, async (change): Promise<ScheduleOutcome> => {
    const live = await findLive(change.transaction, key);
    if (live === undefined) return { code: "unknown" };
    const present = await findSchedule(change.transaction, key, "remove");
    if (present !== undefined && isDueAt(present, dueAt)) return { code: "same", slug };
    const refusal = refusalOf(change, present, dueAt, replaces);
    if (refusal !== undefined) return refusal;
    const made = { body: null, changes: null, based_on: live.version, draft_revision: null };
    const label = entryTitle(type, storedValues(live.body), slug);
    return storeSchedule(change, { ...key, action: "remove", ...made }, dueAt, { label, actor, afterwards });
  });
}

export type CancelScheduleOutcome =
  /** `same`: there was nothing. */
  | { code: "cancelled" | "same" }
  /** The draft has another text in the same fields: it has to be published, scheduled or discarded first. */
  | { code: "draft-differs"; fields: string[] };

/** Cancels what is scheduled. The site doesn't change; what was to be published is the draft then, or part of it. */
export async function cancelSchedule(
  services: Services,
  type: ContentType,
  slug: string,
  action: ScheduledAction,
  actor: Actor,
  afterwards?: AfterChange,
): Promise<CancelScheduleOutcome> {
  const key = { type: type.name, slug };
  return changeContent(services, async (change): Promise<CancelScheduleOutcome> => {
    const { transaction } = change;
    const scheduled = await findSchedule(transaction, key, action);
    if (scheduled === undefined) return { code: "same" };
    const merge = action === "publish" ? await draftOfSchedule(change, type, scheduled, actor) : { fields: [] };
    if (merge.fields.length > 0) return { code: "draft-differs", fields: merge.fields };
    const body = scheduled.body ?? (await findLive(transaction, key))?.body ?? "";
    await cancelScheduleWithin(change, type, scheduled, actor, storedValues(body));
    await afterwards?.(change);
    return { code: "cancelled" };
  });
}

/** Why something can't be scheduled in the place of what is. */
function refusalOf(
  { at }: Change,
  present: EntrySchedulesTable | undefined,
  dueAt: Date,
  replaces: string | undefined,
): ScheduleOutcome | undefined {
  if (dueAt.getTime() <= at.getTime()) return { code: "past" };
  if (present === undefined || present.made_at === replaces) return undefined;
  return { code: "scheduled-otherwise", dueAt: present.due_at, by: present.made_by, madeAt: present.made_at };
}

type NewSchedule = EntryKey & { action: ScheduledAction } & Pick<
    EntrySchedulesTable,
    "body" | "changes" | "based_on" | "draft_revision"
  >;

async function storeSchedule(
  change: Change,
  { type, slug, action, ...content }: NewSchedule,
  dueAt: Date,
  { label, actor, afterwards }: Pick<ScheduleOptions, "afterwards"> & { label: string; actor: Actor },
): Promise<ScheduleOutcome> {
  const { transaction, at } = change;
  const key = { type, slug };
  const due_at = dueAt.toISOString();
  const made = { made_at: at.toISOString(), made_by_id: actor.id, made_by: actor.name };
  const row = { ...content, due_at, ...made, failed_at: null, failed_why: null };
  await scheduledChange(change, key, actor, () =>
    transaction
      .insertInto("entry_schedules")
      .values({ ...key, action, ...row })
      .onConflict((conflict) => conflict.columns(["type", "slug", "action"]).doUpdateSet(row))
      .execute(),
  );
  const details = { what: action, dueAt: due_at };
  await recordActivity(transaction, at, actor, { action: "scheduled", ...key, label, details });
  await afterwards?.(change);
  return { code: "scheduled", slug };
}

/** Whether these values are what is scheduled for the moment. */
function isAlready(type: ContentType, present: EntrySchedulesTable | undefined, dueAt: Date, values: Values): boolean {
  return present !== undefined && isDueAt(present, dueAt) && sameValues(type, storedValues(present.body ?? ""), values);
}

function isDueAt({ due_at, failed_at }: EntrySchedulesTable, dueAt: Date): boolean {
  return due_at === dueAt.toISOString() && failed_at === null;
}

/** Whether an entry that is not on the site goes live at a moment, or before. */
async function isPublishedBy({ transaction }: Change, target: EntryKey, moment: Date): Promise<boolean> {
  const scheduled = await findSchedule(transaction, target, "publish");
  return scheduled !== undefined && scheduled.failed_at === null && scheduled.due_at <= moment.toISOString();
}
