/** The data of the page that edits an entry. */
import type { EntrySchedulesTable } from "../../platform/schema.ts";
import type { Services } from "../../platform/services.ts";
import { outsideUses } from "../content-hooks.server.ts";
import { type ContentType, isFixedSlug } from "../content-type.ts";
import { titleFinder } from "../entries.server.ts";
import { entryTitle } from "../entry-title.ts";
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
import { isKeptForLater, valuesOfChange } from "./kept-changes.server.ts";
import { listReferences } from "./references.server.ts";
import { knownValues, sameValues, storedValues, type Values, withDefaults } from "./stored-body.ts";

export type EditableEntry = NonNullable<Awaited<ReturnType<typeof findEditableEntry>>>;

/** The content of the page for editing an entry; undefined when there is no such entry. */
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
    /** The draft, else what is or was on the site, as far as it can be read. */
    values,
    /** The stored body on the site can't be read, so that visitors don't see the entry. */
    isBroken: live !== undefined && !type.read(storedValues(live.body)).ok,
    /** The content on the site; undefined when the entry is not on it. */
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

/** Values that the site shows of an entry that its type always has, as long as nobody has written it. */
function seededValues({ content }: Services, type: ContentType, slug: string): Values {
  const seed: Values = content.seeds.get(type.name)?.find((entry) => entry.slug === slug) ?? {};
  return isFixedSlug(type, slug) ? knownValues(type, seed) : {};
}

async function scheduleOf(
  db: Queries,
  type: ContentType,
  row: EntrySchedulesTable,
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
    /** The draft was changed since, or replaced: another version will be published. */
    hasNewerDraft: values !== undefined && draft !== undefined && !sameValues(type, values, draft),
    /** Why it could not be done when it was due. Undefined: it waits for its day. */
    problems,
    /** It has no day: somebody kept it for later. */
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
