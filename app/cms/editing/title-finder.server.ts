/** The titles of the entries that others refer to, such as the class of a schedule row. */
import type { Services } from "../../platform/services.ts";
import { type ContentType, contentTypes } from "../content-type.ts";
import { listEntries } from "../entries.server.ts";
import { entryTitle, type FindTitle } from "../entry-title.ts";

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
