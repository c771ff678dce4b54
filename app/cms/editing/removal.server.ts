/** Removing entries from the site, and putting them back. */
import { randomUUID } from "node:crypto";
import { type Actor, recordActivity } from "../../platform/activity.server.ts";
import type { Services } from "../../platform/services.ts";
import type { Change } from "../../platform/transact.server.ts";
import { entryChange, scheduledChange } from "../content-hooks.server.ts";
import { type ContentType, contentTypes, entryCount, isList } from "../content-type.ts";
import { type AfterChange, changeContent } from "../content-version.server.ts";
import { entryTitle } from "../entry-title.ts";
import { draftOfSchedule } from "./drafts.server.ts";
import type { ConflictingEdit, EntryKey, PublishProblem } from "./editing-types.ts";
import {
  conflictingVersion,
  type EntryRow,
  findLive,
  findRemoved,
  findSchedule,
  ofEntry,
} from "./entry-rows.server.ts";
import { countEntries } from "./publish-problems.server.ts";
import {
  findReferences,
  type ReferringField,
  referringTypes,
  refersTo,
  withoutReference,
  withReplacedReference,
} from "./references.server.ts";
import { knownValues, storedValues, type Values } from "./stored-body.ts";
import { writeVersion } from "./write-version.server.ts";

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
  | { code: "stale"; conflict: ConflictingEdit }
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
  return changeContent(services, async (change) => {
    const outcome = await removeWithin(change, type, slug, { ...options, actor, bySite: false });
    if (outcome.code !== "removed") return change.abandon(outcome);
    await options.afterwards?.(change);
    return outcome;
  });
}

/** Removes several entries of a type, all or none; put back, they come back together. */
export async function removeTogether(
  services: Services,
  type: ContentType,
  entries: readonly { slug: string; version: number }[],
  actor: Actor,
): Promise<{ code: RemoveOutcome["code"] }> {
  return changeContent(services, async (change) => {
    const actId = randomUUID();
    for (const { slug, version } of entries) {
      const outcome = await removeWithin(change, type, slug, { version, actor, bySite: false, actId });
      if (outcome.code !== "removed" && outcome.code !== "same") return change.abandon(outcome);
    }
    return { code: "removed" };
  });
}

/** Who removes, and whether the site itself does it at a moment they have chosen. */
type Removal = RemoveOptions & { actor: Actor; bySite: boolean; actId?: string };

/** Removes an entry in the transaction of a change, which has to be abandoned when the outcome is not `removed`. */
export async function removeWithin(
  change: Change,
  type: ContentType,
  slug: string,
  removal: Removal,
): Promise<RemoveOutcome> {
  const { transaction } = change;
  const { types = contentTypes(change.services), actor, replaceBy, alsoRemove, actId = randomUUID() } = removal;
  const key = { type: type.name, slug };
  const live = await findLive(transaction, key);
  if (live === undefined) return { code: (await findRemoved(transaction, key)) === undefined ? "unknown" : "same" };
  if (removal.version !== undefined && removal.version !== live.version) {
    return { code: "stale", conflict: conflictingVersion(live) };
  }
  const found = await findReferences(transaction, key, types);
  // Nobody is there to be asked about drafts; publishing them names the missing entry.
  const references = removal.bySite ? found.filter(({ where }) => where === "site") : found;
  if (references.length > 0 && replaceBy === undefined && !alsoRemove) return { code: "referenced", references };
  const action = { change, types, actor, bySite: removal.bySite, actId, removed: [], changed: [] };
  if (replaceBy !== undefined) {
    const problems = await replaceReferences(action, key, replaceBy, references);
    if (problems !== undefined) return problems;
  }
  const refusal = await removeWithReferring(action, type, live);
  return refusal ?? { code: "removed", actId: action.actId, removed: action.removed, changed: action.changed };
}

/** One action of removing, and what it has done so far. */
type RemovalAction = {
  change: Change;
  types: readonly ContentType[];
  actor: Actor;
  bySite: boolean;
  actId: string;
  removed: EntryKey[];
  changed: EntryKey[];
};

/** Why it is not removed; undefined when it is. */
type Refusal = RemoveOutcome | undefined;

/** Removes an entry and then what still refers to it. */
async function removeWithReferring(action: RemovalAction, type: ContentType, live: EntryRow): Promise<Refusal> {
  const { change } = action;
  const entry = { type: type.name, slug: live.slug };
  if (!isList(type)) return { code: "fixed", entry };
  const { min } = entryCount(type);
  if ((await countEntries(change.transaction, type)) <= min) return { code: "too-few", entry, min };
  await entryChange(change, entry, action.actor, () => moveToBin(action, type, live));
  // A draft that needs it is left incomplete.
  await changeUnpublished(action, entry, (...referring) => withoutReference(...referring, entry));
  const references = await findReferences(change.transaction, entry, action.types);
  for await (const [referringType, row] of referringEntries(action, references)) {
    const values = withoutReference(referringType, storedValues(row.body), entry);
    const refusal =
      values === undefined
        ? await removeWithReferring(action, referringType, row)
        : await writeChanged(action, referringType, row, values);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

/** The entries on the site among those that refer to another one. Each is read when it is reached: it may be gone by then. */
async function* referringEntries(
  { change, types }: RemovalAction,
  references: readonly ReferringField[],
): AsyncGenerator<[ContentType, EntryRow]> {
  for (const type of types) {
    const own = references.filter((one) => one.type === type.name && one.where === "site");
    for (const slug of new Set(own.map((one) => one.slug))) {
      const live = await findLive(change.transaction, { type: type.name, slug });
      if (live !== undefined) yield [type, live];
    }
  }
}

async function moveToBin(action: RemovalAction, type: ContentType, live: EntryRow): Promise<void> {
  const { change, actor, actId, bySite } = action;
  const { transaction, at } = change;
  const key = { type: type.name, slug: live.slug };
  const scheduled = await findSchedule(transaction, key, "publish");
  if (scheduled !== undefined) await draftOfSchedule(change, type, scheduled, actor, { isForced: true });
  await transaction.deleteFrom("entries").where(ofEntry(key)).execute();
  await transaction.deleteFrom("entry_schedules").where(ofEntry(key)).execute();
  const removal = { removed_at: at.toISOString(), removed_by_id: actor.id, removed_by: actor.name, act_id: actId };
  const place = { position: live.position, last_number: live.version };
  await transaction
    .insertInto("entry_bin")
    .values({ ...key, ...removal, ...place })
    .execute();
  const label = entryTitle(type, storedValues(live.body), live.slug);
  const details = { version: live.version, ...(bySite && { scheduledBy: actor.name }) };
  await recordActivity(transaction, at, bySite ? null : actor, { action: "removed", ...key, label, actId, details });
  action.removed.push(key);
  change.siteChanged();
}

/** Puts another entry in the place of one, in everything that refers to it. */
async function replaceReferences(
  action: RemovalAction,
  target: EntryKey,
  slug: string,
  references: readonly ReferringField[],
): Promise<Refusal> {
  const replacement = { type: target.type, slug };
  if (slug === target.slug || (await findLive(action.change.transaction, replacement)) === undefined) {
    const problem = { field: "replaceBy", message: "reference-missing" };
    return { code: "refused", entry: replacement, problems: [problem] };
  }
  for await (const [type, live] of referringEntries(action, references)) {
    const values = withReplacedReference(type, storedValues(live.body), target, slug);
    const refusal = await writeChanged(action, type, live, values);
    if (refusal !== undefined) return refusal;
  }
  await changeUnpublished(action, target, (...referring) => withReplacedReference(...referring, target, slug));
  return undefined;
}

async function writeChanged(
  { change, changed, actor, actId, bySite }: RemovalAction,
  type: ContentType,
  live: EntryRow,
  values: Values,
): Promise<Refusal> {
  const entry = { type: type.name, slug: live.slug };
  const checked = type.check(knownValues(type, values));
  if (!checked.ok) return { code: "refused", entry, problems: checked.problems };
  const made = { actor, actId, bySite, how: "reference-changed", action: "reference-changed" } as const;
  await writeVersion(change, { type, slug: live.slug, values: checked.values, live, ...made });
  changed.push(entry);
  return undefined;
}

/** Changes the drafts and the scheduled versions that refer to an entry; undefined leaves one as it is. */
async function changeUnpublished(
  { change, actor, types }: RemovalAction,
  target: EntryKey,
  changed: (type: ContentType, values: Values) => Values | undefined,
): Promise<void> {
  const { transaction } = change;
  for (const type of referringTypes(target.type, types)) {
    const nextBody = (body: string | null) => {
      const values = storedValues(body ?? "");
      const next = refersTo(type, values, target) ? changed(type, values) : undefined;
      return next && JSON.stringify(next);
    };
    const drafts = await transaction.selectFrom("entry_drafts").selectAll().where("type", "=", type.name).execute();
    for (const draft of drafts) {
      const body = nextBody(draft.body);
      if (body === undefined) continue;
      const stored = transaction.updateTable("entry_drafts").set({ body }).where(ofEntry(draft));
      // A draft that somebody saves at this moment stays as they save it; publishing it names the missing reference.
      await stored.where("revision", "=", draft.revision).execute();
    }
    const schedules = await transaction
      .selectFrom("entry_schedules")
      .select(["type", "slug", "body"])
      .where("type", "=", type.name)
      .where("action", "=", "publish")
      .execute();
    for (const { body: scheduled, ...key } of schedules) {
      const body = nextBody(scheduled);
      if (body === undefined) continue;
      const stored = transaction.updateTable("entry_schedules").set({ body }).where(ofEntry(key));
      await scheduledChange(change, key, actor, () => stored.where("action", "=", "publish").execute());
    }
  }
}
