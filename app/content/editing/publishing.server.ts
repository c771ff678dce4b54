/** Publishing: the only way onto the site. Every publication is a version of its own in `entry_versions`. */
import { randomUUID } from "node:crypto";
import type { Actor } from "../../platform/activity.server.ts";
import type { StoredMoment } from "../../platform/schema.ts";
import type { Services } from "../../platform/services.ts";
import type { ContentType } from "../content-type.ts";
import { type ContentChange, changeContent } from "../content-version.server.ts";
import { SLUG } from "../slug.ts";
import { createDraft, deleteDraft } from "./drafts.server.ts";
import type { EntryKey, PublishCheck, PublishProblem, Theirs, VersionOrigin } from "./editing-types.ts";
import {
  deleteSchedule,
  type EntryRow,
  findDraft,
  findLive,
  findRemoved,
  findSchedule,
  findVersion,
  theirDraft,
  theirVersion,
} from "./entry-rows.server.ts";
import { checkForPublishing } from "./publish-problems.server.ts";
import { sameValues, storedValues, type Values } from "./stored-body.ts";
import { isFixedSlug, isList } from "./type-traits.ts";
import { writeVersion } from "./write-version.server.ts";

/**
 * What is to be published: the stored draft of this revision, or values from a form together with what that form was made
 * from: the version on the site (0: none), and the draft's revision if there was a draft.
 */
export type PublishRequest =
  | { draftRevision: number }
  | { values: Values; basedOn: number; draftRevision?: number | undefined };

export type PublishOptions = {
  /** Further conditions, such as the consent of the people in a picture. */
  checks?: readonly PublishCheck[];
  /** What is recorded in the same transaction, before the checks; nothing of it is stored when they refuse. */
  alongside?: ((change: ContentChange, slug: string) => Promise<void>) | undefined;
  /** What follows from it in the same transaction, once the entry is on the site. */
  afterwards?: ((change: ContentChange, slug: string) => Promise<void>) | undefined;
  /** Publishes an entry that was removed meanwhile; it takes its old place. */
  putBack?: boolean;
};

export type PublishOutcome =
  /** `same`: the site has exactly this already, as after a double click. */
  | { code: "published" | "same"; slug: string; version: number }
  /** Somebody else has saved or published meanwhile. */
  | { code: "stale"; theirs: Theirs }
  /** Somebody else has removed the entry meanwhile. */
  | { code: "removed"; by: string; at: StoredMoment }
  | { code: "refused"; problems: PublishProblem[] }
  /** There is no such entry or draft. */
  | { code: "unknown" };

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
    const outcome =
      slug === null
        ? await publishNew(change, type, request, actor, options)
        : await publishKnown(change, { type, slug, request }, actor, options, randomUUID());
    // A slug that was given to a new entry is free again.
    return outcome.code === "published" || outcome.code === "same" ? outcome : change.abandon(outcome);
  });
}

/** One of several entries that are published together. */
export type PublishItem = { type: ContentType; slug: string; request: PublishRequest };

export type TogetherOutcome =
  | { code: "published"; versions: (EntryKey & { version: number })[] }
  | { code: "not-published"; entry: EntryKey; outcome: PublishOutcome };

/** Publishes several entries, all or none: first those that the others refer to. */
export async function publishTogether(
  services: Services,
  items: readonly PublishItem[],
  actor: Actor,
  options: PublishOptions = {},
): Promise<TogetherOutcome> {
  return changeContent(services, async (change): Promise<TogetherOutcome> => {
    const actId = randomUUID();
    const versions: (EntryKey & { version: number })[] = [];
    for (const item of items) {
      const entry = { type: item.type.name, slug: item.slug };
      const outcome = await publishKnown(change, item, actor, options, actId);
      if (outcome.code !== "published" && outcome.code !== "same") {
        return change.abandon({ code: "not-published", entry, outcome } satisfies TogetherOutcome);
      }
      versions.push({ ...entry, version: outcome.version });
    }
    return { code: "published", versions };
  });
}

/** A new entry: the draft holds its slug until it is published, in the same transaction. */
async function publishNew(
  change: ContentChange,
  type: ContentType,
  request: PublishRequest,
  actor: Actor,
  options: PublishOptions,
): Promise<PublishOutcome> {
  if (!("values" in request)) return { code: "unknown" };
  const { transaction, at } = change;
  const draft = await createDraft(transaction, { type, values: request.values, actor, at });
  if (draft.code !== "saved" && draft.code !== "same") return draft.code === "stale" ? draft : { code: "unknown" };
  const { slug, revision } = draft;
  if (revision === undefined) return { code: "same", slug, version: 1 };
  const item = { type, slug, request: { values: request.values, basedOn: 0, draftRevision: revision } };
  return publishKnown(change, item, actor, options, randomUUID());
}

async function publishKnown(
  change: ContentChange,
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
    return publishedBefore(change, key, live, request.draftRevision, actor);
  const values = "values" in request ? request.values : storedValues(draft?.body ?? "");
  const basedOn = "values" in request ? request.basedOn : (draft?.based_on ?? 0);

  if (draft !== undefined && draft.revision !== draftRevision && !sameValues(type, storedValues(draft.body), values)) {
    return { code: "stale", theirs: theirDraft(draft, live) };
  }
  if (live !== undefined && sameValues(type, storedValues(live.body), values)) {
    if (draft !== undefined) await deleteDraft(transaction, key, draft.revision);
    return { code: "same", slug, version: live.version };
  }
  if (live !== undefined && live.version !== basedOn) return { code: "stale", theirs: theirVersion(live) };
  if (live === undefined) {
    const binned = await findRemoved(transaction, key);
    const removed = binned !== undefined && binned.last_number > 0 ? binned : undefined;
    const isKnown = options.putBack === true || (draft !== undefined && draft.updated_at > (removed?.removed_at ?? ""));
    if (removed !== undefined && !isKnown) return { code: "removed", by: removed.removed_by, at: removed.removed_at };
    if (removed === undefined && (basedOn !== 0 || !mayHaveSlug(type, slug))) return { code: "unknown" };
  }
  const put = await putOnSite(change, {
    type,
    slug,
    values,
    live,
    actor,
    actId,
    checks: options.checks ?? [],
    draftRevision,
  });
  if (put.code === "published" && draft !== undefined) await deleteDraft(transaction, key, draft.revision);
  if (put.code === "published") await options.afterwards?.(change, slug);
  return put;
}

function mayHaveSlug(type: ContentType, slug: string): boolean {
  return isList(type) ? SLUG.test(slug) : isFixedSlug(type, slug);
}

/** The outcome for a draft that is gone: its author published it a moment ago, or somebody discarded or published it. */
async function publishedBefore(
  { transaction }: ContentChange,
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
    : { code: "stale", theirs: theirVersion(live) };
}

/** Values that are to go onto the site, of which it is known that nobody else's change is lost by that. */
export type Publication = {
  type: ContentType;
  slug: string;
  values: Values;
  live: EntryRow | undefined;
  actor: Actor;
  actId: string;
  checks: readonly PublishCheck[];
  draftRevision?: number | undefined;
  /** How the version came to be and what the log calls it, when it was not simply published. */
  how?: VersionOrigin;
  action?: string;
  bySite?: boolean;
};

export type PutOutcome =
  | { code: "published"; slug: string; version: number }
  | { code: "refused"; problems: PublishProblem[] };

/** Checks everything about an entry and writes it as a new version, in the transaction of the change. */
export async function putOnSite(change: ContentChange, publication: Publication): Promise<PutOutcome> {
  const { type, slug, values, live, checks } = publication;
  const checked = await checkForPublishing(change.transaction, type, values, {
    slug,
    isNew: live === undefined,
    checks,
  });
  if (!checked.ok) return { code: "refused", problems: checked.problems };
  const version = await writeVersion(change, {
    how: "published",
    action: "published",
    ...publication,
    values: checked.values,
  });
  await dropFulfilledSchedule(change, type, slug, checked.values);
  return { code: "published", slug, version };
}

/** Deletes what was scheduled for an entry when it is on the site by now. */
async function dropFulfilledSchedule(
  { transaction }: ContentChange,
  type: ContentType,
  slug: string,
  values: Values,
): Promise<void> {
  const scheduled = await findSchedule(transaction, { type: type.name, slug }, "publish");
  if (scheduled === undefined || !sameValues(type, storedValues(scheduled.body ?? ""), values)) return;
  await deleteSchedule(transaction, scheduled);
}
