/** What editing has to know about a content type besides its fields. */
import type { ContentType } from "../content-type.ts";
import type { Photo } from "../fields.ts";

/** The least and the most entries that a type may have on the site. */
export type EntryCount = { min: number; max: number };

/** How many entries of a type may be on the site. */
export function entryCount(_type: ContentType): EntryCount {
  return { min: 0, max: Number.POSITIVE_INFINITY };
}

/** Whether staff may add entries to a type and remove them, rather than only edit those it has. */
export function isList(_type: ContentType): boolean {
  return true;
}

/** What staff call an entry: the text of its first field, or its slug while that is missing. */
export function entryTitle(type: ContentType, values: Record<string, unknown>, slug: string): string {
  const [key] = Object.keys(type.fields).filter((name) => type.fields[name]?.kind === "text");
  const title = key === undefined ? undefined : values[key];
  return typeof title === "string" && title.trim() !== "" ? title : slug;
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

/** Whether the program itself names this entry of the type, so that it exists before anybody has written it. */
export function isFixedSlug(_type: ContentType, _slug: string): boolean {
  return false;
}
