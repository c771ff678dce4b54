import type { Tables } from "../../platform/schema.ts";
import type { Services } from "../../platform/services.ts";
import { outsideUses } from "../content-hooks.server.ts";
import { type ContentType, isFixedSlug } from "../content-type.ts";
import { titleFinder } from "../entries.server.ts";
import { entryTitle } from "../entry-title.server.ts";
import {
  contentOf,
  type EntryRow,
  findDraft,
  findLive,
  findRemoved,
  findSchedule,
  findVersion,
  ofEntry,
  type Queries,
  readFailure,
  type ScheduledAction,
} from "./entry-rows.server.ts";
import { isKeptForLater, valuesOfChange } from "./pending-changes.server.ts";
import { listReferences } from "./references.server.ts";
import { knownValues, sameValues, storedValues, type Values, withDefaults } from "./stored-body.ts";

export type EditableEntry = NonNullable<Awaited<ReturnType<typeof findEditableEntry>>>;

/** An entry with its draft, schedules and references; undefined when there is no such entry. */
export async function findEditableEntry(services: Services, type: ContentType, slug: string) {
  const { db } = services;
  const key = { type: type.name, slug };
  const [live, draft, bin] = [await findLive(db, key), await findDraft(db, key), await findRemoved(db, key)];
  const removed = bin === undefined || bin.last_number === 0 ? undefined : bin;
  if (live === undefined && draft === undefined && removed === undefined && !isFixedSlug(type, slug)) return undefined;
  const version = draft ?? live ?? (removed && (await findVersion(db, key, removed.last_number)));
  const values = withDefaults(type, version ? storedValues(version.body) : seededValues(services, type, slug));
  return {
    slug,
    title: entryTitle(type, values, slug, await titleFinder(services, [type])),
    /** The draft, else the published or last published content, as far as it is readable. */
    values,
    /** The published body is unreadable, so visitors don't see the entry. */
    isBroken: live !== undefined && !type.read(storedValues(live.body)).ok,
    /** The published content; undefined when the entry is not on the site. */
    live: live && { ...contentOf(live), version: live.version },
    draft: draft && { ...contentOf(draft), values, revision: draft.revision, basedOn: draft.based_on },
    schedules: await Promise.all(
      [await findSchedule(db, key, "publish"), await findSchedule(db, key, "remove")]
        .filter((row) => row !== undefined)
        .map((row) => scheduleOf(db, type, row, live, draft && values)),
    ),
    removed: removed && { at: removed.removed_at, by: removed.removed_by },
    // Versions are numbered without gaps.
    versionCount: live?.version ?? removed?.last_number ?? 0,
    references: await listReferences(services, key),
    outsideUses: await outsideUses(services, db, key),
  };
}

/** The seed's values, which the site shows for a fixed entry that nobody has edited. */
function seededValues({ content }: Services, type: ContentType, slug: string): Values {
  const seed: Values = content.seeds.get(type.name)?.find((entry) => entry.slug === slug) ?? {};
  return isFixedSlug(type, slug) ? knownValues(type, seed) : {};
}

async function scheduleOf(
  db: Queries,
  type: ContentType,
  row: Tables["entry_schedules"],
  live: EntryRow | undefined,
  draft: Values | undefined,
) {
  const action: ScheduledAction = row.action === "remove" ? "remove" : "publish";
  const values = row.body === null ? undefined : await valuesOfChange(db, type, row, live);
  const problems = row.failed_why === null ? undefined : readFailure(row.failed_why);
  return {
    action,
    dueAt: row.due_at,
    madeAt: row.made_at,
    by: row.made_by,
    /** The values that will be published; undefined for a removal. */
    values,
    /** The draft has changed since and is not what will be published. */
    hasNewerDraft: values !== undefined && draft !== undefined && !sameValues(type, values, draft),
    /** Why it could not be applied when due; undefined if it is not due yet. */
    problems,
    /** It was kept for later, without a date. */
    isKept: isKeptForLater(problems),
  };
}

/** The versions of an entry, newest first. @param page.before shows those with smaller numbers */
export async function listVersions(
  { db }: Services,
  type: ContentType,
  slug: string,
  { before, limit }: { before?: number | undefined; limit: number },
) {
  const rows = await db
    .selectFrom("entry_versions")
    .selectAll()
    .where(ofEntry({ type: type.name, slug }))
    .$if(before !== undefined, (query) => query.where("number", "<", before ?? 0))
    .orderBy("number", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ number, body, made_at: at, made_by: by, how }) => {
    return { number, at, by, how, values: storedValues(body) };
  });
}
