/** Which entries refer to an entry: on the site, in drafts, and in what is scheduled. */
import type { Services } from "../../platform/services.ts";
import { type ContentType, contentTypes } from "../content-type.ts";
import { entryTitle, type FindTitle } from "../entry-title.ts";
import type { EntryKey } from "./editing-types.ts";
import type { Queries } from "./entry-rows.server.ts";
import { referencesIn } from "./references.ts";
import { storedValues } from "./stored-body.ts";
import { titleFinder } from "./title-finder.server.ts";

/** A place that refers to an entry. */
export type ReferringField = EntryKey & {
  title: string;
  /** The field's path, and what its form calls it. */
  field: string;
  label: string;
  where: "site" | "draft" | "schedule";
};

/** The types that can refer to entries of a type. */
export function referringTypes(target: string, types: readonly ContentType[]): ContentType[] {
  return types.filter(({ fields }) =>
    Object.values(fields).some(({ to, item }) => to === target || item?.to === target),
  );
}

/**
 * Every field that refers to an entry, those on the site first.
 * @param types the types to search
 */
export async function findReferences(
  db: Queries,
  target: EntryKey,
  types: readonly ContentType[],
  findTitle?: FindTitle,
): Promise<ReferringField[]> {
  const referring = referringTypes(target.type, types);
  if (referring.length === 0) return [];
  const names = referring.map(({ name }) => name);
  const rows = await db
    .selectFrom("entries")
    .select(["type", "slug", "body", (eb) => eb.val("site").as("where")])
    .where("type", "in", names)
    .unionAll(
      db
        .selectFrom("entry_drafts")
        .select(["type", "slug", "body", (eb) => eb.val("draft").as("where")])
        .where("type", "in", names),
    )
    .unionAll(
      db
        .selectFrom("entry_schedules")
        .select([
          "type",
          "slug",
          (eb) => eb.fn.coalesce("body", eb.val("{}")).as("body"),
          (eb) => eb.val("schedule").as("where"),
        ])
        .where("type", "in", names),
    )
    .execute();
  const found = rows.flatMap(({ type: name, slug, body, where }) => {
    const type = referring.find((one) => one.name === name);
    // A text that occurs in no value needs no parsing.
    if (type === undefined || !body.includes(`"${target.slug}"`)) return [];
    const values = storedValues(body);
    const title = entryTitle(type, values, slug, findTitle);
    return referencesIn(type, values)
      .filter(({ to }) => to.type === target.type && to.slug === target.slug)
      .map(({ field, label }): ReferringField => ({ type: name, slug, title, field, label, where: whereOf(where) }));
  });
  return found.sort((one, other) => PLACES.indexOf(one.where) - PLACES.indexOf(other.where));
}

/** The same for a page: entries are named as in the lists. */
export async function listReferences(services: Services, target: EntryKey): Promise<ReferringField[]> {
  const types = contentTypes(services);
  return findReferences(services.db, target, types, await titleFinder(services, types));
}

const PLACES = ["site", "draft", "schedule"] as const;

function whereOf(text: string): ReferringField["where"] {
  return PLACES.find((place) => place === text) ?? "site";
}
