/** Finds published entries and scheduled changes that refer to an entry. Drafts are checked on publishing. */
import type { Services } from "../../platform/services.ts";
import { type ContentType, contentTypes } from "../content-type.ts";
import { titleFinder } from "../entries.server.ts";
import { entryTitle, type FindTitle } from "../entry-title.server.ts";
import type { EntryKey, Queries } from "./entry-rows.server.ts";
import { storedValues, type Values } from "./stored-body.ts";

type Place = "site" | "schedule";

export type ReferringField = EntryKey & {
  title: string;
  field: string;
  label: string;
  where: Place;
};

/** Every field that refers to an entry, published fields first. @param types the types to search */
export async function findReferences(
  db: Queries,
  target: EntryKey,
  types: readonly ContentType[],
  findTitle?: FindTitle,
): Promise<ReferringField[]> {
  const referring = types.filter(({ fields }) =>
    Object.values(fields).some(({ to, item }) => to === target.type || item?.to === target.type),
  );
  if (referring.length === 0) return [];
  const names = referring.map(({ name }) => name);
  const rows = await db
    .selectFrom("entries")
    .select(["type", "slug", "body", (eb) => eb.val<Place>("site").as("where")])
    .where("type", "in", names)
    .unionAll(
      db
        .selectFrom("entry_schedules")
        .select([
          "type",
          "slug",
          (eb) => eb.fn.coalesce("body", eb.val("{}")).as("body"),
          (eb) => eb.val<Place>("schedule").as("where"),
        ])
        .where("type", "in", names)
        .where("failed_at", "is", null),
    )
    .execute();
  const matches = rows.flatMap(({ type: name, slug, body, where }) => {
    const type = referring.find((contentType) => contentType.name === name);
    // Most bodies don't contain the slug and needn't be parsed.
    if (type === undefined || !body.includes(`"${target.slug}"`)) return [];
    const values = storedValues(body);
    const title = entryTitle(type, values, slug, findTitle);
    return referencesIn(type, values)
      .filter(({ to }) => to.type === target.type && to.slug === target.slug)
      .map(({ field, label }): ReferringField => ({ type: name, slug, title, field, label, where }));
  });
  return matches.sort((a, b) => Number(a.where === "schedule") - Number(b.where === "schedule"));
}

export async function listReferences(services: Services, target: EntryKey): Promise<ReferringField[]> {
  const types = contentTypes(services);
  return findReferences(services.db, target, types, await titleFinder(services, types));
}

export type Reference = {
  /** The field's path: `trainer`, or `contactClasses.3` for an item of a list. */
  field: string;
  label: string;
  to: EntryKey;
};

/** All references in the values, in field order; malformed values are skipped. */
export function referencesIn(type: ContentType, values: Values): Reference[] {
  return Object.entries(type.fields).flatMap(([key, { label, to, item }]) => {
    const value = values[key];
    if (to !== undefined)
      return typeof value === "string" ? [{ field: key, label, to: { type: to, slug: value } }] : [];
    const itemTo = item?.to;
    if (itemTo === undefined || !Array.isArray(value)) return [];
    return value.flatMap((slug: unknown, index) =>
      typeof slug === "string" ? [{ field: `${key}.${index}`, label, to: { type: itemTo, slug } }] : [],
    );
  });
}
