/** Changing the entries that refer to one that is removed. */
import type { Change } from "../../platform/transact.server.ts";
import { scheduledChange } from "../content-hooks.server.ts";
import type { ContentType } from "../content-type.ts";

import type { EntryKey } from "./editing-types.ts";
import { type EntryRow, findLive } from "./entry-rows.server.ts";
import type { ReferringField } from "./find-references.server.ts";
import { referringTypes } from "./find-references.server.ts";
import { refersTo, withoutReference, withReplacedReference } from "./references.ts";
import type { RemovalAction, RemoveOutcome } from "./removal.server.ts";
import { storedValues, type Values } from "./stored-body.ts";
import { writeVersion } from "./write-version.server.ts";

/** Puts another entry in the place of one, in everything that refers to it. @returns why not, or undefined */
export async function replaceReferences(
  change: Change,
  target: EntryKey,
  slug: string,
  references: readonly ReferringField[],
  act: RemovalAction,
): Promise<RemoveOutcome | undefined> {
  const replacement = { type: target.type, slug };
  if (slug === target.slug || (await findLive(change.transaction, replacement)) === undefined) {
    const problem = { field: "replaceBy", message: "reference-missing" };
    return { code: "refused", entry: replacement, problems: [problem] };
  }
  const replaced = (type: ContentType, values: Values) => withReplacedReference(type, values, target, slug);
  for (const type of referringTypes(target.type, act.types)) {
    const slugs = references.filter((one) => one.type === type.name && one.where === "site").map((one) => one.slug);
    for (const referring of new Set(slugs)) {
      const live = await findLive(change.transaction, { type: type.name, slug: referring });
      if (live === undefined) continue;
      const refusal = await writeChanged(change, type, live, replaced(type, storedValues(live.body)), act);
      if (refusal !== undefined) return refusal;
    }
    await changeUnpublished(change, type, target, act, (values) => replaced(type, values));
  }
  return undefined;
}

/**
 * Takes a removed entry out of an entry on the site.
 * @returns `required` when that needs the removed one, and has to be removed itself
 */
export async function withoutTarget(
  change: Change,
  type: ContentType,
  live: EntryRow,
  target: EntryKey,
  act: RemovalAction,
): Promise<"changed" | "required" | RemoveOutcome> {
  const values = withoutReference(type, storedValues(live.body), target);
  if (values === undefined) return "required";
  return (await writeChanged(change, type, live, values, act)) ?? "changed";
}

/** Takes a removed entry out of drafts and of what is scheduled; one that needs it is left incomplete. */
export async function clearUnpublishedReferences(change: Change, target: EntryKey, act: RemovalAction): Promise<void> {
  for (const type of referringTypes(target.type, act.types)) {
    await changeUnpublished(change, type, target, act, (values) => withoutReference(type, values, target));
  }
}

async function writeChanged(
  change: Change,
  type: ContentType,
  live: EntryRow,
  values: Values,
  act: RemovalAction,
): Promise<RemoveOutcome | undefined> {
  const entry = { type: type.name, slug: live.slug };
  const known = Object.fromEntries(Object.entries(values).filter(([key]) => Object.hasOwn(type.fields, key)));
  const checked = type.check(known);
  if (!checked.ok) return { code: "refused", entry, problems: checked.problems };
  await writeVersion(change, {
    type,
    slug: live.slug,
    values: checked.values,
    live,
    actor: act.actor,
    how: "reference-changed",
    action: "reference-changed",
    actId: act.actId,
    bySite: act.bySite,
  });
  act.changed.push(entry);
  return undefined;
}

/** Changes the drafts and the scheduled versions of a type that refer to an entry; undefined leaves one as it is. */
async function changeUnpublished(
  change: Change,
  type: ContentType,
  target: EntryKey,
  { actor }: RemovalAction,
  changed: (values: Values) => Values | undefined,
): Promise<void> {
  const { transaction } = change;
  const drafts = await transaction.selectFrom("entry_drafts").selectAll().where("type", "=", type.name).execute();
  for (const { slug, body, revision } of drafts) {
    const values = storedValues(body);
    const next = refersTo(type, values, target) ? changed(values) : undefined;
    if (next === undefined) continue;
    await transaction
      .updateTable("entry_drafts")
      .set({ body: JSON.stringify(next) })
      .where("type", "=", type.name)
      .where("slug", "=", slug)
      // A draft that somebody saves at this moment stays as they save it; publishing it names the missing reference.
      .where("revision", "=", revision)
      .execute();
  }
  const schedules = await transaction
    .selectFrom("entry_schedules")
    .select(["slug", "body"])
    .where("type", "=", type.name)
    .where("action", "=", "publish")
    .execute();
  for (const { slug, body } of schedules) {
    const values = storedValues(body ?? "");
    const next = refersTo(type, values, target) ? changed(values) : undefined;
    if (next === undefined) continue;
    await scheduledChange(change, { type: type.name, slug }, actor, () =>
      transaction
        .updateTable("entry_schedules")
        .set({ body: JSON.stringify(next) })
        .where("type", "=", type.name)
        .where("slug", "=", slug)
        .where("action", "=", "publish")
        .execute(),
    );
  }
}
