/**
 * Pending changes: drafts, schedules, failures and kept changes. The last two are rows of `entry_schedules` with
 * `failed_at`, which are never applied automatically.
 */
import { isDeepStrictEqual } from "node:util";
import type { Actor } from "../../platform/activity.server.ts";
import type { StoredMoment, Tables } from "../../platform/schema.ts";
import type { Db, Services } from "../../platform/services.ts";
import type { Change } from "../../platform/transact.server.ts";
import { type ContentType, contentTypes, namesOf } from "../content-type.ts";
import { titleFinder } from "../entries.server.ts";
import { entryTitle } from "../entry-title.server.ts";
import {
  type EntryKey,
  type EntryRow,
  findVersion,
  ofEntry,
  type PublishProblem,
  type Queries,
  readFailure,
  type ScheduledAction,
} from "./entry-rows.server.ts";
import { differingFields, storedValues, type Values } from "./stored-body.ts";

/** Drafts, schedules, failures and kept changes, at most `limit` each. @param types readable types; all by default */
export async function listPendingChanges(
  services: Services,
  { limit = 20, types = contentTypes(services) }: { limit?: number; types?: readonly ContentType[] } = {},
) {
  if (types.length === 0) return { drafts: [], schedules: [], failures: [], kept: [] };
  const { db } = services;
  const describeEntry = await entryDescriber(services, types);
  const drafts = await db
    .selectFrom("entry_drafts")
    .selectAll()
    .where("type", "in", namesOf(types))
    .orderBy("updated_at", "desc")
    .orderBy("type")
    .orderBy("slug")
    .limit(limit)
    .execute();
  const schedules = scheduledChanges(db, types).limit(limit);
  const next = await schedules.where("s.failed_at", "is", null).execute();
  const undated = await schedules.where("s.failed_at", "is not", null).execute();
  const onHold = undated.map((row) => ({ row, problems: readFailure(row.failed_why ?? "[]") }));
  const schedule = (row: (typeof next)[number]) => {
    const action: ScheduledAction = row.action === "remove" ? "remove" : "publish";
    return { ...describeEntry(row), action, dueAt: row.due_at, by: row.made_by };
  };
  // A scheduled draft is listed once, under schedules.
  const isScheduled = (draft: (typeof drafts)[number]) =>
    next.some(
      ({ type, slug, action, body }) =>
        type === draft.type &&
        slug === draft.slug &&
        action === "publish" &&
        isDeepStrictEqual(storedValues(body ?? ""), storedValues(draft.body)),
    );
  return {
    drafts: drafts
      .filter((draft) => !isScheduled(draft))
      .map((row) => ({ ...describeEntry(row), at: row.updated_at, by: row.updated_by })),
    schedules: next.map(schedule),
    failures: onHold.flatMap(({ row, problems }) => (isKeptForLater(problems) ? [] : { ...schedule(row), problems })),
    kept: onHold.flatMap(({ row, problems }) =>
      isKeptForLater(problems) && row.isOnSite ? { ...describeEntry(row), at: row.made_at, by: row.made_by } : [],
    ),
  };
}

export async function listSchedulesBy(
  services: Services,
  userId: string,
): Promise<{ title: string; dueAt: StoredMoment }[]> {
  const types = contentTypes(services);
  const describeEntry = await entryDescriber(services, types);
  const own = scheduledChanges(services.db, types).where("s.made_by_id", "=", userId);
  const rows = await own.where("s.failed_at", "is", null).execute();
  return rows.map((row) => ({ title: describeEntry(row).title, dueAt: row.due_at }));
}

/** Scheduled changes of these types, earliest first, with the body to publish, or else the published body. */
function scheduledChanges(db: Db, types: readonly ContentType[]) {
  return db
    .selectFrom("entry_schedules as s")
    .leftJoin("entries as e", (join) => join.onRef("e.type", "=", "s.type").onRef("e.slug", "=", "s.slug"))
    .select([
      "s.type",
      "s.slug",
      "s.action",
      "s.due_at",
      "s.made_at",
      "s.made_by",
      "s.failed_why",
      "e.version as isOnSite",
    ])
    .select(({ fn }) => fn.coalesce("s.body", "e.body").as("body"))
    .where("s.type", "in", namesOf(types))
    .orderBy("s.due_at")
    .orderBy("s.type")
    .orderBy("s.slug");
}

async function entryDescriber(services: Services, types: readonly ContentType[]) {
  const findTitle = await titleFinder(services, types);
  return ({ type, slug, body }: EntryKey & { body: string | null }) => {
    const declared = types.find(({ name }) => name === type);
    const title = declared === undefined ? slug : entryTitle(declared, storedValues(body ?? ""), slug, findTitle);
    return { type, slug, title, typeLabel: declared?.label ?? type };
  };
}

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
