/** Publishing: the only way onto the site. Every publication is a version of its own in `entry_versions`. */
import { randomUUID } from "node:crypto";
import { type Actor, recordActivity } from "../../platform/activity.server.ts";
import type { EntrySchedulesTable, StoredMoment } from "../../platform/schema.ts";
import type { Services } from "../../platform/services.ts";
import type { Change } from "../../platform/transact.server.ts";
import { scheduledChange } from "../content-hooks.server.ts";
import { type ContentType, isFixedSlug, isList } from "../content-type.ts";
import { type AfterChange, changeContent } from "../content-version.server.ts";
import { entryTitle } from "../entry-title.ts";
import { SLUG } from "../slug.ts";
import { createDraft } from "./drafts.server.ts";
import type {
  ConflictingEdit,
  EntryKey,
  PublishCheck,
  PublishProblem,
  ScheduledDifference,
  VersionOrigin,
} from "./editing-types.ts";
import {
  conflictingDraft,
  conflictingVersion,
  deleteDraft,
  deleteSchedule,
  type EntryRow,
  findDraft,
  findLive,
  findRemoved,
  findSchedule,
  findVersion,
  ofEntry,
  scheduledContent,
  scheduledDifference,
} from "./entry-rows.server.ts";
import { checkForPublishing } from "./publish-problems.server.ts";
import { type Merge, mergePublished, type ScheduledChoice, type ScheduledContent } from "./scheduled-merge.ts";
import { sameValues, storedValues, type Values } from "./stored-body.ts";
import { type NewVersion, writeVersion } from "./write-version.server.ts";

/**
 * The content to be published: the stored draft of this revision, or values from a form together with what that form was made
 * from: the version on the site (0: none), and the draft's revision if there was a draft.
 */
export type PublishRequest =
  | { draftRevision: number }
  | { values: Values; basedOn: number; draftRevision?: number | undefined };

export type PublishOptions = {
  /** Further conditions, such as the consent of the people in a picture. */
  checks?: readonly PublishCheck[];
  /** Records of the same transaction, made before the checks; nothing of it is stored when they refuse. */
  alongside?: ((change: Change, slug: string) => Promise<void>) | undefined;
  /** Of several that are published together: once the last of them is on the site. */
  afterwards?: AfterChange | undefined;
  /** Publishes an entry that was removed meanwhile; it takes its old place. */
  putBack?: boolean;
  /** The choice for fields that a scheduled change has too; undefined asks. */
  scheduled?: ScheduledChoice | undefined;
};

export type PublishOutcome =
  /** `same`: the site has exactly this already, as after a double click. */
  | { code: "published" | "same"; slug: string; version: number }
  /** Somebody else has saved or published meanwhile. */
  | { code: "stale"; conflict: ConflictingEdit }
  /** Somebody else has removed the entry meanwhile. */
  | { code: "removed"; by: string; at: StoredMoment }
  | { code: "refused"; problems: PublishProblem[] }
  | ScheduledDiffers
  /** There is no such entry or draft. */
  | { code: "unknown" };

/** A scheduled change has another text in the same fields, and `scheduled` has to say which is meant from its day on. */
export type ScheduledDiffers = { code: "scheduled-differs"; scheduled: ScheduledDifference };

/**
 * Checks an entry and puts it on the site, as a new version. Its draft is deleted. Of two publications of the same version
 * one is published and the other `stale`, or `same` when they are equal.
 * @param slug null for a new entry, which gets a slug made from its title
 */
export async function publish(
  services: Services,
  type: ContentType,
  slug: string | null,
  request: PublishRequest,
  actor: Actor,
  options: PublishOptions = {},
): Promise<PublishOutcome> {
  return changeContent(services, async (change) => {
    const outcome = await publishItem(change, { type, slug, request }, actor, options, randomUUID());
    // A slug that was given to a new entry is free again.
    return outcome.code === "published" || outcome.code === "same" ? outcome : change.abandon(outcome);
  });
}

/** One of several entries that are published together; without a slug it is a new one. */
export type PublishItem = { type: ContentType; slug: string | null; request: PublishRequest };

type TogetherOutcome =
  | { code: "published"; slugs: string[] }
  | { code: "not-published"; item: PublishItem; outcome: PublishOutcome };

/** Publishes several entries, all or none: first those that the others refer to. They have one act in the activity log. */
export async function publishTogether(
  services: Services,
  items: readonly PublishItem[],
  actor: Actor,
  options: PublishOptions = {},
): Promise<TogetherOutcome> {
  return changeContent(services, async (change): Promise<TogetherOutcome> => {
    const actId = randomUUID();
    const slugs: string[] = [];
    for (const item of items) {
      const afterwards = item === items.at(-1) ? options.afterwards : undefined;
      const outcome = await publishItem(change, item, actor, { ...options, afterwards }, actId);
      if (outcome.code !== "published" && outcome.code !== "same") {
        return change.abandon({ code: "not-published", item, outcome } satisfies TogetherOutcome);
      }
      slugs.push(outcome.slug);
    }
    return { code: "published", slugs };
  });
}

function publishItem(
  change: Change,
  { type, slug, request }: PublishItem,
  actor: Actor,
  options: PublishOptions,
  actId: string,
): Promise<PublishOutcome> {
  return slug === null
    ? publishNew(change, { type, request }, actor, options, actId)
    : publishKnown(change, { type, slug, request }, actor, options, actId);
}

/** A new entry: the draft holds its slug until it is published, in the same transaction. */
async function publishNew(
  change: Change,
  { type, request }: Omit<PublishItem, "slug">,
  actor: Actor,
  options: PublishOptions,
  actId: string,
): Promise<PublishOutcome> {
  if (!("values" in request)) return { code: "unknown" };
  const draft = await createDraft({ change, type, values: request.values, actor });
  if (draft.code !== "saved" && draft.code !== "same") return draft.code === "stale" ? draft : { code: "unknown" };
  const { slug, revision } = draft;
  if (revision === undefined) return { code: "same", slug, version: 1 };
  const item = { type, slug, request: { values: request.values, basedOn: 0, draftRevision: revision } };
  return publishKnown(change, item, actor, options, actId);
}

async function publishKnown(
  change: Change,
  { type, slug, request }: PublishItem & { slug: string },
  actor: Actor,
  options: PublishOptions,
  actId: string,
): Promise<PublishOutcome> {
  const key = { type: type.name, slug };
  const { transaction } = change;
  await options.alongside?.(change, slug);
  const live = await findLive(transaction, key);
  const draft = await findDraft(transaction, key);
  const { draftRevision } = request;
  if (!("values" in request) && draft === undefined)
    return publishedBefore(change, key, live, request.draftRevision, actor);
  const values = "values" in request ? request.values : storedValues(draft?.body ?? "");
  const basedOn = "values" in request ? request.basedOn : (draft?.based_on ?? 0);
  if (draft !== undefined && draft.revision !== draftRevision && !sameValues(type, storedValues(draft.body), values)) {
    return { code: "stale", conflict: conflictingDraft(draft, live) };
  }
  if (live !== undefined && sameValues(type, storedValues(live.body), values)) {
    if (draft !== undefined) await deleteDraft(transaction, key, draft.revision);
    return { code: "same", slug, version: live.version };
  }
  if (live !== undefined && live.version !== basedOn) return { code: "stale", conflict: conflictingVersion(live) };
  if (live === undefined) {
    const binned = await findRemoved(transaction, key);
    const removed = binned !== undefined && binned.last_number > 0 ? binned : undefined;
    const isKnown = options.putBack === true || (draft !== undefined && draft.updated_at > (removed?.removed_at ?? ""));
    if (removed !== undefined && !isKnown) return { code: "removed", by: removed.removed_by, at: removed.removed_at };
    const mayHaveSlug = isList(type) ? SLUG.test(slug) : isFixedSlug(type, slug);
    if (removed === undefined && (basedOn !== 0 || !mayHaveSlug)) return { code: "unknown" };
  }
  const { checks, scheduled } = options;
  const made = { actor, actId, draftRevision };
  const put = await publishWithin(change, { type, slug, values, live, checks, scheduled, ...made });
  if (put.code === "published" && draft !== undefined) await deleteDraft(transaction, key, draft.revision);
  if (put.code === "published") await options.afterwards?.(change);
  return put;
}

/** The outcome for a draft that is gone: its author published it a moment ago, or somebody discarded or published it. */
async function publishedBefore(
  { transaction }: Change,
  key: EntryKey,
  live: EntryRow | undefined,
  draftRevision: number,
  actor: Actor,
): Promise<PublishOutcome> {
  if (live === undefined) return { code: "unknown" };
  const version = await findVersion(transaction, key, live.version);
  const isOwn = version?.draft_revision === draftRevision && version.made_by_id === actor.id;
  return isOwn
    ? { code: "same", slug: key.slug, version: live.version }
    : { code: "stale", conflict: conflictingVersion(live) };
}

/** Values that are to go onto the site, of which it is known that nobody else's change is lost by that. */
export type Publication = Omit<NewVersion, "how" | "action"> & {
  /** How the version came to be and what the log calls it, when it was not simply published. */
  how?: VersionOrigin;
  action?: string;
  checks?: readonly PublishCheck[] | undefined;
  /** The choice for fields that a scheduled change has too; undefined asks. */
  scheduled?: ScheduledChoice | undefined;
};

export type PutOutcome =
  | { code: "published"; slug: string; version: number }
  | { code: "refused"; problems: PublishProblem[] }
  | ScheduledDiffers;

/**
 * Checks everything about an entry and writes it as a new version, in the transaction of the change. What is scheduled for
 * the entry takes over what it does not change itself.
 */
export async function publishWithin(change: Change, publication: Publication): Promise<PutOutcome> {
  const { type, slug, values, live, actor, checks = [] } = publication;
  const checked = await checkForPublishing(change, type, values, { slug, isNew: live === undefined, checks });
  if (!checked.ok) return { code: "refused", problems: checked.problems };
  const scheduled = await findSchedule(change.transaction, { type: type.name, slug }, "publish");
  const merge = scheduled && merged(publication, scheduled, checked.values);
  if (scheduled && merge?.ok === false) {
    return { code: "scheduled-differs", scheduled: scheduledDifference(scheduled, merge.fields) };
  }
  const made = { how: "published", action: "published", ...publication, values: checked.values } as const;
  const version = await writeVersion(change, made);
  if (scheduled && merge?.ok && live === undefined)
    await cancelScheduleWithin(change, type, scheduled, actor, storedValues(scheduled.body ?? ""));
  else if (scheduled && merge?.ok) await storeMerge(change, scheduled, merge, actor);
  return { code: "published", slug, version };
}

/** The scheduled content with what is published now. Nobody is asked about a change that could not be made on its day. */
function merged({ type, live, scheduled: choice }: Publication, row: EntrySchedulesTable, published: Values): Merge {
  const pair = { live: storedValues(live?.body ?? ""), published };
  return mergePublished(type, scheduledContent(row), pair, row.failed_at === null ? choice : "keep");
}

/** Deletes what was scheduled for an entry. @param values what names it in the log */
export async function cancelScheduleWithin(
  change: Change,
  type: ContentType,
  scheduled: EntrySchedulesTable,
  actor: Actor,
  values: Values,
): Promise<void> {
  const { transaction, at } = change;
  const key = { type: scheduled.type, slug: scheduled.slug };
  await scheduledChange(change, key, actor, () => deleteSchedule(transaction, scheduled));
  const label = entryTitle(type, values, key.slug);
  const details = { what: scheduled.action, dueAt: scheduled.due_at };
  await recordActivity(transaction, at, actor, { action: "schedule-cancelled", ...key, label, details });
}

async function storeMerge(
  change: Change,
  scheduled: EntrySchedulesTable,
  { values, changes }: ScheduledContent,
  actor: Actor,
): Promise<void> {
  const next = { body: JSON.stringify(values), changes: JSON.stringify(changes) };
  if (next.body === scheduled.body && next.changes === scheduled.changes) return;
  const schedules = change.transaction.updateTable("entry_schedules").set(next).where(ofEntry(scheduled));
  const key = { type: scheduled.type, slug: scheduled.slug };
  await scheduledChange(change, key, actor, () => schedules.where("action", "=", scheduled.action).execute());
}
