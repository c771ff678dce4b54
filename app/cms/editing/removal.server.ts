/** Unpublishes entries. Their history, position and draft are kept. */
import { randomUUID } from "node:crypto";
import { type Actor, recordActivity } from "../../platform/activity.server.ts";
import type { Services } from "../../platform/services.ts";
import type { Change } from "../../platform/transact.server.ts";
import { entryChange, type OutsideUse, outsideUses } from "../content-hooks.server.ts";
import { type ContentType, contentTypes, entryCount, isList } from "../content-type.ts";
import { changeContent } from "../content-version.server.ts";
import { entryTitle } from "../entry-title.server.ts";
import {
  type ConflictingEdit,
  conflictingVersion,
  type EntryRow,
  findLive,
  findRemoved,
  findSchedule,
  ofEntry,
} from "./entry-rows.server.ts";
import { keepWithin } from "./pending-changes.server.ts";
import { countEntries } from "./publish-problems.server.ts";
import { findReferences, type ReferringField } from "./references.server.ts";
import { storedValues } from "./stored-body.ts";

export type RemoveOptions = {
  /** The version that the page showed; a newer version is not removed. */
  version?: number | undefined;
  /** The types to search for references; all by default. */
  types?: readonly ContentType[];
};

export type RemoveOutcome =
  | { code: "removed" | "same" | "unknown" }
  /** Entries of the type can't be removed. */
  | { code: "fixed" }
  | { code: "stale"; conflict: ConflictingEdit }
  /** A published entry, a scheduled change or the timetable uses it. */
  | { code: "referenced"; references: (ReferringField | OutsideUse)[] }
  /** The type must have at least `min` entries on the site. */
  | { code: "too-few"; min: number };

/** Removes an unused entry from the site. Draft, versions and position stay; the slug is not reused. */
export async function removeEntry(
  services: Services,
  type: ContentType,
  slug: string,
  actor: Actor,
  options: RemoveOptions = {},
): Promise<RemoveOutcome> {
  return changeContent(services, async (change) => {
    return removeWithin(change, type, slug, { ...options, actor, bySite: false });
  });
}

type Removal = { actor: Actor; bySite: boolean };

/** Removes an entry within a transaction. Nothing has changed unless the outcome is `removed`. */
export async function removeWithin(
  change: Change,
  type: ContentType,
  slug: string,
  { version, types = contentTypes(change.services), ...removal }: Removal & RemoveOptions,
): Promise<RemoveOutcome> {
  const { transaction } = change;
  const key = { type: type.name, slug };
  const live = await findLive(transaction, key);
  if (live === undefined) return { code: (await findRemoved(transaction, key)) === undefined ? "unknown" : "same" };
  if (version !== undefined && version !== live.version) return { code: "stale", conflict: conflictingVersion(live) };
  if (!isList(type)) return { code: "fixed" };
  // Weekly slots change under this lock, so no slot can start to use the entry.
  await change.lock("timetable");
  const uses = await outsideUses(change.services, transaction, key);
  const references = [...(await findReferences(transaction, key, types)), ...uses];
  if (references.length > 0) return { code: "referenced", references };
  const { min } = entryCount(type);
  if ((await countEntries(transaction, type)) <= min) return { code: "too-few", min };
  await removeUnchecked(change, type, live, removal);
  return { code: "removed" };
}

export async function removeUnchecked(
  change: Change,
  type: ContentType,
  live: EntryRow,
  { actor, bySite }: Removal,
): Promise<void> {
  const { transaction, at } = change;
  const key = { type: type.name, slug: live.slug };
  await entryChange(change, key, async () => {
    const scheduled = await findSchedule(transaction, key, "publish");
    if (scheduled?.failed_at === null) await keepWithin(change, scheduled, live, actor);
    await transaction.deleteFrom("entry_schedules").where(ofEntry(key)).where("action", "=", "remove").execute();
    await transaction.deleteFrom("entries").where(ofEntry(key)).execute();
    const actId = randomUUID();
    const removal = { removed_at: at.toISOString(), removed_by_id: actor.id, removed_by: actor.name, act_id: actId };
    const place = { position: live.position, last_number: live.version };
    await transaction
      .insertInto("entry_bin")
      .values({ ...key, ...removal, ...place })
      .execute();
    const label = entryTitle(type, storedValues(live.body), live.slug);
    const details = { version: live.version, ...(bySite && { scheduledBy: actor.name }) };
    await recordActivity(transaction, at, bySite ? null : actor, { action: "removed", ...key, label, actId, details });
    change.siteChanged();
  });
}
