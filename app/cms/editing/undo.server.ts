/** Publishes the previous version again, restores removed entries, and makes drafts of old versions. */
import { randomUUID } from "node:crypto";
import { type Actor, recordActivity } from "../../platform/activity.server.ts";
import { afterKey, cutPage } from "../../platform/cursor.server.ts";
import type { Db, Services } from "../../platform/services.ts";
import { entryChange } from "../content-hooks.server.ts";
import { type ContentType, contentTypes } from "../content-type.ts";
import { changeContent } from "../content-version.server.ts";
import { titleFinder } from "../entries.server.ts";
import { entryTitle } from "../entry-title.server.ts";
import { saveDraft } from "./drafts.server.ts";
import {
  type ChangePending,
  type ConflictingEdit,
  conflictingVersion,
  findDatedChange,
  findLive,
  findRemoved,
  findVersion,
  ofEntry,
  type PublishCheck,
  type PublishProblem,
  restorableEntries,
} from "./entry-rows.server.ts";
import { lastOrderId, makeRoom, type OrderOutcome, undoLastOrder } from "./order.server.ts";
import { checkForPublishing } from "./publish-problems.server.ts";
import { publishWithin, type WriteOutcome } from "./publishing.server.ts";
import { knownValues, sameValues, storedValues } from "./stored-body.ts";

type UndoOutcome =
  | WriteOutcome
  | ChangePending
  /** Already undone, for example by a double click. */
  | { code: "same"; slug: string; version: number }
  | { code: "stale"; conflict: ConflictingEdit }
  /** `nothing-to-undo`: the entry has only one version. */
  | { code: "nothing-to-undo" | "unknown" };

/** Publishes the previous version again. @param version the published version, to be undone */
export async function undoLastChange(
  services: Services,
  type: ContentType,
  slug: string,
  version: number,
  actor: Actor,
  checks: readonly PublishCheck[] = [],
): Promise<UndoOutcome> {
  const key = { type: type.name, slug };
  return changeContent(services, async (change): Promise<UndoOutcome> => {
    const live = await findLive(change.transaction, key);
    if (live === undefined) return { code: "unknown" };
    const before = await findVersion(change.transaction, key, version - 1);
    if (before === undefined) return { code: "nothing-to-undo" };
    const values = knownValues(type, storedValues(before.body));
    if (live.version !== version) {
      const isUndone = live.version === version + 1 && sameValues(type, storedValues(live.body), values);
      if (isUndone) return { code: "same", slug, version: live.version };
      return { code: "stale", conflict: conflictingVersion(live) };
    }
    const dated = await findDatedChange(change.transaction, key);
    if (dated !== undefined) return dated;
    const actId = randomUUID();
    const undone = { how: "undone", action: "undone" } as const;
    return publishWithin(change, { type, slug, values, live, actor, actId, checks, ...undone });
  });
}

export type RestoreOutcome =
  | { code: "drafted" | "unknown" }
  | ChangePending
  | { code: "stale"; conflict: ConflictingEdit };

/** Makes a draft of an old version, without unknown keys. @param revision the revision of the draft to replace */
export async function restoreVersion(
  services: Services,
  type: ContentType,
  slug: string,
  number: number,
  actor: Actor,
  revision?: number,
): Promise<RestoreOutcome> {
  const version = await findVersion(services.db, { type: type.name, slug }, number);
  if (version === undefined) return { code: "unknown" };
  const dated = await findDatedChange(services.db, { type: type.name, slug });
  if (dated !== undefined) return dated;
  const values = knownValues(type, storedValues(version.body));
  const live = await findLive(services.db, { type: type.name, slug });
  const seen = { revision, basedOn: live?.version ?? 0 };
  const outcome = await saveDraft(services, type, slug, values, actor, seen, { isRestored: true });
  if (outcome.code === "stale" || outcome.code === "unknown") return outcome;
  if (outcome.code === "refused") throw new Error("Saving a restored version was refused");
  return { code: "drafted" };
}

type RestoreEntryOutcome =
  /** `same`: it is already on the site. */
  | { code: "put-back" | "same" | "unknown" }
  | ChangePending
  /** It is no longer valid; `restoreVersion` can make a draft of it. */
  | { code: "refused"; problems: PublishProblem[] };

/** Restores the last published version of a removed entry to its position. */
export async function restoreEntry(
  services: Services,
  type: ContentType,
  slug: string,
  actor: Actor,
  checks: readonly PublishCheck[] = [],
): Promise<RestoreEntryOutcome> {
  const key = { type: type.name, slug };
  return changeContent(services, async (change): Promise<RestoreEntryOutcome> => {
    const { transaction, at } = change;
    const removed = await findRemoved(transaction, key);
    if (removed === undefined || removed.last_number === 0) {
      return { code: (await findLive(transaction, key)) === undefined ? "unknown" : "same" };
    }
    const dated = await findDatedChange(transaction, key);
    if (dated !== undefined) return dated;
    const { position, last_number } = removed;
    const version = await findVersion(transaction, key, last_number);
    if (version === undefined) return { code: "refused", problems: [{ field: "", message: "version-missing" }] };
    const checked = await checkForPublishing(change, type, storedValues(version.body), { slug, isNew: true, checks });
    if (checked.code === "refused") return checked;
    await makeRoom(change, key.type, position);
    const made = { updated_at: at.toISOString(), updated_by: actor.name };
    const row = { ...key, position, version: last_number, body: version.body, ...made };
    await entryChange(change, key, () => transaction.insertInto("entries").values(row).execute());
    await transaction.deleteFrom("entry_bin").where(ofEntry(key)).execute();
    const label = entryTitle(type, checked.values, slug);
    await recordActivity(transaction, at, actor, { action: "put-back", ...key, label });
    change.siteChanged();
    return { code: "put-back" };
  });
}

const REMOVED_SHOWN = 50;

/** Removed entries that can be restored, newest first. @param after `next` of the previous page */
export async function listRemoved(services: Services, type: ContentType, after?: string | null) {
  const rows = await restorableEntries(services.db)
    .select(["b.slug", "b.removed_at as at", "b.removed_by as by", "v.body"])
    .where("b.type", "=", type.name)
    .where(afterKey(["b.removed_at", "b.slug"], after))
    .orderBy("b.removed_at", "desc")
    .orderBy("b.slug", "desc")
    .limit(REMOVED_SHOWN + 1)
    .execute();
  const { page, next } = cutPage(rows, REMOVED_SHOWN, ({ at, slug }) => [at, slug]);
  const findTitle = await titleFinder(services, [type]);
  const entries = page.map(({ slug, at, by, body }) => {
    return { slug, at, by, title: entryTitle(type, storedValues(body), slug, findTitle) };
  });
  return { entries, next };
}

type UndoableActivity = {
  id: string;
  actId: string;
  action: string;
  type: string | null;
  slug: string | null;
  details: Record<string, unknown>;
};

/** The ids of the activities that `undoAction` can currently undo. */
export async function undoableActions(
  services: Services,
  activities: readonly UndoableActivity[],
): Promise<Set<string>> {
  const { db } = services;
  const keys = activities.flatMap(({ type, slug }) => (type === null || slug === null ? [] : [{ type, slug }]));
  const [types, slugs] = [[...new Set(keys.map(({ type }) => type))], [...new Set(keys.map(({ slug }) => slug))]];
  const isAny = keys.length > 0;
  const versions = isAny ? await liveVersions(db, types, slugs) : new Map<string, number>();
  const removals = isAny ? await removalsOf(db, types, slugs) : new Map<string, string>();
  const orders = await lastOrdersOf(services, activities);
  const undoable = activities.filter((activity) => {
    if (typeOf(services, activity) === undefined) return false;
    // A removal also has a version number, of the last published version.
    if (activity.action === "removed") return removals.get(keyOf(activity)) === activity.actId;
    const { version } = activity.details;
    return typeof version === "number"
      ? version > 1 && versions.get(keyOf(activity)) === version
      : orders.has(activity.id);
  });
  return new Set(undoable.map(({ id }) => id));
}

export type UndoActionOutcome = UndoOutcome | RestoreEntryOutcome | OrderOutcome | { code: "nothing-to-undo" };

/** Undoes an activity; changes nothing if another change has followed. */
export async function undoAction(
  services: Services,
  activity: UndoableActivity,
  actor: Actor,
  checks: readonly PublishCheck[],
): Promise<UndoActionOutcome> {
  const type = typeOf(services, activity);
  const { slug, action, details } = activity;
  if (type === undefined) return { code: "nothing-to-undo" };
  if (slug === null) return undoLastOrder(services, type, actor, activity.id);
  if (action === "removed") return restoreEntry(services, type, slug, actor, checks);
  if (typeof details.version !== "number") return { code: "nothing-to-undo" };
  return undoLastChange(services, type, slug, details.version, actor, checks);
}

function typeOf(services: Services, { type }: UndoableActivity): ContentType | undefined {
  return contentTypes(services).find(({ name }) => name === type);
}

function keyOf({ type, slug }: { type: string | null; slug: string | null }): string {
  return `${type}/${slug}`;
}

async function liveVersions(db: Db, types: readonly string[], slugs: readonly string[]): Promise<Map<string, number>> {
  const entries = db.selectFrom("entries").select(["type", "slug", "version"]);
  const rows = await entries.where("type", "in", types).where("slug", "in", slugs).execute();
  return new Map(rows.map((row) => [keyOf(row), row.version]));
}

/** The act that removed each restorable entry, by entry. */
async function removalsOf(db: Db, types: readonly string[], slugs: readonly string[]): Promise<Map<string, string>> {
  const entries = restorableEntries(db).select(["b.type", "b.slug", "b.act_id"]);
  const rows = await entries.where("b.type", "in", types).where("b.slug", "in", slugs).execute();
  return new Map(rows.map((row) => [keyOf(row), row.act_id]));
}

/** The ids of the last order changes of the types that the activities ordered. */
async function lastOrdersOf(services: Services, activities: readonly UndoableActivity[]): Promise<Set<string>> {
  const { db } = services;
  const ordered = activities.filter(({ slug }) => slug === null);
  const types = new Set(ordered.flatMap((activity) => typeOf(services, activity) ?? []));
  const ids = await Promise.all([...types].map((type) => lastOrderId(db, type.name)));
  return new Set(ids.flatMap((id) => id ?? []));
}
