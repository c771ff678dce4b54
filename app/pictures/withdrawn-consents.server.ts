/** Entries that are left off the site because the person they quote has withdrawn the consent. */

import type { ContentType } from "../cms/content-type.ts";
import { testimonialType } from "../content-types/testimonial.ts";
import type { Db } from "../platform/services.ts";

/** Leaves out the entries whose every recorded consent is withdrawn. Those without any are from before the register. */
export async function withoutWithdrawn<E extends { slug: string }>(
  db: Db,
  type: Pick<ContentType, "name">,
  entries: readonly E[],
): Promise<readonly E[]> {
  if (type.name !== testimonialType.name || entries.length === 0) return entries;
  const consents = await db
    .selectFrom("consents")
    .select(["subject_key", "withdrawn_at"])
    .where("subject_kind", "=", type.name)
    .execute();
  const given = new Set(consents.filter(({ withdrawn_at }) => withdrawn_at === null).map((row) => row.subject_key));
  const withdrawn = new Set(consents.map((row) => row.subject_key).filter((slug) => !given.has(slug)));
  return entries.filter(({ slug }) => !withdrawn.has(slug));
}
