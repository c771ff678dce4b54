/** Drafts: unpublished changes by staff. They change neither the site nor the content version. */
import { randomInt, randomUUID } from "node:crypto";
import { type Actor, recordActivity } from "../../platform/activity.server.ts";
import type { Tables } from "../../platform/schema.ts";
import type { Services } from "../../platform/services.ts";
import { type Change, transact } from "../../platform/transact.server.ts";
import { type ContentType, type FieldProblem, isFixedSlug, isList } from "../content-type.ts";
import { entryTitle, titleOfValues } from "../entry-title.server.ts";
import { slugCandidates, slugOf } from "../slug.ts";
import {
  type ConflictingEdit,
  conflictingDraft,
  conflictingVersion,
  deleteDraft,
  type EntryRow,
  findDraft,
  findLive,
  findRemoved,
  findVersion,
  ofEntry,
} from "./entry-rows.server.ts";
import { valuesOfChange } from "./pending-changes.server.ts";
import { draftProblems, knownValues, sameValues, storedValues, type Values } from "./stored-body.ts";

export type DraftOutcome =
  /** `same`: nothing had to be stored. Without a revision, the site has exactly these values. */
  { code: "saved" | "same"; slug: string; revision: number | undefined } | DraftRefusal;

export type DraftRefusal =
  | { code: "stale"; conflict: ConflictingEdit }
  | { code: "refused"; problems: FieldProblem[] }
  /** There is no such entry, or the type doesn't allow new entries. */
  | { code: "unknown" };

/** The basis of a form: the draft's revision, if there was a draft, and the published version (0: none). */
export type EditBase = { revision?: number | undefined; basedOn?: number | undefined };

/**
 * Stores values, complete or not, as a draft; a double click saves once.
 * @param slug null for a new entry, which gets a permanent slug
 */
export async function saveDraft(
  services: Services,
  type: ContentType,
  slug: string | null,
  values: Values,
  actor: Actor,
  seen: EditBase = {},
  { isRestored = false }: { isRestored?: boolean } = {},
): Promise<DraftOutcome> {
  return transact(services, (change) => saveDraftWithin(change, type, slug, values, actor, seen, { isRestored }));
}

export async function saveDraftWithin(
  change: Change,
  type: ContentType,
  slug: string | null,
  values: Values,
  actor: Actor,
  seen: EditBase,
  { isRestored = false }: { isRestored?: boolean } = {},
): Promise<DraftOutcome> {
  const problems = isRestored ? [] : draftProblems(type, values);
  if (problems.length > 0) return { code: "refused", problems };
  const draft = { change, type, values, actor };
  return slug === null ? createDraft(draft) : changeDraft(draft, slug, seen);
}

type NewDraft = { change: Change; type: ContentType; values: Values; actor: Actor };

/** Stores the draft of a new entry under a slug that was never used before. */
export async function createDraft(draft: NewDraft): Promise<DraftOutcome> {
  const { change, type, values } = draft;
  if (!isList(type)) return { code: "unknown" };
  const taken = await takenSlugs(change, type);
  let previous: string | undefined;
  const base = type.namesPerson ? type.name : slugOf(titleOfValues(type, values), type.name);
  for (const slug of slugCandidates(base)) {
    if (taken.has(slug)) {
      previous = slug;
      continue;
    }
    const repeated = previous === undefined ? undefined : await findRepeat(draft, previous);
    if (repeated !== undefined) return repeated;
    const revision = await insertDraft(draft, slug, 0);
    if (revision !== undefined) return { code: "saved", slug, revision };
    // The slug was just taken, perhaps by the same form sent twice.
    previous = slug;
  }
  throw new Error("Found no free slug");
}

async function takenSlugs({ transaction }: Change, { name }: ContentType): Promise<Set<string>> {
  const rows = await transaction
    .selectFrom("entries")
    .select("slug")
    .where("type", "=", name)
    .unionAll(transaction.selectFrom("entry_drafts").select("slug").where("type", "=", name))
    .unionAll(transaction.selectFrom("entry_bin").select("slug").where("type", "=", name))
    .execute();
  return new Set(rows.map(({ slug }) => slug));
}

/** The outcome if the author has just saved or published the same new entry; undefined if the slug is another entry's. */
async function findRepeat(draft: NewDraft, slug: string): Promise<DraftOutcome | undefined> {
  const { type, values, actor } = draft;
  const { transaction } = draft.change;
  const key = { type: type.name, slug };
  const stored = await findDraft(transaction, key);
  if (stored !== undefined) {
    const isSame = stored.updated_by_id === actor.id && sameValues(type, storedValues(stored.body), values);
    return isSame ? { code: "same", slug, revision: stored.revision } : undefined;
  }
  const [live, first] = [await findLive(transaction, key), await findVersion(transaction, key, 1)];
  const isSame =
    live?.version === 1 && first?.made_by_id === actor.id && sameValues(type, storedValues(live.body), values);
  return isSame ? { code: "same", slug, revision: undefined } : undefined;
}

async function changeDraft(draft: NewDraft, slug: string, seen: EditBase): Promise<DraftOutcome> {
  const key = { type: draft.type.name, slug };
  const { transaction } = draft.change;
  for (;;) {
    const stored = await findDraft(transaction, key);
    const live = await findLive(transaction, key);
    const outcome = await (stored === undefined
      ? addDraft(draft, slug, live, seen)
      : replaceDraft(draft, stored, live, seen));
    // Undefined: another instance wrote the draft in between.
    if (outcome !== undefined) return outcome;
  }
}

async function addDraft(
  draft: NewDraft,
  slug: string,
  live: EntryRow | undefined,
  seen: EditBase,
): Promise<DraftOutcome | undefined> {
  const { change, type, values } = draft;
  if (live !== undefined) {
    if (sameValues(type, storedValues(live.body), values)) return { code: "same", slug, revision: undefined };
    if (seen.basedOn !== undefined && seen.basedOn !== live.version)
      return { code: "stale", conflict: conflictingVersion(live) };
  }
  const isRemoved =
    live === undefined && (await findRemoved(change.transaction, { type: type.name, slug })) !== undefined;
  if (live === undefined && !isRemoved && !isFixedSlug(type, slug)) return { code: "unknown" };
  const revision = await insertDraft(draft, slug, live?.version ?? 0);
  return revision === undefined ? undefined : { code: "saved", slug, revision };
}

async function replaceDraft(
  draft: NewDraft,
  stored: Tables["entry_drafts"],
  live: EntryRow | undefined,
  seen: EditBase,
): Promise<DraftOutcome | undefined> {
  const { type, values, actor } = draft;
  const { transaction } = draft.change;
  const { slug } = stored;
  const basedOn = seen.basedOn ?? stored.based_on;
  const isSame = stored.updated_by_id === actor.id && sameValues(type, storedValues(stored.body), values);
  if (isSame && basedOn === stored.based_on) return { code: "same", slug, revision: stored.revision };
  if (seen.revision !== stored.revision) return { code: "stale", conflict: conflictingDraft(stored, live) };
  if (live !== undefined && live.version === basedOn && sameValues(type, storedValues(live.body), values)) {
    // All changes were undone, so there is nothing left to publish.
    const isDeleted = await deleteDraft(transaction, stored, stored.revision);
    return isDeleted ? { code: "same", slug, revision: undefined } : undefined;
  }
  const revision = stored.revision + 1;
  const { numUpdatedRows } = await transaction
    .updateTable("entry_drafts")
    .set({ ...draftColumns(draft), based_on: basedOn, revision })
    .where(ofEntry(stored))
    .where("revision", "=", stored.revision)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return undefined;
  // Logged once per person who continues a draft: logging each save would fill the log.
  if (stored.updated_by_id !== actor.id) await recordSaved(draft, slug);
  return { code: "saved", slug, revision };
}

async function insertDraft(draft: NewDraft, slug: string, basedOn: number): Promise<number | undefined> {
  const key = { type: draft.type.name, slug };
  // Random, so that a form of an earlier draft of the entry doesn't match this revision.
  const revision = randomInt(1, 2 ** 30);
  const inserted = await draft.change.transaction
    .insertInto("entry_drafts")
    .values({ ...key, ...draftColumns(draft), based_on: basedOn, revision })
    .onConflict((conflict) => conflict.columns(["type", "slug"]).doNothing())
    .returning("revision")
    .executeTakeFirst();
  if (inserted !== undefined) await recordSaved(draft, slug);
  return inserted?.revision;
}

function draftColumns({ change, type, values, actor }: NewDraft) {
  const by = { updated_by_id: actor.id, updated_by: actor.name };
  return { body: JSON.stringify(knownValues(type, values)), updated_at: change.at.toISOString(), ...by };
}

async function recordSaved({ change, type, values, actor }: NewDraft, slug: string): Promise<void> {
  const { transaction, at } = change;
  const label = entryTitle(type, values, slug);
  await recordActivity(transaction, at, actor, { action: "draft-saved", type: type.name, slug, label });
}

/** Makes a draft of a pending change. @returns false if there is another draft, which stays */
export async function createDraftOfChange(
  change: Change,
  type: ContentType,
  pending: Tables["entry_schedules"],
  actor: Actor,
): Promise<boolean> {
  const { transaction } = change;
  const [live, stored] = [await findLive(transaction, pending), await findDraft(transaction, pending)];
  const values = await valuesOfChange(transaction, type, pending, live);
  // Before the first publication, the draft is the pending change or was made from it.
  if (stored !== undefined) return pending.based_on === 0 || sameValues(type, storedValues(stored.body), values);
  const isOnSite = live !== undefined && sameValues(type, storedValues(live.body), values);
  if (!isOnSite) await insertDraft({ change, type, values, actor }, pending.slug, live?.version ?? 0);
  return true;
}

export type DiscardOutcome =
  /** `same`: there was no draft. */
  { code: "discarded" | "same" } | { code: "stale"; conflict: ConflictingEdit };

/**
 * Deletes a draft, unless it has changed. The slug of an unpublished entry is not reused.
 * @param revision the draft's revision when the page was loaded
 */
export async function discardDraft(
  services: Services,
  type: ContentType,
  slug: string,
  revision: number,
  actor: Actor,
): Promise<DiscardOutcome> {
  const at = services.now();
  const key = { type: type.name, slug };
  return transact(services, async ({ transaction }) => {
    const draft = await findDraft(transaction, key);
    if (draft === undefined) return { code: "same" };
    const live = await findLive(transaction, key);
    if (!(await deleteDraft(transaction, key, revision)))
      return { code: "stale", conflict: conflictingDraft(draft, live) };
    const actId = randomUUID();
    if (live === undefined) {
      const removal = { removed_at: at.toISOString(), removed_by_id: actor.id, removed_by: actor.name, act_id: actId };
      await transaction
        .insertInto("entry_bin")
        .values({ ...key, ...removal, position: 0, last_number: 0 })
        .onConflict((conflict) => conflict.columns(["type", "slug"]).doNothing())
        .execute();
    }
    const label = entryTitle(type, storedValues(draft.body), slug);
    await recordActivity(transaction, at, actor, { action: "draft-discarded", ...key, label, actId });
    return { code: "discarded" };
  });
}
