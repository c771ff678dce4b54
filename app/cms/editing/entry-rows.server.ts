/** Finds the rows of one entry, within or outside a transaction. */
import {
  type Expression,
  expressionBuilder,
  type Kysely,
  type Selectable,
  type SqlBool,
  type Transaction,
} from "kysely";
import type { StoredMoment, Tables } from "../../platform/schema.ts";
import type { ContentType, FieldProblem } from "../content-type.ts";
import { storedValues, type Values } from "./stored-body.ts";

export type VersionOrigin = "seed" | "imported" | "published" | "scheduled" | "undone";

export type EntryKey = { type: string; slug: string };

export type Target = EntryKey & { title: string; draftRevision: number | undefined };

/**
 * A problem that prevents publishing. `message`: a code of `EDITING_PROBLEMS` or the schema's sentence. `target`: a
 * referenced entry.
 */
export type PublishProblem = FieldProblem & { target?: Target };

export type ConflictingEdit = {
  values: Values;
  by: string;
  at: StoredMoment;
  /** The published version, 0 without one: the form's `basedOn` from now on. */
  version: number;
  /** The revision of the other person's draft; undefined if they published. */
  revision: number | undefined;
};

export type PublishCheck = (
  transaction: Transaction<Tables>,
  type: ContentType,
  values: Values,
  slug: string,
) => Promise<PublishProblem[]>;

/** The entry has a pending change. `isDated`: it has a date, until which nothing else is published. */
export type ChangePending = { code: "change-pending"; slug: string; dueAt: StoredMoment; by: string; isDated: boolean };

export type Queries = Kysely<Tables>;

export type EntryRow = Selectable<Tables["entries"]>;

export const ERASED_BODY = "{}";

export function ofEntry({ type, slug }: EntryKey): Expression<SqlBool> {
  return expressionBuilder<Tables, "entries">().and({ type, slug });
}

/** The published entry; undefined when it is not on the site. */
export function findLive(db: Queries, key: EntryKey): Promise<EntryRow | undefined> {
  return db.selectFrom("entries").selectAll().where(ofEntry(key)).executeTakeFirst();
}

export function findDraft(db: Queries, key: EntryKey): Promise<Tables["entry_drafts"] | undefined> {
  return db.selectFrom("entry_drafts").selectAll().where(ofEntry(key)).executeTakeFirst();
}

export function findRemoved(db: Queries, key: EntryKey): Promise<Tables["entry_bin"] | undefined> {
  return db.selectFrom("entry_bin").selectAll().where(ofEntry(key)).executeTakeFirst();
}

export function findVersion(db: Queries, key: EntryKey, number: number): Promise<Tables["entry_versions"] | undefined> {
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

/** Deletes a draft if it still has this revision. @returns whether it was deleted */
export async function deleteDraft(db: Queries, key: EntryKey, revision: number): Promise<boolean> {
  const deletion = db.deleteFrom("entry_drafts").where(ofEntry(key)).where("revision", "=", revision);
  return (await deletion.executeTakeFirstOrThrow()).numDeletedRows > 0n;
}

/** Deletes a scheduled change, unless it was replaced since it was read. */
export async function deleteSchedule(
  db: Queries,
  { action, made_at, ...key }: Tables["entry_schedules"],
): Promise<void> {
  const schedules = db.deleteFrom("entry_schedules").where(ofEntry(key));
  await schedules.where("action", "=", action).where("made_at", "=", made_at).execute();
}

/** The unpublished entries that can be restored, as `b`, with their last published version, as `v`. */
export function restorableEntries(db: Queries) {
  return db
    .selectFrom("entry_bin as b")
    .innerJoin("entry_versions as v", (join) =>
      join.onRef("v.type", "=", "b.type").onRef("v.slug", "=", "b.slug").onRef("v.number", "=", "b.last_number"),
    )
    .where("v.body", "<>", ERASED_BODY);
}

/** The change with a future date that blocks other publications. */
export async function findDatedChange(db: Queries, key: EntryKey): Promise<ChangePending | undefined> {
  const scheduled = await findSchedule(db, key, "publish");
  return scheduled?.failed_at === null ? changePending(scheduled) : undefined;
}

export function changePending({
  slug,
  due_at: dueAt,
  made_by: by,
  failed_at,
}: Tables["entry_schedules"]): ChangePending {
  return { code: "change-pending", slug, dueAt, by, isDated: failed_at === null };
}

/** The values of a draft or a published entry, with author and time. */
export function contentOf({
  body,
  updated_at: at,
  updated_by: by,
}: Pick<EntryRow, "body" | "updated_at" | "updated_by">) {
  return { values: storedValues(body), at, by };
}

export function conflictingDraft(draft: Tables["entry_drafts"], live: EntryRow | undefined): ConflictingEdit {
  return { ...contentOf(draft), version: live?.version ?? 0, revision: draft.revision };
}

export function conflictingVersion(live: EntryRow): ConflictingEdit {
  return { ...contentOf(live), version: live.version, revision: undefined };
}

/** The problems of a failed scheduled change, as `storeFailed` stores them. */
export function readFailure(stored: string): PublishProblem[] {
  return JSON.parse(stored);
}
