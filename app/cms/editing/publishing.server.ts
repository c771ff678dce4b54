/** Publishes entries. Every publication is a version in `entry_versions`. */
import { randomUUID } from "node:crypto";
import { type Actor, recordActivity } from "../../platform/activity.server.ts";
import type { StoredMoment, Tables } from "../../platform/schema.ts";
import type { Services } from "../../platform/services.ts";
import type { Change } from "../../platform/transact.server.ts";
import { entryChange } from "../content-hooks.server.ts";
import { type ContentType, isFixedSlug, isList } from "../content-type.ts";
import { changeContent } from "../content-version.server.ts";
import { entryTitle } from "../entry-title.server.ts";
import { SLUG } from "../slug.ts";
import { createDraft } from "./drafts.server.ts";
import {
  type ChangePending,
  type ConflictingEdit,
  conflictingDraft,
  conflictingVersion,
  deleteDraft,
  deleteSchedule,
  type EntryKey,
  type EntryRow,
  findDatedChange,
  findDraft,
  findLive,
  findRemoved,
  findSchedule,
  findVersion,
  ofEntry,
  type PublishCheck,
  type PublishProblem,
  type VersionOrigin,
} from "./entry-rows.server.ts";
import { makeRoom } from "./order.server.ts";
import { checkForPublishing } from "./publish-problems.server.ts";
import { knownValues, sameValues, storedValues, unknownValues, type Values } from "./stored-body.ts";

type NewVersion = {
  type: ContentType;
  slug: string;
  values: Values;
  live: EntryRow | undefined;
  actor: Actor;
  how: VersionOrigin;
  action: string;
  actId: string;
  bySite?: boolean;
  draftRevision?: number | undefined;
};

/**
 * Writes the next version and publishes it. Unknown keys are kept for newer versions of the site.
 * @returns the version's number
 */
async function writeVersion(change: Change, version: NewVersion): Promise<number> {
  const { transaction, at } = change;
  const { type, slug, values, live, actor, how, action, actId, bySite, draftRevision } = version;
  const key = { type: type.name, slug };
  return entryChange(change, key, async () => {
    const removed = live === undefined ? await findRemoved(transaction, key) : undefined;
    const versions = transaction.selectFrom("entry_versions").select("number").where(ofEntry(key));
    const last = await versions.orderBy("number", "desc").limit(1).executeTakeFirst();
    const number = (last?.number ?? 0) + 1;
    const wasOnSite = removed !== undefined && removed.last_number > 0;
    const position = live?.position ?? (wasOnSite ? removed.position : await nextPosition(change, type));
    if (live === undefined && wasOnSite) await makeRoom(change, type.name, position);
    const otherValues = unknownValues(type, storedValues(live?.body ?? ""));
    const body = JSON.stringify({ ...otherValues, ...knownValues(type, values) });
    const moment = at.toISOString();
    const made = { made_at: moment, made_by_id: actor.id, made_by: actor.name };
    await transaction
      .insertInto("entry_versions")
      .values({ ...key, number, body, ...made, how, draft_revision: draftRevision ?? null })
      .execute();
    const row = { body, position, updated_at: moment, updated_by: actor.name, version: number };
    await transaction
      .insertInto("entries")
      .values({ ...key, ...row })
      .onConflict((conflict) => conflict.columns(["type", "slug"]).doUpdateSet(row))
      .execute();
    if (removed !== undefined) {
      await transaction.deleteFrom("entry_bin").where(ofEntry(key)).execute();
    }
    const label = entryTitle(type, values, slug);
    const details = { version: number, ...(bySite && { scheduledBy: actor.name }) };
    await recordActivity(transaction, at, bySite ? null : actor, { action, ...key, label, actId, details });
    change.siteChanged();
    return number;
  });
}

async function nextPosition({ transaction }: Change, { name }: ContentType): Promise<number> {
  const entries = transaction.selectFrom("entries").select("position").where("type", "=", name);
  const last = await entries.orderBy("position", "desc").limit(1).executeTakeFirst();
  return (last?.position ?? 0) + 1;
}

/** The revision of a stored draft, or a form's values with the version (0: none) and draft that they are based on. */
export type PublishRequest =
  | { draftRevision: number }
  | { values: Values; basedOn: number; draftRevision?: number | undefined };

export type PublishOptions = {
  checks?: readonly PublishCheck[];
  /** Runs in the same transaction before the checks, and is rolled back if they fail. */
  alongside?: ((change: Change, slug: string) => Promise<void>) | undefined;
};

export type PublishOutcome =
  /** `same`: already published, for example by a double click. */
  | { code: "published" | "same"; slug: string; version: number }
  | { code: "stale"; conflict: ConflictingEdit }
  | { code: "removed"; by: string; at: StoredMoment }
  | { code: "refused"; problems: PublishProblem[] }
  | ChangePending
  /** There is no such entry or draft. */
  | { code: "unknown" };

/**
 * Publishes an entry as a new version and deletes its draft. Concurrent publications get `stale`, or `same` if equal.
 * @param slug null for a new entry
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
    const outcome =
      slug === null
        ? await publishNew(change, type, request, actor, options)
        : await publishExisting(change, { type, slug, request }, actor, options, randomUUID());
    // The rollback frees the slug of a new entry.
    return outcome.code === "published" || outcome.code === "same" ? outcome : change.abandon(outcome);
  });
}

type PublishItem = { type: ContentType; slug: string; request: PublishRequest };

type TogetherOutcome = { code: "published" } | { code: "not-published"; item: PublishItem; outcome: PublishOutcome };

/** Publishes several entries as one act, all or none. Referenced entries must come first. */
export async function publishTogether(
  services: Services,
  items: readonly PublishItem[],
  actor: Actor,
  options: PublishOptions = {},
): Promise<TogetherOutcome> {
  return changeContent(services, async (change): Promise<TogetherOutcome> => {
    const actId = randomUUID();
    for (const item of items) {
      const outcome = await publishExisting(change, item, actor, options, actId);
      if (outcome.code !== "published" && outcome.code !== "same") {
        return change.abandon({ code: "not-published", item, outcome } satisfies TogetherOutcome);
      }
    }
    return { code: "published" };
  });
}

/** Publishes a new entry through a draft, which reserves the slug, in the same transaction. */
async function publishNew(
  change: Change,
  type: ContentType,
  request: PublishRequest,
  actor: Actor,
  options: PublishOptions,
): Promise<PublishOutcome> {
  if (!("values" in request)) return { code: "unknown" };
  const draft = await createDraft({ change, type, values: request.values, actor });
  if (draft.code !== "saved" && draft.code !== "same") return draft.code === "stale" ? draft : { code: "unknown" };
  const { slug, revision } = draft;
  if (revision === undefined) return { code: "same", slug, version: 1 };
  const item = { type, slug, request: { values: request.values, basedOn: 0, draftRevision: revision } };
  return publishExisting(change, item, actor, options, randomUUID());
}

async function publishExisting(
  change: Change,
  { type, slug, request }: PublishItem,
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
    return outcomeWithoutDraft(change, key, live, request.draftRevision, actor);
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
    const isKnown = draft !== undefined && draft.updated_at > (removed?.removed_at ?? "");
    if (removed !== undefined && !isKnown) return { code: "removed", by: removed.removed_by, at: removed.removed_at };
    const mayHaveSlug = isList(type) ? SLUG.test(slug) : isFixedSlug(type, slug);
    if (removed === undefined && (basedOn !== 0 || !mayHaveSlug)) return { code: "unknown" };
  }
  const dated = await findDatedChange(transaction, key);
  if (dated !== undefined) return dated;
  const { checks } = options;
  const made = { actor, actId, draftRevision };
  const outcome = await publishWithin(change, { type, slug, values, live, checks, ...made });
  if (outcome.code === "published" && draft !== undefined) await deleteDraft(transaction, key, draft.revision);
  return outcome;
}

/** The outcome for a deleted draft: just published by its author, or published or discarded by somebody else. */
async function outcomeWithoutDraft(
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

/** Values to publish, after the check for concurrent changes. */
type Publication = Omit<NewVersion, "how" | "action"> & {
  /** The version's origin and the action in the log, if it was not simply published. */
  how?: VersionOrigin;
  action?: string;
  checks?: readonly PublishCheck[] | undefined;
};

export type WriteOutcome =
  | { code: "published"; slug: string; version: number }
  | { code: "refused"; problems: PublishProblem[] };

/**
 * Checks an entry and writes it as a new version. A pending change without a date is deleted once the site has its
 * values.
 */
export async function publishWithin(change: Change, publication: Publication): Promise<WriteOutcome> {
  const { type, slug, values, live, actor, checks = [] } = publication;
  const checked = await checkForPublishing(change, type, values, { slug, isNew: live === undefined, checks });
  if (checked.code === "refused") return checked;
  const made = { how: "published", action: "published", ...publication, values: checked.values } as const;
  const version = await writeVersion(change, made);
  const pending = await findSchedule(change.transaction, { type: type.name, slug }, "publish");
  const pendingValues = storedValues(pending?.body ?? "");
  // A pending change of version 0 was the entry's first publication.
  const isApplied = pending?.based_on === 0 || sameValues(type, pendingValues, checked.values);
  if (pending !== undefined && isApplied) await cancelScheduleWithin(change, type, pending, actor, pendingValues);
  return { code: "published", slug, version };
}

/** Deletes a scheduled change of an entry. @param values name the entry in the log */
export async function cancelScheduleWithin(
  change: Change,
  type: ContentType,
  scheduled: Tables["entry_schedules"],
  actor: Actor,
  values: Values,
): Promise<void> {
  const { transaction, at } = change;
  const key = { type: scheduled.type, slug: scheduled.slug };
  await deleteSchedule(transaction, scheduled);
  const label = entryTitle(type, values, key.slug);
  const details = { what: scheduled.action, dueAt: scheduled.due_at };
  await recordActivity(transaction, at, actor, { action: "schedule-cancelled", ...key, label, details });
}
