/** Reading the entries of every content type, and filling new types from the seed. `editing/` has all that changes them. */
import type { Insertable, Selectable, Transaction } from "kysely";
import { isDatabaseUnavailable } from "../platform/errors.ts";
import type { EntriesTable, Tables } from "../platform/schema.ts";
import type { Db, Services } from "../platform/services.ts";
import { addPictureData, showableEntries } from "./content-hooks.server.ts";
import { type ContentType, contentTypes, type EntryOf, type FieldProblem, type Fields } from "./content-type.ts";
import { changeContent } from "./content-version.server.ts";
import type { EntryKey } from "./editing/editing-types.ts";
import { findDraft } from "./editing/entry-rows.server.ts";
import { parseJson, storedValues } from "./editing/stored-body.ts";
import { entryTitle, type FindTitle } from "./entry-title.ts";
import { SLUG } from "./slug.ts";

type Snapshot = { version: number; entries: readonly ({ slug: string } & Record<string, unknown>)[] };

/** By type name: the server bundle and the start script have an object each. */
const snapshots = new WeakMap<Services["content"], Map<string, Snapshot>>();

/**
 * The entries of a type in order, read once per content version. While the database is unavailable, the last read
 * entries are returned. Don't mutate them.
 */
export async function listEntries<T extends ContentType>(services: Services, type: T): Promise<readonly EntryOf<T>[]> {
  const { content } = services;
  const ofInstance = snapshots.get(content) ?? new Map<string, Snapshot>();
  snapshots.set(content, ofInstance);
  const last = ofInstance.get(type.name);
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
    const entries = Object.freeze(
      await addPictureData(services.db, type, await showableEntries(services.db, type, readable)),
    );
    const snapshot: Snapshot = { version, entries };
    ofInstance.set(type.name, snapshot);
    return typed(snapshot);
  } catch (error) {
    if (last === undefined || !isDatabaseUnavailable(error)) throw error;
    content.olderReads += 1;
    services.databaseState.noteFailure(error);
    return typed(last);
  }
}

/**
 * Services that show one draft to one member of staff. Their `content` is separate, or visitors could get the draft
 * from the fallback.
 */
export async function previewServices(
  services: Services,
  key: EntryKey,
  types: readonly ContentType[] = contentTypes(services),
): Promise<{ services: Services; problems: FieldProblem[] }> {
  const type = types.find(({ name }) => name === key.type);
  const draft = type && (await findDraft(services.db, key));
  const read = draft && type.read(storedValues(draft.body));
  if (type === undefined || read === undefined) return { services, problems: [] };
  if (!read.ok) return { services, problems: read.problems };
  const content = { ...services.content };
  const entry: Snapshot["entries"][number] = { ...read.values, slug: key.slug };
  const [pictured = entry] = await addPictureData(services.db, type, [entry]);
  const live: Snapshot["entries"] = await listEntries(services, type);
  const place = live.findIndex(({ slug }) => slug === key.slug);
  const entries = Object.freeze(place === -1 ? [...live, pictured] : live.with(place, pictured));
  snapshots.set(content, new Map([[type.name, { version: content.version, entries }]]));
  return { services: { ...services, content }, problems: [] };
}

/** An entry by its slug; undefined when missing or unreadable. */
export async function findEntry<T extends ContentType>(
  services: Services,
  type: T,
  slug: string,
): Promise<EntryOf<T> | undefined> {
  // A type has tens of entries at most.
  return (await listEntries(services, type)).find((entry) => entry.slug === slug);
}

/**
 * Seeds types that were never seeded, all or nothing. @returns the names of the types @throws when a seed is invalid
 */
export async function seedNewTypes(services: Services, types: readonly ContentType[]): Promise<string[]> {
  return changeContent(services, async ({ transaction, at, siteChanged }) => {
    const seeded = new Set(
      (await transaction.selectFrom("seeded_types").select("type").execute()).map((row) => row.type),
    );
    const missing = types.filter(({ name }) => !seeded.has(name));
    if (missing.length === 0) return [];
    const rows = missing.flatMap((type) =>
      (services.content.seeds.get(type.name) ?? []).map((entry, index) => seedRow(services, type, entry, index + 1)),
    );
    if (rows.length > 0) await insertSeed(transaction, rows);
    await transaction
      .insertInto("seeded_types")
      .values(missing.map(({ name }) => ({ type: name, seeded_at: at.toISOString() })))
      .execute();
    siteChanged();
    return missing.map(({ name }) => name);
  });
}

/** Inserts entries with their first versions. */
async function insertSeed(transaction: Transaction<Tables>, rows: SeedRow[]): Promise<void> {
  // An existing entry was written by a version that knew the type; it is newer than any seed.
  const inserted = await transaction
    .insertInto("entries")
    .values(rows)
    .onConflict((conflict) => conflict.columns(["type", "slug"]).doNothing())
    .returning(["type", "slug", "body", "updated_at as made_at", "updated_by as made_by"])
    .execute();
  if (inserted.length === 0) return;
  await transaction
    .insertInto("entry_versions")
    .values(inserted.map((version) => ({ ...version, number: 1, made_by_id: null, how: "seed" })))
    .execute();
}

type SeedRow = Insertable<EntriesTable>;

function seedRow(
  services: Services,
  type: ContentType,
  { slug, ...values }: { slug: string },
  position: number,
): SeedRow {
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

/** The versions of unreadable entries that were logged, so that each is logged once. */
const reported = new WeakMap<Db, Set<string>>();

function readEntry(
  services: Services,
  type: ContentType,
  row: Selectable<EntriesTable>,
): Snapshot["entries"][number] | undefined {
  const read = type.read(parseJson(row.body));
  const known = reported.get(services.db) ?? new Set<string>();
  reported.set(services.db, known);
  const version = `${row.type}/${row.slug}/${row.updated_at}`;
  const isNew = !known.has(version);
  known.add(version);
  const entry = { event: "content-unreadable", type: row.type, slug: row.slug };
  if (!read.ok) {
    const fields = read.problems.map(({ field }) => field);
    if (isNew) services.log.error({ ...entry, fields }, "skipped an unreadable entry");
    return undefined;
  }
  if (isNew && read.ignored.length > 0) {
    services.log.warn({ ...entry, fields: read.ignored }, "ignored unreadable optional fields");
  }
  return { slug: row.slug, ...read.values };
}

type OneEntry = ContentType<Fields, { kind: "one"; slug: string }>;
type FixedEntries<Slug extends string> = ContentType<
  Fields,
  { kind: "fixed"; slugs: readonly Slug[]; labels: Readonly<Record<Slug, string>> }
>;

/** The entries as last read successfully, by instance, then by `type/slug`. */
const lastReadable = new WeakMap<Services["content"], Map<string, unknown>>();

/** The one entry of a type that has exactly one, such as the settings. Never missing (see `findNamedEntry`). */
export function findSingleEntry<T extends OneEntry>(services: Services, type: T): Promise<EntryOf<T>> {
  return findNamedEntry(services, type, type.entries.slug);
}

/** Some entries of a type whose slugs are code, each under its slug. Never missing (see `findNamedEntry`). */
export async function findFixedEntries<
  Known extends string,
  T extends FixedEntries<Known>,
  Slug extends T["entries"]["slugs"][number],
>(services: Services, type: T, slugs: readonly Slug[]): Promise<Record<Slug, EntryOf<T>>> {
  const pairs = await Promise.all(slugs.map(async (slug) => [slug, await findNamedEntry(services, type, slug)]));
  // Object.fromEntries loses the keys' type; they are exactly the requested slugs.
  return Object.fromEntries(pairs) as Record<Slug, EntryOf<T>>;
}

/** Required entries never take a page down: the last read values or the seed's are used. */
async function findNamedEntry<T extends ContentType>(services: Services, type: T, slug: string): Promise<EntryOf<T>> {
  const ofInstance = lastReadable.get(services.content) ?? new Map<string, unknown>();
  lastReadable.set(services.content, ofInstance);
  const key = `${type.name}/${slug}`;
  const entry = (await findEntry(services, type, slug)) ?? ofInstance.get(key) ?? seededEntry(services, type, slug);
  ofInstance.set(key, entry);
  // The value that the map holds under this key was read by this very type.
  return entry as EntryOf<T>;
}

function seededEntry({ content }: Services, type: ContentType, slug: string): unknown {
  const read = type.read(content.seeds.get(type.name)?.find((entry) => entry.slug === slug));
  if (!read.ok) throw new Error(`The seed has no ${type.name} "${slug}" that can be read`);
  return { slug, ...read.values };
}

/**
 * Finds the titles of what entries of these types refer to, as they are on the site. Not to be used in a transaction:
 * it may read from the database.
 */
export async function titleFinder(services: Services, types: readonly ContentType[]): Promise<FindTitle> {
  const named = new Set(
    types.flatMap(({ fields }) => Object.values(fields).flatMap(({ to, item }) => to ?? item?.to ?? [])),
  );
  const titles = new Map<string, string>();
  for (const type of contentTypes(services).filter(({ name }) => named.has(name))) {
    for (const entry of await listEntries(services, type)) {
      titles.set(`${type.name}/${entry.slug}`, entryTitle(type, entry, entry.slug));
    }
  }
  return (type, slug) => titles.get(`${type}/${slug}`);
}
