/** Reads entries, and seeds new content types. All changes of entries are in `editing/`. */
import type { Insertable, Selectable, Transaction } from "kysely";
import { isDatabaseUnavailable } from "../platform/errors.ts";
import type { Tables } from "../platform/schema.ts";
import type { Db, Services } from "../platform/services.ts";
import { addPictureData, showableEntries } from "./content-hooks.server.ts";
import {
  type ContentType,
  contentTypes,
  type EntryOf,
  type FieldProblem,
  type Fields,
  isFixedSlug,
} from "./content-type.ts";
import { changeContent } from "./content-version.server.ts";
import { type EntryKey, findDraft } from "./editing/entry-rows.server.ts";
import { parseJson, storedValues } from "./editing/stored-body.ts";
import { entryTitle, type FindTitle } from "./entry-title.server.ts";
import { SLUG } from "./slug.ts";

type Snapshot = { version: number; entries: readonly ({ slug: string } & Record<string, unknown>)[] };

/** Snapshots by type name. The server bundle and the start script each have their own `content` object. */
const snapshots = new WeakMap<Services["content"], Map<string, Snapshot>>();

/**
 * The entries of a type in order, read once per content version. While the database is unavailable, the last
 * entries read are returned. Don't mutate them.
 */
export async function listEntries<T extends ContentType>(services: Services, type: T): Promise<readonly EntryOf<T>[]> {
  const { content } = services;
  const cache = snapshots.get(content) ?? new Map<string, Snapshot>();
  snapshots.set(content, cache);
  const last = cache.get(type.name);
  const { version } = content;
  // A snapshot's entries were read by this very type, which TypeScript can't follow through the map.
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
    cache.set(type.name, snapshot);
    return typed(snapshot);
  } catch (error) {
    if (last === undefined || !isDatabaseUnavailable(error)) throw error;
    content.olderReads += 1;
    services.databaseState.noteFailure(error);
    return typed(last);
  }
}

/**
 * Services for the preview of one draft. Their `content` is separate, or visitors could get the draft while the
 * database is unavailable.
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
  const index = live.findIndex(({ slug }) => slug === key.slug);
  const entries = Object.freeze(index === -1 ? [...live, pictured] : live.with(index, pictured));
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
 * Seeds new types, and new fixed entries of seeded types, all or none.
 * @returns the names of the seeded types @throws if a seed is invalid
 */
export async function seedNewTypes(services: Services, types: readonly ContentType[]): Promise<string[]> {
  return changeContent(services, async ({ transaction, at, siteChanged }) => {
    const seeded = new Set(
      (await transaction.selectFrom("seeded_types").select("type").execute()).map((row) => row.type),
    );
    const unseeded = types.filter(({ name }) => !seeded.has(name));
    const stored = await transaction.selectFrom("entries").select(["type", "slug"]).execute();
    const storedKeys = new Set(stored.map(({ type, slug }) => `${type}/${slug}`));
    const isNew = (type: ContentType, slug: string) =>
      !seeded.has(type.name) || (isFixedSlug(type, slug) && !storedKeys.has(`${type.name}/${slug}`));
    const rows = types.flatMap((type) => {
      const last = stored.filter((row) => row.type === type.name).length;
      return (services.content.seeds.get(type.name) ?? []).flatMap((entry, index) =>
        isNew(type, entry.slug) ? seedRow(services, type, entry, last + index + 1) : [],
      );
    });
    if (rows.length > 0) await insertSeed(transaction, rows);
    if (unseeded.length > 0) {
      await transaction
        .insertInto("seeded_types")
        .values(unseeded.map(({ name }) => ({ type: name, seeded_at: at.toISOString() })))
        .execute();
    }
    const names = [...new Set([...unseeded.map(({ name }) => name), ...rows.map(({ type }) => type)])];
    if (names.length > 0) siteChanged();
    return names;
  });
}

async function insertSeed(transaction: Transaction<Tables>, rows: SeedRow[]): Promise<void> {
  // An existing entry, written by another version of the site, is newer than the seed.
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
  // A draft of a fixed entry without a row began with its seed.
  const keys = inserted.map(({ type, slug }) => ({ type, slug }));
  for (const table of ["entry_drafts", "entry_schedules"] as const) {
    await transaction
      .updateTable(table)
      .set({ based_on: 1 })
      .where("based_on", "=", 0)
      .where((eb) => eb.or(keys.map((key) => eb.and(key))))
      .execute();
  }
}

type SeedRow = Insertable<Tables["entries"]>;

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
    throw new Error(`The seed of ${type.name} "${slug}" is invalid: ${problems}`);
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

/** The versions of entries that were checked, so that each unreadable entry is logged once. */
const checkedVersions = new WeakMap<Db, Set<string>>();

function readEntry(
  services: Services,
  type: ContentType,
  row: Selectable<Tables["entries"]>,
): Snapshot["entries"][number] | undefined {
  const read = type.read(parseJson(row.body));
  const versions = checkedVersions.get(services.db) ?? new Set<string>();
  checkedVersions.set(services.db, versions);
  const version = `${row.type}/${row.slug}/${row.updated_at}`;
  const isNew = !versions.has(version);
  versions.add(version);
  const details = { event: "content-unreadable", type: row.type, slug: row.slug };
  if (!read.ok) {
    const fields = read.problems.map(({ field }) => field);
    if (isNew) services.log.error({ ...details, fields }, "skipped an unreadable entry");
    return undefined;
  }
  if (isNew && read.ignored.length > 0) {
    services.log.warn({ ...details, fields: read.ignored }, "ignored unreadable optional fields");
  }
  return { slug: row.slug, ...read.values };
}

type OneEntry = ContentType<Fields, { kind: "one"; slug: string }>;
type FixedEntries<Slug extends string> = ContentType<
  Fields,
  { kind: "fixed"; slugs: readonly Slug[]; labels: Readonly<Record<Slug, string>> }
>;

/** The last readable entries, by instance, then by `type/slug`. */
const lastReadable = new WeakMap<Services["content"], Map<string, unknown>>();

/** The one entry of a type that has exactly one, such as the settings. Never missing (see `findNamedEntry`). */
export function findSingleEntry<T extends OneEntry>(services: Services, type: T): Promise<EntryOf<T>> {
  return findNamedEntry(services, type, type.entries.slug);
}

/** Entries of a type with fixed slugs, by slug. Never missing (see `findNamedEntry`). */
export async function findFixedEntries<
  Known extends string,
  T extends FixedEntries<Known>,
  Slug extends T["entries"]["slugs"][number],
>(services: Services, type: T, slugs: readonly Slug[]): Promise<Record<Slug, EntryOf<T>>> {
  const pairs = await Promise.all(slugs.map(async (slug) => [slug, await findNamedEntry(services, type, slug)]));
  // Object.fromEntries loses the keys' type; they are exactly the requested slugs.
  return Object.fromEntries(pairs) as Record<Slug, EntryOf<T>>;
}

/** A page never fails for a required entry: its last readable values are used, or the seed's. */
async function findNamedEntry<T extends ContentType>(services: Services, type: T, slug: string): Promise<EntryOf<T>> {
  const cache = lastReadable.get(services.content) ?? new Map<string, unknown>();
  lastReadable.set(services.content, cache);
  const key = `${type.name}/${slug}`;
  const entry = (await findEntry(services, type, slug)) ?? cache.get(key) ?? seededEntry(services, type, slug);
  cache.set(key, entry);
  // The value under this key was read by this very type.
  return entry as EntryOf<T>;
}

function seededEntry({ content }: Services, type: ContentType, slug: string): unknown {
  const read = type.read(content.seeds.get(type.name)?.find((entry) => entry.slug === slug));
  if (!read.ok) throw new Error(`The seed has no readable ${type.name} "${slug}"`);
  return { slug, ...read.values };
}

/**
 * Returns a function that finds the published titles of referenced entries. Don't use it in a transaction: it may read
 * from the database.
 */
export async function titleFinder(services: Services, types: readonly ContentType[]): Promise<FindTitle> {
  const referenced = new Set(
    types.flatMap(({ fields }) => Object.values(fields).flatMap(({ to, item }) => to ?? item?.to ?? [])),
  );
  const titles = new Map<string, string>();
  for (const type of contentTypes(services).filter(({ name }) => referenced.has(name))) {
    for (const entry of await listEntries(services, type)) {
      titles.set(`${type.name}/${entry.slug}`, entryTitle(type, entry, entry.slug));
    }
  }
  return (type, slug) => titles.get(`${type}/${slug}`);
}
