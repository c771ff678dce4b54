/** Reading one entry's rows, for changes in a transaction and for pages outside of one. */
import { type Expression, expressionBuilder, type Kysely, type Selectable, type SqlBool } from "kysely";
import type {
  EntriesTable,
  EntryBinTable,
  EntryDraftsTable,
  EntrySchedulesTable,
  EntryVersionsTable,
  Tables,
} from "../../platform/schema.ts";
import type { ChangePending, ConflictingEdit, EntryKey, PublishProblem } from "./editing-types.ts";
import { parseJson, storedValues } from "./stored-body.ts";

export type Queries = Kysely<Tables>;

export type EntryRow = Selectable<EntriesTable>;

/** The body of a version whose texts were erased: without any value. */
export const ERASED_BODY = "{}";

export function ofEntry({ type, slug }: EntryKey): Expression<SqlBool> {
  return expressionBuilder<Tables, "entries">().and({ type, slug });
}

/** The entry as it is on the site; undefined when it is not on it. */
export function findLive(db: Queries, key: EntryKey): Promise<EntryRow | undefined> {
  return db.selectFrom("entries").selectAll().where(ofEntry(key)).executeTakeFirst();
}

export function findDraft(db: Queries, key: EntryKey): Promise<EntryDraftsTable | undefined> {
  return db.selectFrom("entry_drafts").selectAll().where(ofEntry(key)).executeTakeFirst();
}

export function findRemoved(db: Queries, key: EntryKey): Promise<EntryBinTable | undefined> {
  return db.selectFrom("entry_bin").selectAll().where(ofEntry(key)).executeTakeFirst();
}

export function findVersion(db: Queries, key: EntryKey, number: number): Promise<EntryVersionsTable | undefined> {
  return db
    .selectFrom("entry_versions")
    .selectAll()
    .where(ofEntry(key))
    .where("number", "=", number)
    .executeTakeFirst();
}

export type ScheduledAction = "publish" | "remove";

export function findSchedule(db: Queries, key: EntryKey, action: ScheduledAction) {
  return db
    .selectFrom("entry_schedules")
    .selectAll()
    .where(ofEntry(key))
    .where("action", "=", action)
    .executeTakeFirst();
}

/** Deletes a draft if it still has this revision. @returns whether it had */
export async function deleteDraft(db: Queries, key: EntryKey, revision: number): Promise<boolean> {
  const deletion = db.deleteFrom("entry_drafts").where(ofEntry(key)).where("revision", "=", revision);
  return (await deletion.executeTakeFirstOrThrow()).numDeletedRows > 0n;
}

/** Deletes what is scheduled, if it still is what was read. */
export async function deleteSchedule(db: Queries, { action, made_at, ...key }: EntrySchedulesTable): Promise<void> {
  const schedules = db.deleteFrom("entry_schedules").where(ofEntry(key));
  await schedules.where("action", "=", action).where("made_at", "=", made_at).execute();
}

/** The removed entries that can be put back, as `b`, each with the version that was on the site, as `v`. */
export function restorableEntries(db: Queries) {
  return db
    .selectFrom("entry_bin as b")
    .innerJoin("entry_versions as v", (join) =>
      join.onRef("v.type", "=", "b.type").onRef("v.slug", "=", "b.slug").onRef("v.number", "=", "b.last_number"),
    )
    .where("v.body", "<>", ERASED_BODY);
}

/** The change that waits for its day, as the reason why nothing else is published. */
export async function findDatedChange(db: Queries, key: EntryKey): Promise<ChangePending | undefined> {
  const scheduled = await findSchedule(db, key, "publish");
  return scheduled?.failed_at === null ? changeWaits(scheduled) : undefined;
}

export function changeWaits({ slug, due_at: dueAt, made_by: by, failed_at }: EntrySchedulesTable): ChangePending {
  return { code: "change-pending", slug, dueAt, by, isDated: failed_at === null };
}

/** The content of a draft, or of the site: what is in it, and who made it when. */
export function contentOf({
  body,
  updated_at: at,
  updated_by: by,
}: Pick<EntryRow, "body" | "updated_at" | "updated_by">) {
  return { values: storedValues(body), at, by };
}

/** A draft as what somebody else has written. */
export function conflictingDraft(draft: EntryDraftsTable, live: EntryRow | undefined): ConflictingEdit {
  return { ...contentOf(draft), version: live?.version ?? 0, revision: draft.revision };
}

/** The version on the site as what somebody else has written. */
export function conflictingVersion(live: EntryRow): ConflictingEdit {
  return { ...contentOf(live), version: live.version, revision: undefined };
}

/** The problems of a scheduled change that failed, as `storeFailed` stores them. */
export function readFailure(stored: string): PublishProblem[] {
  const problems = parseJson(stored);
  // Nothing else writes the column.
  return Array.isArray(problems) ? (problems as PublishProblem[]) : [];
}
