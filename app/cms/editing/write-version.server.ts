/** Writes published entries together with their versions in the history. */
import { type Actor, recordActivity } from "../../platform/activity.server.ts";
import type { Change } from "../../platform/transact.server.ts";
import { entryChange } from "../content-hooks.server.ts";
import type { ContentType } from "../content-type.ts";
import { entryTitle } from "../entry-title.ts";
import type { VersionOrigin } from "./editing-types.ts";
import { type EntryRow, findRemoved, ofEntry } from "./entry-rows.server.ts";
import { makeRoom } from "./order.server.ts";
import { knownValues, storedValues, unknownValues, type Values } from "./stored-body.ts";

export type NewVersion = {
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
export async function writeVersion(change: Change, version: NewVersion): Promise<number> {
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
