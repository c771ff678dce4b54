/** Where the entries of every content type live, and the one number that says whether any of them changed. */
import { sql, type Transaction } from "kysely";
import { isDatabaseAway } from "../platform/database-unavailable.ts";
import type { EntriesTable, StoredMoment, Tables } from "../platform/schema.ts";
import type { Db, Services } from "../platform/services.ts";
import type { ContentType, EntryOf } from "./content-type.ts";

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** What is wrong with an entry's values: the field's name and a sentence. */
export type EntryProblem = { field: string; message: string };

export type RecordEntryOutcome =
  | { ok: true }
  | { ok: false; code: "slug-malformed" | "position-malformed" }
  | { ok: false; code: "values-refused"; problems: EntryProblem[] };

/** The rows of each type as they were last read, and the content version that was known then. */
const lastRead = new WeakMap<Services["content"], Map<string, { version: number; rows: EntriesTable[] }>>();

/**
 * The entries of one type in the order they are shown. Broken ones are logged and left off. While the database is away
 * they are those that were read last: a page, or a form that comes back, is worth more than an entry's newest wording.
 */
export async function listEntries<T extends ContentType>(services: Services, type: T): Promise<EntryOf<T>[]> {
  const rows = await readRows(services, type);
  return rows.flatMap((row) => readEntry(services, type, row) ?? []);
}

async function readRows(services: Services, type: ContentType): Promise<EntriesTable[]> {
  const { content } = services;
  const known = lastRead.get(content) ?? new Map<string, { version: number; rows: EntriesTable[] }>();
  lastRead.set(content, known);
  const { version } = content;
  try {
    const rows = await services.db
      .selectFrom("entries")
      .selectAll()
      .where("type", "=", type.name)
      .orderBy("position")
      .orderBy("slug")
      .execute();
    known.set(type.name, { version, rows });
    return rows;
  } catch (error) {
    const last = known.get(type.name);
    if (last === undefined || !isDatabaseAway(error)) throw error;
    if (last.version !== content.version) content.olderReads += 1;
    services.log.warn(
      { event: "content-from-memory", type: type.name },
      "the database is away: took what was read last",
    );
    return last.rows;
  }
}

/** One entry by its slug; undefined when there is none, or when it is broken (which is logged). */
export async function findEntry<T extends ContentType>(
  services: Services,
  type: T,
  slug: string,
): Promise<EntryOf<T> | undefined> {
  // A type has tens of entries at most; read like this, they are there when the database is away.
  const row = (await readRows(services, type)).find((candidate) => candidate.slug === slug);
  return row === undefined ? undefined : readEntry(services, type, row);
}

/**
 * Writes an entry, new or in the place of the one with this slug, when its values are those of its type.
 * @param position smaller numbers are shown first
 * @param by who changes it, as the record keeps it
 */
export async function recordEntry<T extends ContentType>(
  services: Services,
  type: T,
  slug: string,
  position: number,
  values: unknown,
  by: string,
): Promise<RecordEntryOutcome> {
  if (!SLUG.test(slug)) return { ok: false, code: "slug-malformed" };
  if (!Number.isSafeInteger(position)) return { ok: false, code: "position-malformed" };
  const checked = type.body.safeParse(values);
  if (!checked.success) {
    const problems = checked.error.issues.map((issue) => ({ field: issue.path.join("."), message: issue.message }));
    return { ok: false, code: "values-refused", problems };
  }
  const row = {
    type: type.name,
    slug,
    position,
    body: JSON.stringify(checked.data),
    updated_at: services.now().toISOString(),
    updated_by: by,
  };
  services.content.version = await services.db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto("entries")
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(["type", "slug"]).doUpdateSet({
          position: row.position,
          body: row.body,
          updated_at: row.updated_at,
          updated_by: row.updated_by,
        }),
      )
      .execute();
    return moveContentVersion(transaction);
  });
  return { ok: true };
}

/** Takes an entry away. @returns whether it was there */
export async function removeEntry(services: Services, type: ContentType, slug: string): Promise<boolean> {
  const version = await services.db.transaction().execute(async (transaction) => {
    const { numDeletedRows } = await transaction
      .deleteFrom("entries")
      .where("type", "=", type.name)
      .where("slug", "=", slug)
      .executeTakeFirstOrThrow();
    return numDeletedRows === 0n ? undefined : moveContentVersion(transaction);
  });
  if (version === undefined) return false;
  services.content.version = version;
  return true;
}

/** A number that grows with every change of content, whoever made it. */
export async function contentVersion(db: Db): Promise<number> {
  const { version } = await db
    .selectFrom("content_version")
    .select("version")
    .where("id", "=", 1)
    .executeTakeFirstOrThrow();
  return version;
}

/** When the newest of all entries was written; undefined when there is none. */
export async function newestChange(db: Db): Promise<StoredMoment | undefined> {
  const { newest } = await db
    .selectFrom("entries")
    .select(({ fn }) => fn.max("updated_at").as("newest"))
    .executeTakeFirstOrThrow();
  // Without a row the newest is null, which Kysely's type of `max` doesn't know.
  return (newest as StoredMoment | null) ?? undefined;
}

/**
 * Fills a database that holds no entries at all, in the order given, all or nothing. Several instances may try at once.
 * @returns whether it did
 * @throws when a seed is not of its type, which is a mistake in `seed/`
 */
export async function seedIfEmpty(
  services: Services,
  seeds: readonly { type: ContentType; entries: readonly ({ slug: string } & Record<string, unknown>)[] }[],
): Promise<boolean> {
  const rows = seeds.flatMap(({ type, entries }) =>
    entries.map((entry, index) => seedRow(services, type, entry, index + 1)),
  );
  return services.db.transaction().execute(async (transaction) => {
    // First, because a write takes the row's lock: of two instances the second waits here, and then sees what is there.
    await transaction.updateTable("content_version").set({ version: sql`version` }).where("id", "=", 1).execute();
    const present = await transaction.selectFrom("entries").select("slug").limit(1).executeTakeFirst();
    if (present !== undefined || rows.length === 0) return false;
    await transaction.insertInto("entries").values(rows).execute();
    services.content.version = await moveContentVersion(transaction);
    return true;
  });
}

function seedRow(
  services: Services,
  type: ContentType,
  entry: { slug: string } & Record<string, unknown>,
  position: number,
): EntriesTable {
  const { slug, ...values } = entry;
  const checked = type.body.safeParse(values);
  if (!SLUG.test(slug) || !checked.success) {
    throw new Error(`The seed of ${type.name} "${slug}" is not one: ${checked.error?.message ?? "malformed slug"}`);
  }
  return {
    type: type.name,
    slug,
    position,
    body: JSON.stringify(checked.data),
    updated_at: services.now().toISOString(),
    updated_by: "seed",
  };
}

async function moveContentVersion(transaction: Transaction<Tables>): Promise<number> {
  const { version } = await transaction
    .updateTable("content_version")
    .set({ version: sql`version + 1` })
    .where("id", "=", 1)
    .returning("version")
    .executeTakeFirstOrThrow();
  return version;
}

/** The broken entries already logged, so that a page shown a thousand times says it once for each version of the entry. */
const reported = new WeakMap<Db, Set<string>>();

function readEntry<T extends ContentType>(services: Services, type: T, row: EntriesTable): EntryOf<T> | undefined {
  const checked = type.body.safeParse(parseJson(row.body));
  // The check has just shown that the values are those of the type; TypeScript can't follow it through `T`.
  if (checked.success) return { slug: row.slug, ...checked.data } as unknown as EntryOf<T>;
  const known = reported.get(services.db) ?? new Set<string>();
  reported.set(services.db, known);
  const version = `${row.type}/${row.slug}/${row.updated_at}`;
  if (!known.has(version)) {
    known.add(version);
    const fields = checked.error.issues.map((issue) => issue.path.join("."));
    services.log.error({ type: row.type, slug: row.slug, fields }, "left a broken entry off the page");
  }
  return undefined;
}

/** What the text says, or undefined, which is no entry's body. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
