/** Entries that the code names by their slug: settings, and the texts of fixed places. */
import type { Services } from "../platform/services.ts";
import type { ContentType, EntryOf, Fields } from "./content-type.ts";
import { findEntry } from "./entries.server.ts";

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

/**
 * Pages can't do without such an entry, so one that is missing or unreadable (which is logged) must not take them down: the
 * values last read are used instead, or those of the seed.
 */
async function findNamedEntry<T extends ContentType>(services: Services, type: T, slug: string): Promise<EntryOf<T>> {
  const ofInstance = lastReadable.get(services.content) ?? new Map<string, unknown>();
  lastReadable.set(services.content, ofInstance);
  const key = `${type.name}/${slug}`;
  const entry = (await findEntry(services, type, slug)) ?? ofInstance.get(key) ?? seededEntry(services, type, slug);
  ofInstance.set(key, entry);
  // What the map holds under this key was read by this very type.
  return entry as EntryOf<T>;
}

function seededEntry({ content }: Services, type: ContentType, slug: string): unknown {
  const read = type.read(content.seeds.get(type.name)?.find((entry) => entry.slug === slug));
  if (!read.ok) throw new Error(`The seed has no ${type.name} "${slug}" that can be read`);
  return { slug, ...read.values };
}
