/** Undoes a logged activity if it is the last change of its entry or of its list's order. */
import type { Actor } from "../../platform/activity.server.ts";
import type { Db, Services } from "../../platform/services.ts";
import { type ContentType, contentTypes } from "../content-type.ts";
import type { PublishCheck } from "./editing-types.ts";
import { restorableEntries } from "./entry-rows.server.ts";
import { lastOrderId, type OrderOutcome, undoLastOrder } from "./order.server.ts";
import { type RestoreEntryOutcome, restoreEntry, type UndoOutcome, undoLastChange } from "./undo.server.ts";

export type UndoableActivity = {
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
