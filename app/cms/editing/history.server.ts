/** The versions of an entry that were on the site. */
import type { StoredMoment } from "../../platform/schema.ts";
import type { Services } from "../../platform/services.ts";
import type { ContentType } from "../content-type.ts";
import { entryTitle } from "../entry-title.ts";
import { storedValues, type Values } from "./stored-body.ts";
import { titleFinder } from "./title-finder.server.ts";

export type Version = {
  number: number;
  at: StoredMoment;
  by: string;
  /** One of `VersionOrigin`. */
  how: string;
  title: string;
  values: Values;
};

export type VersionPage = {
  versions: Version[];
  /** To be passed as `before` for the next page; undefined on the last one. */
  next: number | undefined;
};

const PAGE_SIZE = 30;

/** The versions of an entry, the newest first. @param page.before shows those with smaller numbers */
export async function listVersions(
  services: Services,
  type: ContentType,
  slug: string,
  { before, limit = PAGE_SIZE }: { before?: number | undefined; limit?: number } = {},
): Promise<VersionPage> {
  let query = services.db
    .selectFrom("entry_versions")
    .selectAll()
    .where("type", "=", type.name)
    .where("slug", "=", slug)
    .orderBy("number", "desc")
    .limit(limit + 1);
  if (before !== undefined) query = query.where("number", "<", before);
  const rows = await query.execute();
  const findTitle = await titleFinder(services, [type]);
  const versions = rows.slice(0, limit).map(({ number, body, made_at, made_by, how }) => {
    const values = storedValues(body);
    return { number, at: made_at, by: made_by, how, title: entryTitle(type, values, slug, findTitle), values };
  });
  return { versions, next: rows.length > limit ? versions.at(-1)?.number : undefined };
}
