/** Storage of the entries of every content type, and the content version, which changes with any of them. */
import { sql, type Transaction } from "kysely";
import { isDatabaseUnavailable } from "../platform/database-unavailable.ts";
import type { EntriesTable, StoredMoment, Tables } from "../platform/schema.ts";
import type { Db, Services } from "../platform/services.ts";
import type { ContentType, EntryOf, FieldProblem } from "./content-type.ts";
import { SLUG } from "./slug.ts";
import { withUploadedPictures } from "./uploaded-pictures.server.ts";

export type RecordEntryOutcome =
  | { ok: true }
  | { ok: false; code: "slug-malformed" | "position-malformed" }
  | { ok: false; code: "values-refused"; problems: FieldProblem[] };

/** The entries of one type as last read, and the content version that was known before they were read. */
type Snapshot = { version: number; entries: readonly ({ slug: string } & Record<string, unknown>)[] };

/** By instance and by type, so that rendering a personal page neither queries content nor parses it. */
const snapshots = new WeakMap<Services["content"], Map<ContentType, Snapshot>>();

/**
 * The entries of one type in the order they are shown, read once per content version. Unreadable ones are logged and left
 * out. While the database is unavailable, the entries last read are returned: serving a page, or a form with its error, is
 * worth more than an entry's newest text. Callers must not change them.
 */
export async function listEntries<T extends ContentType>(services: Services, type: T): Promise<readonly EntryOf<T>[]> {
  const { content } = services;
  const ofInstance = snapshots.get(content) ?? new Map<ContentType, Snapshot>();
  snapshots.set(content, ofInstance);
  const last = ofInstance.get(type);
  const { version } = content;
  // The entries of a snapshot were read by this very type; TypeScript can't follow that through the map.
  const typed = (snapshot: Snapshot) => snapshot.entries as unknown as readonly EntryOf<T>[];
  if (last?.version === version) return typed(last);
  try {
    const rows = await services.db
      .selectFrom("entries")
      .selectAll()
      .where("type", "=", type.name)
      .orderBy("position")
      .orderBy("slug")
      .execute();
    const readable = rows.flatMap((row) => readEntry(services, type, row) ?? []);
    const entries = Object.freeze(await withUploadedPictures(services.db, type, readable));
    const snapshot: Snapshot = { version, entries };
    ofInstance.set(type, snapshot);
    return typed(snapshot);
  } catch (error) {
    if (last === undefined || !isDatabaseUnavailable(error)) throw error;
    content.olderReads += 1;
    services.log.warn(
      { event: "content-from-memory", type: type.name },
      "the database is unavailable: showing what was read last",
    );
    return typed(last);
  }
}

/** One entry by its slug; undefined when there is none, or when it is unreadable (which is logged). */
export async function findEntry<T extends ContentType>(
  services: Services,
  type: T,
  slug: string,
): Promise<EntryOf<T> | undefined> {
  // A type has tens of entries at most.
  return (await listEntries(services, type)).find((entry) => entry.slug === slug);
}

/**
 * Writes an entry, new or replacing the one with this slug, when its values are those of its type. Keys of the
 * stored body that the type doesn't know are preserved: another version of the program may know them.
 * @param position smaller numbers are shown first
 * @param by who changes it, as stored with the entry
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
  const checked = type.check(values);
  if (!checked.ok) return { ok: false, code: "values-refused", problems: checked.problems };
  const updated = { position, updated_at: services.now().toISOString(), updated_by: by };
  services.content.version = await services.db.transaction().execute(async (transaction) => {
    // First, because it takes the row's lock: of two concurrent writers the second merges into what the first has written.
    const version = await incrementContentVersion(transaction);
    const stored = await transaction
      .selectFrom("entries")
      .select("body")
      .where("type", "=", type.name)
      .where("slug", "=", slug)
      .executeTakeFirst();
    const body = JSON.stringify({ ...unknownKeys(type, stored?.body), ...checked.values });
    await transaction
      .insertInto("entries")
      .values({ type: type.name, slug, body, ...updated })
      .onConflict((conflict) => conflict.columns(["type", "slug"]).doUpdateSet({ body, ...updated }))
      .execute();
    return version;
  });
  return { ok: true };
}

/** The values of a stored body under keys that are not fields of its type. */
function unknownKeys(type: ContentType, body: string | undefined): Record<string, unknown> {
  const stored = body === undefined ? undefined : parseJson(body);
  if (typeof stored !== "object" || stored === null || Array.isArray(stored)) return {};
  return Object.fromEntries(Object.entries(stored).filter(([key]) => !Object.hasOwn(type.fields, key)));
}

/** Deletes an entry. @returns whether it existed */
export async function removeEntry(services: Services, type: ContentType, slug: string): Promise<boolean> {
  const version = await services.db.transaction().execute(async (transaction) => {
    const { numDeletedRows } = await transaction
      .deleteFrom("entries")
      .where("type", "=", type.name)
      .where("slug", "=", slug)
      .executeTakeFirstOrThrow();
    return numDeletedRows === 0n ? undefined : incrementContentVersion(transaction);
  });
  if (version === undefined) return false;
  services.content.version = version;
  return true;
}

/** A number that increases with every change of content, by any instance. */
export async function contentVersion(db: Db): Promise<number> {
  const { version } = await db
    .selectFrom("content_version")
    .select("version")
    .where("id", "=", 1)
    .executeTakeFirstOrThrow();
  return version;
}

/** Reads the content version from the database, to notice changes made by other instances. */
export async function pollContentVersion(services: Services): Promise<void> {
  const version = await contentVersion(services.db);
  // A poll that started before a change made by this instance must not decrease the version.
  services.content.version = Math.max(services.content.version, version);
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
 * Fills each type that has never been seeded, all or nothing. A type whose entries were all deleted stays empty. Several
 * instances may try at once.
 * @returns the names of the types it filled
 * @throws when a seed is not of its type, which is a mistake in `seed/`
 */
export async function seedNewTypes(services: Services, types: readonly ContentType[]): Promise<string[]> {
  return services.db.transaction().execute(async (transaction) => {
    // First, because a write takes the row's lock: of two instances the second waits here, and then sees the first's rows.
    await transaction.updateTable("content_version").set({ version: sql`version` }).where("id", "=", 1).execute();
    const seeded = new Set(
      (await transaction.selectFrom("seeded_types").select("type").execute()).map((row) => row.type),
    );
    const missing = types.filter(({ name }) => !seeded.has(name));
    if (missing.length === 0) return [];
    const rows = missing.flatMap((type) =>
      (services.content.seeds.get(type.name) ?? []).map((entry, index) => seedRow(services, type, entry, index + 1)),
    );
    // An existing entry was written by a version that knew the type; it is newer than any seed.
    if (rows.length > 0) {
      await transaction
        .insertInto("entries")
        .values(rows)
        .onConflict((conflict) => conflict.columns(["type", "slug"]).doNothing())
        .execute();
    }
    const seeded_at = services.now().toISOString();
    await transaction
      .insertInto("seeded_types")
      .values(missing.map(({ name }) => ({ type: name, seeded_at })))
      .execute();
    services.content.version = await incrementContentVersion(transaction);
    return missing.map(({ name }) => name);
  });
}

function seedRow(
  services: Services,
  type: ContentType,
  { slug, ...values }: { slug: string },
  position: number,
): EntriesTable {
  const checked = type.check(values);
  if (!SLUG.test(slug) || !checked.ok) {
    const problems = checked.ok
      ? "malformed slug"
      : checked.problems.map(({ field, message }) => `${field}: ${message}`).join("; ");
    throw new Error(`The seed of ${type.name} "${slug}" is not valid: ${problems}`);
  }
  return {
    type: type.name,
    slug,
    position,
    body: JSON.stringify(checked.values),
    updated_at: services.now().toISOString(),
    updated_by: "seed",
  };
}

/** Increases the content version, and holds its lock until the transaction ends. @returns the new version */
export async function incrementContentVersion(transaction: Transaction<Tables>): Promise<number> {
  const { version } = await transaction
    .updateTable("content_version")
    .set({ version: sql`version + 1` })
    .where("id", "=", 1)
    .returning("version")
    .executeTakeFirstOrThrow();
  return version;
}

/** The versions of unreadable entries that were logged, so that each is logged once. */
const reported = new WeakMap<Db, Set<string>>();

function readEntry(services: Services, type: ContentType, row: EntriesTable): Snapshot["entries"][number] | undefined {
  const read = type.read(parseJson(row.body));
  const known = reported.get(services.db) ?? new Set<string>();
  reported.set(services.db, known);
  const version = `${row.type}/${row.slug}/${row.updated_at}`;
  const isNew = !known.has(version);
  known.add(version);
  const entry = { event: "content-unreadable", type: row.type, slug: row.slug };
  if (!read.ok) {
    const fields = read.problems.map(({ field }) => field);
    if (isNew) services.log.error({ ...entry, fields }, "left an unreadable entry off its page");
    return undefined;
  }
  if (isNew && read.ignored.length > 0) {
    services.log.warn({ ...entry, fields: read.ignored }, "ignored optional fields that can't be read");
  }
  return { slug: row.slug, ...read.values };
}

/** The parsed text, or undefined when it is no JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
