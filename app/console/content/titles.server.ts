import { catalogue } from "../../content/catalogue.ts";
import type { ContentType } from "../../content/content-type.ts";
import { listEntries } from "../../content/entries.server.ts";
import { entryTitle, type FindTitle } from "../../content/entry-title.ts";
import type { Services } from "../../platform/services.ts";

/** Finds the titles of the entries that a type refers to. */
export async function readTitles(services: Services, type: ContentType): Promise<FindTitle> {
  const names = new Set(Object.values(type.fields).flatMap(({ to, item }) => to ?? item?.to ?? []));
  const titles = new Map<string, string>();
  for (const target of Object.values<ContentType>(catalogue).filter(({ name }) => names.has(name))) {
    for (const { slug, ...values } of await listEntries(services, target)) {
      titles.set(`${target.name}/${slug}`, entryTitle(target, values, slug));
    }
  }
  return (name, slug) => titles.get(`${name}/${slug}`);
}
