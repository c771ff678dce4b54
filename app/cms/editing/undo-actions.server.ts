/** Undoing what the log says was done, as long as it is the last change of its entry or of its list's order. */
import type { Actor } from "../../platform/activity.server.ts";
import type { Services } from "../../platform/services.ts";
import { type ContentType, contentTypes } from "../content-type.ts";
import type { EntryKey, PublishCheck } from "./editing-types.ts";
import { ERASED_BODY } from "./erasure.server.ts";
import { lastOrderId, type OrderOutcome, undoLastOrder } from "./order.server.ts";
import { type PutBackOutcome, putBack, type UndoOutcome, undoLastChange } from "./undo.server.ts";

/** An activity as the log has it. */
export type UndoableActivity = {
  id: string;
  actId: string;
  action: string;
  type: string | null;
  slug: string | null;
  details: Record<string, unknown>;
};

/** The ids of those activities that `undoAction` can undo, as things are now. */
export async function undoableActions(
  services: Services,
  activities: readonly UndoableActivity[],
): Promise<Set<string>> {
  const versions = await liveVersions(services, activities);
  const removals = await removalsOf(services, activities);
  const orders = await lastOrdersOf(services, activities);
  const undoable = activities.filter((activity) => {
    if (typeOf(services, activity) === undefined) return false;
    // A removal has the number of a version too: that which was on the site.
    if (activity.action === "removed") return removals.get(keyOf(activity)) === activity.actId;
    const { version } = activity.details;
    return typeof version === "number"
      ? version > 1 && versions.get(keyOf(activity)) === version
      : orders.has(activity.id);
  });
  return new Set(undoable.map(({ id }) => id));
}

export type UndoActionOutcome =
  | UndoOutcome
  | PutBackOutcome
  | OrderOutcome
  /** Nothing of the kind can be undone. */
  | { code: "nothing-to-undo" };

/** Undoes an activity. Of an activity that is not the last one any more nothing is undone. */
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
  if (action === "removed") return putBack(services, type, slug, actor, checks);
  if (typeof details.version !== "number") return { code: "nothing-to-undo" };
  return undoLastChange(services, type, slug, details.version, actor, checks);
}

function typeOf(services: Services, { type }: UndoableActivity): ContentType | undefined {
  return contentTypes(services).find(({ name }) => name === type);
}

function keyOf({ type, slug }: { type: string | null; slug: string | null }): string {
  return `${type}/${slug}`;
}

/** The entries that activities of one kind are about. */
function keysOf(activities: readonly UndoableActivity[], isMeant: (activity: UndoableActivity) => boolean): EntryKey[] {
  return activities
    .filter(isMeant)
    .flatMap(({ type, slug }) => (type === null || slug === null ? [] : [{ type, slug }]));
}

/** The versions on the site of the entries that the activities have published. */
async function liveVersions({ db }: Services, activities: readonly UndoableActivity[]): Promise<Map<string, number>> {
  const keys = keysOf(activities, ({ details }) => typeof details.version === "number");
  if (keys.length === 0) return new Map();
  const rows = await db
    .selectFrom("entries")
    .select(["type", "slug", "version"])
    .where("type", "in", [...new Set(keys.map(({ type }) => type))])
    .where("slug", "in", [...new Set(keys.map(({ slug }) => slug))])
    .execute();
  return new Map(rows.map((row) => [keyOf(row), row.version]));
}

/** By which activity each of the removed entries that can be put back was removed. */
async function removalsOf({ db }: Services, activities: readonly UndoableActivity[]): Promise<Map<string, string>> {
  const keys = keysOf(activities, ({ action }) => action === "removed");
  if (keys.length === 0) return new Map();
  const rows = await db
    .selectFrom("entry_bin as b")
    .innerJoin("entry_versions as v", (join) =>
      join.onRef("v.type", "=", "b.type").onRef("v.slug", "=", "b.slug").onRef("v.number", "=", "b.last_number"),
    )
    .select(["b.type", "b.slug", "b.act_id"])
    .where("b.type", "in", [...new Set(keys.map(({ type }) => type))])
    .where("b.slug", "in", [...new Set(keys.map(({ slug }) => slug))])
    .where("v.body", "<>", ERASED_BODY)
    .execute();
  return new Map(rows.map((row) => [keyOf(row), row.act_id]));
}

/** The last changes of the order of the types that the activities have ordered. */
async function lastOrdersOf({ db }: Services, activities: readonly UndoableActivity[]): Promise<Set<string>> {
  const types = new Set(activities.flatMap(({ type, slug }) => (slug === null && type !== null ? [type] : [])));
  const ids = await Promise.all([...types].map((type) => lastOrderId(db, type)));
  return new Set(ids.flatMap((id) => id ?? []));
}
