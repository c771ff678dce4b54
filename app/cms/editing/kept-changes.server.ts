/**
 * Pending changes without a date: kept for later, or failed when they were due. They are rows of `entry_schedules` with
 * `failed_at`, which are never applied automatically.
 */
import type { Actor } from "../../platform/activity.server.ts";
import type { Tables } from "../../platform/schema.ts";
import type { Change } from "../../platform/transact.server.ts";
import type { ContentType } from "../content-type.ts";
import { type EntryRow, findVersion, ofEntry, type PublishProblem, type Queries } from "./entry-rows.server.ts";
import { differingFields, storedValues, type Values } from "./stored-body.ts";

const KEPT: PublishProblem = { field: "", message: "kept" };

/** Whether a change is pending because somebody kept it for later. */
export function isKeptForLater(problems: readonly PublishProblem[] | undefined): boolean {
  return problems?.some(({ message }) => message === KEPT.message) ?? false;
}

export async function keepWithin(
  { transaction, at }: Change,
  { type, slug }: Tables["entry_schedules"],
  live: EntryRow,
  actor: Actor,
): Promise<void> {
  const moment = at.toISOString();
  const kept = { made_at: moment, made_by_id: actor.id, made_by: actor.name, based_on: live.version };
  await transaction
    .updateTable("entry_schedules")
    .set({ ...kept, failed_at: moment, failed_why: JSON.stringify([KEPT]) })
    .where(ofEntry({ type, slug }))
    .where("action", "=", "publish")
    .execute();
}

/** Merges a pending change with later publications, so that only its own fields change. */
export async function valuesOfChange(
  db: Queries,
  type: ContentType,
  { slug, body, based_on }: Pick<Tables["entry_schedules"], "slug" | "body" | "based_on">,
  live: EntryRow | undefined,
): Promise<Values> {
  const values = storedValues(body ?? "");
  if (live === undefined || live.version === based_on) return values;
  const base = await findVersion(db, { type: type.name, slug }, based_on);
  const own = differingFields(type, storedValues(base?.body ?? ""), values);
  return { ...storedValues(live.body), ...Object.fromEntries(own.map((field) => [field, values[field]])) };
}
