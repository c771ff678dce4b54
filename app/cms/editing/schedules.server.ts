/** Scheduled changes. Each is a copy of the content; until it is applied or cancelled, nothing else is published. */
import { type Actor, recordActivity } from "../../platform/activity.server.ts";
import type { Tables } from "../../platform/schema.ts";
import type { Services } from "../../platform/services.ts";
import type { Change } from "../../platform/transact.server.ts";
import { dateInNairobi, isCalendarDate, parseNairobiMoment } from "../../time/dates.server.ts";
import type { ContentType } from "../content-type.ts";
import { changeContent } from "../content-version.server.ts";
import { entryTitle } from "../entry-title.server.ts";
import { createDraftOfChange, type DraftRefusal, saveDraftWithin } from "./drafts.server.ts";
import {
  type ChangePending,
  type ConflictingEdit,
  changePending,
  conflictingDraft,
  conflictingVersion,
  deleteDraft,
  type EntryKey,
  type EntryRow,
  findDraft,
  findLive,
  findSchedule,
  type PublishCheck,
  type PublishProblem,
  type ScheduledAction,
} from "./entry-rows.server.ts";
import { keepWithin, valuesOfChange } from "./pending-changes.server.ts";
import { checkForPublishing } from "./publish-problems.server.ts";
import { cancelScheduleWithin, type PublishOptions, type PublishRequest } from "./publishing.server.ts";
import { sameValues, storedValues, type Values } from "./stored-body.ts";

export type ScheduleOutcome =
  | { code: "scheduled" | "same"; slug: string }
  | { code: "past" }
  | { code: "unknown" }
  | { code: "stale"; conflict: ConflictingEdit }
  /** Another change was scheduled since the page was loaded. */
  | { code: "schedule-stale"; dueAt: string; by: string }
  | { code: "refused"; problems: PublishProblem[] }
  | ChangePending
  /** The values of the form could not be stored as a draft. */
  | { code: "not-saved"; draft: DraftRefusal };

/** `replaces`: `madeAt` of the schedule that the page showed and that is replaced. */
type ScheduleOptions = { replaces?: string | undefined };

/**
 * Schedules a publication. Values are first stored as a draft; referenced entries may go live later, up to that moment.
 * @param givenSlug null for a new entry
 */
export async function schedulePublish(
  services: Services,
  type: ContentType,
  givenSlug: string | null,
  request: PublishRequest,
  dueAt: Date,
  actor: Actor,
  { checks = [], alongside }: PublishOptions = {},
): Promise<ScheduleOutcome> {
  return changeContent(services, async (change): Promise<ScheduleOutcome> => {
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
    const existing = await findSchedule(transaction, key, "publish");
    if (draft === undefined) {
      // Either its author has just scheduled it, or there was no draft.
      const isDone = existing?.draft_revision === draftRevision && existing.due_at === dueAt.toISOString();
      return isDone ? { code: "same", slug } : { code: "unknown" };
    }
    if (draft.revision !== draftRevision) return { code: "stale", conflict: conflictingDraft(draft, live) };
    if (live !== undefined && live.version !== draft.based_on)
      return { code: "stale", conflict: conflictingVersion(live) };
    const values = storedValues(draft.body);
    if (isAlreadyScheduled(type, existing, dueAt, values)) {
      if (live !== undefined) await deleteDraft(transaction, key, draft.revision);
      return { code: "same", slug };
    }
    if (dueAt <= change.at) return { code: "past" };
    // A failed first publication is the draft itself.
    const isFirstFailed = existing?.based_on === 0 && existing.failed_at !== null;
    if (existing !== undefined && !isFirstFailed) return change.abandon(changePending(existing));
    const problems = await problemsAt(change, type, slug, values, { live, checks, dueAt });
    if (problems !== undefined) return { code: "refused", problems };
    if (live !== undefined) await deleteDraft(transaction, key, draft.revision);
    const made = { body: JSON.stringify(values), based_on: live?.version ?? 0, draft_revision: draftRevision };
    const label = entryTitle(type, values, slug);
    return storeSchedule(change, { ...key, action: "publish", ...made }, dueAt, { label, actor });
  });
}

/** Schedules a pending change for another moment. */
export async function reschedule(
  services: Services,
  type: ContentType,
  slug: string,
  dueAt: Date,
  actor: Actor,
  { checks = [], replaces }: ScheduleOptions & Pick<PublishOptions, "checks"> = {},
): Promise<ScheduleOutcome> {
  const key = { type: type.name, slug };
  return changeContent(services, async (change): Promise<ScheduleOutcome> => {
    const [live, existing] = [
      await findLive(change.transaction, key),
      await findSchedule(change.transaction, key, "publish"),
    ];
    // The kept change of a removed entry waits until the entry is restored.
    if (existing === undefined || (live === undefined && existing.based_on !== 0)) return { code: "unknown" };
    const values = await valuesOfChange(change.transaction, type, existing, live);
    if (isAlreadyScheduled(type, existing, dueAt, values)) return { code: "same", slug };
    const refusal = refusalOf(change, existing, dueAt, replaces);
    if (refusal !== undefined) return refusal;
    const problems = await problemsAt(change, type, slug, values, { live, checks, dueAt });
    if (problems !== undefined) return { code: "refused", problems };
    const content = { body: JSON.stringify(values), based_on: live?.version ?? 0 };
    const made = { ...key, action: "publish", ...content, draft_revision: existing.draft_revision } as const;
    return storeSchedule(change, made, dueAt, { label: entryTitle(type, values, slug), actor });
  });
}

/** Why values can't be published at a moment, as far as is known now; undefined when they can. */
async function problemsAt(
  change: Change,
  type: ContentType,
  slug: string,
  values: Values,
  { live, checks, dueAt }: { live: EntryRow | undefined; checks: readonly PublishCheck[]; dueAt: Date },
): Promise<PublishProblem[] | undefined> {
  const willBePublished = (target: EntryKey) => isPublishedBy(change, target, dueAt);
  const conditions = { slug, isNew: live === undefined, checks, willBePublished };
  const checked = await checkForPublishing(change, type, values, conditions);
  return checked.code === "valid" ? undefined : checked.problems;
}

export async function scheduleRemoval(
  services: Services,
  type: ContentType,
  slug: string,
  dueAt: Date,
  actor: Actor,
  { replaces }: ScheduleOptions = {},
): Promise<ScheduleOutcome> {
  const key = { type: type.name, slug };
  return changeContent(services, async (change): Promise<ScheduleOutcome> => {
    const live = await findLive(change.transaction, key);
    if (live === undefined) return { code: "unknown" };
    const existing = await findSchedule(change.transaction, key, "remove");
    if (existing !== undefined && isDueAt(existing, dueAt)) return { code: "same", slug };
    const refusal = refusalOf(change, existing, dueAt, replaces);
    if (refusal !== undefined) return refusal;
    const made = { body: null, based_on: live.version, draft_revision: null };
    const label = entryTitle(type, storedValues(live.body), slug);
    return storeSchedule(change, { ...key, action: "remove", ...made }, dueAt, { label, actor });
  });
}

/** `same`: nothing was scheduled. `draft-differs`: another draft has to be published or discarded first. */
type CancelScheduleOutcome = { code: "cancelled" | "same" | "draft-differs" };

/** Cancels a pending change, which becomes the draft. The site doesn't change. */
export async function cancelSchedule(
  services: Services,
  type: ContentType,
  slug: string,
  action: ScheduledAction,
  actor: Actor,
): Promise<CancelScheduleOutcome> {
  const key = { type: type.name, slug };
  return changeContent(services, async (change): Promise<CancelScheduleOutcome> => {
    const { transaction } = change;
    const scheduled = await findSchedule(transaction, key, action);
    if (scheduled === undefined) return { code: "same" };
    if (action === "publish" && !(await createDraftOfChange(change, type, scheduled, actor)))
      return { code: "draft-differs" };
    const body = scheduled.body ?? (await findLive(transaction, key))?.body ?? "";
    await cancelScheduleWithin(change, type, scheduled, actor, storedValues(body));
    return { code: "cancelled" };
  });
}

/** Cancels a scheduled change and keeps it for later. @returns false if there was none */
export async function keepForLater(
  services: Services,
  type: ContentType,
  slug: string,
  actor: Actor,
): Promise<boolean> {
  const key = { type: type.name, slug };
  return changeContent(services, async (change) => {
    const { transaction, at } = change;
    const [live, scheduled] = [await findLive(transaction, key), await findSchedule(transaction, key, "publish")];
    if (live === undefined || scheduled === undefined || scheduled.failed_at !== null) return false;
    await keepWithin(change, scheduled, live, actor);
    const label = entryTitle(type, storedValues(live.body), slug);
    const details = { dueAt: scheduled.due_at };
    await recordActivity(transaction, at, actor, { action: "schedule-kept", ...key, label, details });
    return true;
  });
}

/** Why a schedule can't replace the current one. */
function refusalOf(
  { at }: Change,
  existing: Tables["entry_schedules"] | undefined,
  dueAt: Date,
  replaces: string | undefined,
): ScheduleOutcome | undefined {
  if (dueAt.getTime() <= at.getTime()) return { code: "past" };
  if (existing === undefined || existing.made_at === replaces) return undefined;
  return { code: "schedule-stale", dueAt: existing.due_at, by: existing.made_by };
}

type NewSchedule = EntryKey & { action: ScheduledAction } & Pick<
    Tables["entry_schedules"],
    "body" | "based_on" | "draft_revision"
  >;

async function storeSchedule(
  change: Change,
  { type, slug, action, ...content }: NewSchedule,
  dueAt: Date,
  { label, actor }: { label: string; actor: Actor },
): Promise<ScheduleOutcome> {
  const { transaction, at } = change;
  const key = { type, slug };
  const due_at = dueAt.toISOString();
  const made = { made_at: at.toISOString(), made_by_id: actor.id, made_by: actor.name };
  const row = { ...content, due_at, ...made, failed_at: null, failed_why: null };
  await transaction
    .insertInto("entry_schedules")
    .values({ ...key, action, ...row })
    .onConflict((conflict) => conflict.columns(["type", "slug", "action"]).doUpdateSet(row))
    .execute();
  const details = { what: action, dueAt: due_at };
  await recordActivity(transaction, at, actor, { action: "scheduled", ...key, label, details });
  return { code: "scheduled", slug };
}

function isAlreadyScheduled(
  type: ContentType,
  existing: Tables["entry_schedules"] | undefined,
  dueAt: Date,
  values: Values,
): boolean {
  return (
    existing !== undefined && isDueAt(existing, dueAt) && sameValues(type, storedValues(existing.body ?? ""), values)
  );
}

function isDueAt({ due_at, failed_at }: Tables["entry_schedules"], dueAt: Date): boolean {
  return due_at === dueAt.toISOString() && failed_at === null;
}

/** Whether an unpublished entry is scheduled to go live by a moment. */
async function isPublishedBy({ transaction }: Change, target: EntryKey, moment: Date): Promise<boolean> {
  const scheduled = await findSchedule(transaction, target, "publish");
  return scheduled !== undefined && scheduled.failed_at === null && scheduled.due_at <= moment.toISOString();
}

export const EFFECTIVE_FROM_CONTROLS = ["effectiveFrom", "effectiveTime"] as const;

type EffectiveFromControls = Partial<Record<string, string>>;

type EffectiveFrom =
  /** `date`: the first day. `dueAt`: the moment; undefined for at once. */
  | { code: "read"; date: string; dueAt: Date | undefined }
  | { code: "day-unreadable" | "day-past" | "time-unreadable" | "past" };

/** Reads the day and time. Without a day, or today without a later time, the change is immediate. */
export function readEffectiveFrom(
  { effectiveFrom = "", effectiveTime = "" }: EffectiveFromControls,
  now: Date,
): EffectiveFrom {
  const today = dateInNairobi(now);
  const [date, time] = [effectiveFrom.trim() || today, effectiveTime.trim()];
  if (!isCalendarDate(date)) return { code: "day-unreadable" };
  if (date === today && time === "") return { code: "read", date, dueAt: undefined };
  if (date < today) return { code: "day-past" };
  const dueAt = parseNairobiMoment(`${date}T${time || "00:00"}`);
  if (dueAt === undefined) return { code: "time-unreadable" };
  if (dueAt <= now) return { code: "past" };
  return { code: "read", date, dueAt };
}
