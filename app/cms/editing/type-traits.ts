/** What editing has to know about a content type, from its declaration. */
import type { ContentType } from "../content-type.ts";
import type { Photo } from "../fields.ts";

/** The least and the most entries that a type may have on the site. */
export type EntryCount = { min: number; max: number };

/** How many entries of a type may be on the site. */
export function entryCount({ entries }: ContentType): EntryCount {
  if (entries.kind === "one") return { min: 1, max: 1 };
  if (entries.kind === "fixed") return { min: entries.slugs.length, max: entries.slugs.length };
  return { min: entries.min ?? 0, max: entries.max ?? Number.POSITIVE_INFINITY };
}

/** Whether staff may add entries to a type and remove them, rather than only edit those it has. */
export function isList({ entries }: ContentType): boolean {
  return entries.kind === "list";
}

/** Whether the program itself names this entry of the type, so that it exists before anybody has written it. */
export function isFixedSlug({ entries }: ContentType, slug: string): boolean {
  return entries.kind === "one" ? entries.slug === slug : entries.kind === "fixed" && entries.slugs.includes(slug);
}

/** The first picture of an entry; undefined when the type has none, or when it can't be read. */
export function entryPhoto(type: ContentType, values: Record<string, unknown>): Photo | undefined {
  const found = Object.entries(type.fields).find(([, { kind }]) => kind === "photo");
  if (found === undefined) return undefined;
  const [key, field] = found;
  const read = field.schema.safeParse(values[key]);
  // The schema of a photo field gives a photo.
  return read.success ? (read.data as Photo) : undefined;
}
