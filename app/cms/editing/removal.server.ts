/** Removing entries from the site, and putting them back. */
import { randomUUID } from "node:crypto";
import type { Actor } from "../../platform/activity.server.ts";
import { recordActivity } from "../../platform/activity.server.ts";
import type { Services } from "../../platform/services.ts";
import { type Change, transact } from "../../platform/transact.server.ts";
import { entryChange } from "../content-hooks.server.ts";
import { type ContentType, contentTypes } from "../content-type.ts";
import type { AfterChange } from "../content-version.server.ts";
import { entryTitle } from "../entry-title.ts";
import { draftOfSchedule } from "./drafts.server.ts";
import type { EntryKey, PublishProblem, Theirs } from "./editing-types.ts";
import { type EntryRow, findLive, findRemoved, findSchedule, theirVersion } from "./entry-rows.server.ts";
import { findReferences, type ReferringField } from "./find-references.server.ts";
import { countEntries } from "./publish-problems.server.ts";
import { clearUnpublishedReferences, replaceReferences, withoutTarget } from "./referring-entries.server.ts";
import { storedValues } from "./stored-body.ts";
import { entryCount, isList } from "./type-traits.ts";

export type RemoveOptions = {
  /** The version that was seen; a newer one is not removed. */
  version?: number | undefined;
  /** The slug of the entry that takes its place in everything that refers to it. */
  replaceBy?: string | undefined;
  /** Removes what needs it too, and takes it out of lists. */
  alsoRemove?: boolean;
  afterwards?: AfterChange | undefined;
  /** The types to search for references; all by default. */
  types?: readonly ContentType[];
};

export type RemoveOutcome =
  /** `removed`: with what was removed as well; `changed`: what now refers to another entry, or to none. */
  | { code: "removed"; actId: string; removed: EntryKey[]; changed: EntryKey[] }
  /** It was removed before. */
  | { code: "same" }
  | { code: "stale"; theirs: Theirs }
  /** Something refers to it, and `replaceBy` or `alsoRemove` has to say what happens to that. */
  | { code: "referenced"; references: ReferringField[] }
  /** The type has entries that can't be removed. */
  | { code: "fixed"; entry: EntryKey }
  /** The type must have so many entries on the site. */
  | { code: "too-few"; entry: EntryKey; min: number }
  /** An entry that refers to it would not be valid any more, or `replaceBy` is not on the site. */
  | { code: "refused"; entry: EntryKey; problems: PublishProblem[] }
  | { code: "unknown" };

/**
 * Removes an entry from the site. Its draft, its versions and its place stay, its slug is not given again, and what was
 * scheduled for it is cancelled and put into the draft. Everything happens in one transaction, or nothing.
 */
export async function removeEntry(
  services: Services,
  type: ContentType,
  slug: string,
  actor: Actor,
  options: RemoveOptions = {},
): Promise<RemoveOutcome> {
  return transact(
    services,
    async (change) => {
      const outcome = await removeWithin(change, type, slug, { ...options, actor, bySite: false });
      if (outcome.code !== "removed") return change.abandon(outcome);
      await options.afterwards?.(change);
      return outcome;
    },
    { lock: "content" },
  );
}

/** Who removes, and whether the site itself does it at a moment they have chosen. */
type Removal = RemoveOptions & { actor: Actor; bySite: boolean };

/** Removes an entry in the transaction of a change, which has to be abandoned when the outcome is not `removed`. */
export async function removeWithin(
  change: Change,
  type: ContentType,
  slug: string,
  removal: Removal,
): Promise<RemoveOutcome> {
  const { transaction } = change;
  const { types = contentTypes(change.services), actor, replaceBy, alsoRemove } = removal;
  const key = { type: type.name, slug };
  const live = await findLive(transaction, key);
  if (live === undefined) return { code: (await findRemoved(transaction, key)) === undefined ? "unknown" : "same" };
  if (removal.version !== undefined && removal.version !== live.version) {
    return { code: "stale", theirs: theirVersion(live) };
  }
  const found = await findReferences(transaction, key, types);
  // Nobody is there to be asked about drafts; publishing them names the missing entry.
  const references = removal.bySite ? found.filter(({ where }) => where === "site") : found;
  if (references.length > 0 && replaceBy === undefined && !alsoRemove) return { code: "referenced", references };
  const act = { types, actor, bySite: removal.bySite, actId: randomUUID(), removed: [], changed: [] };
  if (replaceBy !== undefined) {
    const problems = await replaceReferences(change, key, replaceBy, references, act);
    if (problems !== undefined) return problems;
  }
  const refusal = await removeWithReferring(change, type, live, act);
  return refusal ?? { code: "removed", actId: act.actId, removed: act.removed, changed: act.changed };
}

/** One act of removing, and what it has done so far. */
export type RemovalAction = {
  types: readonly ContentType[];
  actor: Actor;
  bySite: boolean;
  actId: string;
  removed: EntryKey[];
  changed: EntryKey[];
};

/** Removes an entry and then what still refers to it. @returns why not, or undefined */
async function removeWithReferring(
  change: Change,
  type: ContentType,
  live: EntryRow,
  act: RemovalAction,
): Promise<RemoveOutcome | undefined> {
  const entry = { type: type.name, slug: live.slug };
  if (!isList(type)) return { code: "fixed", entry };
  const { min } = entryCount(type);
  if ((await countEntries(change.transaction, type)) <= min) return { code: "too-few", entry, min };
  await entryChange(change, entry, act.actor, () => moveToBin(change, type, live, act));
  await clearUnpublishedReferences(change, entry, act);
  const references = await findReferences(change.transaction, entry, act.types);
  const referring = new Set(references.filter(({ where }) => where === "site").map((one) => `${one.type}/${one.slug}`));
  for (const name of referring) {
    const [typeName, slug = ""] = name.split("/");
    const referringType = act.types.find((one) => one.name === typeName);
    const row = referringType && (await findLive(change.transaction, { type: referringType.name, slug }));
    if (referringType === undefined || row === undefined) continue;
    const outcome = await withoutTarget(change, referringType, row, entry, act);
    if (outcome === "required") {
      const refusal = await removeWithReferring(change, referringType, row, act);
      if (refusal !== undefined) return refusal;
    } else if (outcome !== "changed") {
      return outcome;
    }
  }
  return undefined;
}

async function moveToBin(change: Change, type: ContentType, live: EntryRow, act: RemovalAction): Promise<void> {
  const { transaction, at } = change;
  const { actor, actId, bySite } = act;
  const key = { type: type.name, slug: live.slug };
  const scheduled = await findSchedule(transaction, key, "publish");
  if (scheduled !== undefined) await draftOfSchedule(change, type, scheduled, actor, { isForced: true });
  for (const table of ["entries", "entry_schedules"] as const) {
    await transaction.deleteFrom(table).where("type", "=", key.type).where("slug", "=", key.slug).execute();
  }
  await transaction
    .insertInto("entry_bin")
    .values({
      ...key,
      removed_at: at.toISOString(),
      removed_by_id: actor.id,
      removed_by: actor.name,
      position: live.position,
      last_number: live.version,
      act_id: actId,
    })
    .execute();
  const label = entryTitle(type, storedValues(live.body), live.slug);
  const details = { version: live.version, ...(bySite && { scheduledBy: actor.name }) };
  await recordActivity(transaction, at, bySite ? null : actor, { action: "removed", ...key, label, actId, details });
  act.removed.push(key);
  change.siteChanged();
}
