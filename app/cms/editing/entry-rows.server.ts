/** Reading one entry's rows, for changes in a transaction and for pages outside of one. */
import type { Kysely, Selectable } from "kysely";
import type {
  EntriesTable,
  EntryBinTable,
  EntryDraftsTable,
  EntrySchedulesTable,
  EntryVersionsTable,
  Tables,
} from "../../platform/schema.ts";
import type { ConflictingEdit, EntryKey, PublishProblem, ScheduledDifference } from "./editing-types.ts";
import type { ScheduledContent } from "./scheduled-merge.ts";
import { parseJson, storedValues } from "./stored-body.ts";

/** A transaction, or the database. */
export type Queries = Kysely<Tables>;

export type EntryRow = Selectable<EntriesTable>;

/** The entry as it is on the site; undefined when it is not on it. */
export async function findLive(db: Queries, { type, slug }: EntryKey): Promise<EntryRow | undefined> {
  return db.selectFrom("entries").selectAll().where("type", "=", type).where("slug", "=", slug).executeTakeFirst();
}

export async function findDraft(db: Queries, { type, slug }: EntryKey): Promise<EntryDraftsTable | undefined> {
  return db.selectFrom("entry_drafts").selectAll().where("type", "=", type).where("slug", "=", slug).executeTakeFirst();
}

export async function findRemoved(db: Queries, { type, slug }: EntryKey): Promise<EntryBinTable | undefined> {
  return db.selectFrom("entry_bin").selectAll().where("type", "=", type).where("slug", "=", slug).executeTakeFirst();
}

export async function findVersion(
  db: Queries,
  { type, slug }: EntryKey,
  number: number,
): Promise<EntryVersionsTable | undefined> {
  return db
    .selectFrom("entry_versions")
    .selectAll()
    .where((eb) => eb.and({ type, slug, number }))
    .executeTakeFirst();
}

export type ScheduledAction = "publish" | "remove";

export async function findSchedule(
  db: Queries,
  { type, slug }: EntryKey,
  action: ScheduledAction,
): Promise<EntrySchedulesTable | undefined> {
  return db
    .selectFrom("entry_schedules")
    .selectAll()
    .where((eb) => eb.and({ type, slug, action }))
    .executeTakeFirst();
}

/** Deletes a draft if it still has this revision. @returns whether it had */
export async function deleteDraft(db: Queries, { type, slug }: EntryKey, revision: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("entry_drafts")
    .where((eb) => eb.and({ type, slug }))
    .where("revision", "=", revision)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Deletes what is scheduled, if it still is what was read. */
export async function deleteSchedule(db: Queries, schedule: EntrySchedulesTable): Promise<void> {
  const { type, slug, action, made_at } = schedule;
  await db
    .deleteFrom("entry_schedules")
    .where((eb) => eb.and({ type, slug, action, made_at }))
    .execute();
}

/** The content that is scheduled for publication. */
export function scheduledContent({ body, changes }: EntrySchedulesTable): ScheduledContent {
  const values = storedValues(body ?? "");
  const stored = parseJson(changes ?? "");
  return { values, changes: Array.isArray(stored) ? stored.filter((field) => typeof field === "string") : [] };
}

/** A scheduled change, for the question about some of its fields. */
export function scheduledDifference(schedule: EntrySchedulesTable, fields: string[]): ScheduledDifference {
  const { due_at: dueAt, made_by: by, made_at: madeAt } = schedule;
  return { dueAt, by, madeAt, values: storedValues(schedule.body ?? ""), fields };
}

/** A draft as what somebody else has written. */
export function conflictingDraft(draft: EntryDraftsTable, live: EntryRow | undefined): ConflictingEdit {
  return {
    values: storedValues(draft.body),
    by: draft.updated_by,
    at: draft.updated_at,
    version: live?.version ?? 0,
    revision: draft.revision,
  };
}

/** The version on the site as what somebody else has written. */
export function conflictingVersion(live: EntryRow): ConflictingEdit {
  return {
    values: storedValues(live.body),
    by: live.updated_by,
    at: live.updated_at,
    version: live.version,
    revision: undefined,
  };
}

/** The problems of a scheduled change that failed, as `storeFailed` stores them. */
export function readFailure(stored: string): PublishProblem[] {
  const problems = parseJson(stored);
  // Nothing else writes the column.
  return Array.isArray(problems) ? (problems as PublishProblem[]) : [];
}
