/** Going back: the version before published again, a removed entry put back, an old version as a draft. */
import { randomUUID } from "node:crypto";
import { type Actor, recordActivity } from "../../platform/activity.server.ts";
import { afterKey, cutPage } from "../../platform/cursor.server.ts";
import type { EntryBinTable } from "../../platform/schema.ts";
import type { Services } from "../../platform/services.ts";
import type { Change } from "../../platform/transact.server.ts";
import { entryChange } from "../content-hooks.server.ts";
import { type ContentType, contentTypes } from "../content-type.ts";
import { type AfterChange, changeContent } from "../content-version.server.ts";
import { titleFinder } from "../entries.server.ts";
import { entryTitle } from "../entry-title.ts";
import { saveDraft } from "./drafts.server.ts";
import type { ConflictingEdit, EntryKey, PublishCheck, PublishProblem } from "./editing-types.ts";
import {
  conflictingVersion,
  findLive,
  findRemoved,
  findVersion,
  ofEntry,
  restorableEntries,
} from "./entry-rows.server.ts";
import { makeRoom } from "./order.server.ts";
import { attemptAll, checkForPublishing } from "./publish-problems.server.ts";
import { type PutOutcome, publishWithin, type ScheduledDiffers } from "./publishing.server.ts";
import { knownValues, sameValues, storedValues } from "./stored-body.ts";

export type UndoOutcome =
  | Exclude<PutOutcome, ScheduledDiffers>
  /** It was undone before, as by a double click. */
  | { code: "same"; slug: string; version: number }
  | { code: "stale"; conflict: ConflictingEdit }
  /** The entry has one version only. */
  | { code: "nothing-to-undo" }
  | { code: "unknown" };

/**
 * Publishes the values of the version before the given one as a new version. A draft stays as it is, and so does what is
 * scheduled, but for what it had taken over from the version that is undone.
 * @param version the version that is to be undone: the one on the site
 */
export async function undoLastChange(
  services: Services,
  type: ContentType,
  slug: string,
  version: number,
  actor: Actor,
  checks: readonly PublishCheck[] = [],
  afterwards?: AfterChange,
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
    const actId = randomUUID();
    const undone = { how: "undone", action: "undone", scheduled: "keep" } as const;
    const put = await publishWithin(change, { type, slug, values, live, actor, actId, checks, ...undone });
    if (put.code === "scheduled-differs") throw new Error("Undoing asks nothing about what is scheduled");
    if (put.code === "published") await afterwards?.(change);
    return put;
  });
}

export type RestoreOutcome = { code: "drafted" } | { code: "stale"; conflict: ConflictingEdit } | { code: "unknown" };

/**
 * Makes a draft of an old version, without what the type doesn't know any more. It is never published by that.
 * @param revision of the draft that is replaced, if there is one
 */
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
  const values = knownValues(type, storedValues(version.body));
  const live = await findLive(services.db, { type: type.name, slug });
  const seen = { revision, basedOn: live?.version ?? 0 };
  const outcome = await saveDraft(services, type, slug, values, actor, seen, { isRestored: true });
  if (outcome.code === "stale" || outcome.code === "unknown") return outcome;
  if (outcome.code === "refused") throw new Error("A restored version is stored whatever it holds");
  return { code: "drafted" };
}

export type PutBackOutcome =
  | { code: "put-back"; entries: EntryKey[] }
  /** It is on the site. */
  | { code: "same" }
  /** It, or what was removed with it, is not valid any more. A draft can be made of it with `restoreVersion`. */
  | { code: "refused"; entry: EntryKey; problems: PublishProblem[] }
  | { code: "unknown" };

/**
 * Puts a removed entry back in its place, with all that was removed together with it: the version that was on the site.
 * @param types the types of what may have been removed with it; all by default
 */
export async function putBack(
  services: Services,
  type: ContentType,
  slug: string,
  actor: Actor,
  checks: readonly PublishCheck[] = [],
  types: readonly ContentType[] = contentTypes(services),
): Promise<PutBackOutcome> {
  const key = { type: type.name, slug };
  return changeContent(services, async (change): Promise<PutBackOutcome> => {
    const { transaction } = change;
    const removed = await findRemoved(transaction, key);
    if (removed === undefined || removed.last_number === 0) {
      return { code: (await findLive(transaction, key)) === undefined ? "unknown" : "same" };
    }
    const rows = await transaction.selectFrom("entry_bin").selectAll().where("act_id", "=", removed.act_id).execute();
    const actId = randomUUID();
    const removals = rows.filter((row) => row.last_number > 0);
    const [refused] = await attemptAll(removals, (row) => putBackOne(change, types, row, { actor, actId, checks }));
    const entries = removals.map((row) => ({ type: row.type, slug: row.slug }));
    if (refused === undefined) return { code: "put-back", entries };
    const entry = { type: refused.item.type, slug: refused.item.slug };
    return change.abandon({ code: "refused", entry, problems: refused.problems } satisfies PutBackOutcome);
  });
}

/** @returns why not, or undefined */
async function putBackOne(
  change: Change,
  types: readonly ContentType[],
  removed: EntryBinTable,
  { actor, actId, checks }: { actor: Actor; actId: string; checks: readonly PublishCheck[] },
): Promise<PublishProblem[] | undefined> {
  const { transaction, at } = change;
  const key = { type: removed.type, slug: removed.slug };
  const type = types.find(({ name }) => name === removed.type);
  const version = await findVersion(transaction, key, removed.last_number);
  if (type === undefined || version === undefined) return [{ field: "", message: "version-missing" }];
  const conditions = { slug: key.slug, isNew: true, checks };
  const checked = await checkForPublishing(change, type, storedValues(version.body), conditions);
  if (!checked.ok) return checked.problems;
  const { position, last_number } = removed;
  await makeRoom(change, key.type, position);
  const made = { updated_at: at.toISOString(), updated_by: actor.name };
  const row = { ...key, position, version: last_number, body: version.body, ...made };
  await entryChange(change, key, actor, () => transaction.insertInto("entries").values(row).execute());
  await transaction.deleteFrom("entry_bin").where(ofEntry(key)).execute();
  const label = entryTitle(type, checked.values, key.slug);
  await recordActivity(transaction, at, actor, { action: "put-back", ...key, label, actId });
  change.siteChanged();
  return undefined;
}

const REMOVALS_SHOWN = 50;

/**
 * The removed entries of a type that can be put back, the last removed first. Those whose texts were erased are left out.
 * @param after `next` of the page before; anything else begins with the last one
 */
export async function listRemoved(services: Services, type: ContentType, after?: string | null) {
  const rows = await restorableEntries(services.db)
    .select(["b.slug", "b.removed_at as at", "b.removed_by as by", "v.body"])
    .where("b.type", "=", type.name)
    .where(afterKey(["b.removed_at", "b.slug"], after))
    .orderBy("b.removed_at", "desc")
    .orderBy("b.slug", "desc")
    .limit(REMOVALS_SHOWN + 1)
    .execute();
  const { page, next } = cutPage(rows, REMOVALS_SHOWN, ({ at, slug }) => [at, slug]);
  const findTitle = await titleFinder(services, [type]);
  const entries = page.map(({ slug, at, by, body }) => {
    return { slug, at, by, title: entryTitle(type, storedValues(body), slug, findTitle) };
  });
  return { entries, next };
}
