/** Erases all texts of an entry, for a person with the right to erasure. */
import { randomInt } from "node:crypto";
import type { Transaction } from "kysely";
import type { Actor } from "../../platform/activity.server.ts";
import type { Tables } from "../../platform/schema.ts";
import type { Db } from "../../platform/services.ts";
import type { Change } from "../../platform/transact.server.ts";
import type { ContentType } from "../content-type.ts";
import { isNeutralSlug } from "../slug.ts";
import { ERASED_BODY, findLive, ofEntry } from "./entry-rows.server.ts";
import { removeUnchecked } from "./removal.server.ts";

/**
 * Unpublishes an entry and erases its texts everywhere; rows keep author and time.
 * @returns the slug, a new one if the old slug named a person
 */
export async function eraseEntry(change: Change, type: ContentType, slug: string, actor: Actor): Promise<string> {
  const { transaction } = change;
  // Even if the entry is unpublished: the search has its texts until the next content version.
  change.siteChanged();
  const key = { type: type.name, slug };
  const live = await findLive(transaction, key);
  if (live !== undefined) await removeUnchecked(change, type, live, { actor, bySite: false });
  await transaction.updateTable("entry_versions").set({ body: ERASED_BODY }).where(ofEntry(key)).execute();
  await transaction
    .updateTable("entry_drafts")
    // A new revision, so that a form of the erased draft can't bring it back.
    .set(({ eb }) => ({ body: ERASED_BODY, revision: eb("revision", "+", 1) }))
    .where(ofEntry(key))
    .execute();
  await transaction.deleteFrom("entry_schedules").where(ofEntry(key)).execute();
  await transaction.updateTable("audit_log").set({ label: type.label }).where(ofEntry(key)).execute();
  return giveNeutralSlug(transaction, type, slug);
}

export async function giveNeutralSlug(
  transaction: Transaction<Tables>,
  type: ContentType,
  slug: string,
): Promise<string> {
  if (isNeutralSlug(type.name, slug)) return slug;
  // Larger than the number of any new entry, even a concurrent one.
  const neutral = `${type.name}-${randomInt(10 ** 6, 10 ** 9)}`;
  const key = { type: type.name, slug };
  for (const table of ["entry_versions", "entry_drafts", "entry_bin", "audit_log"] as const) {
    await transaction.updateTable(table).set({ slug: neutral }).where(ofEntry(key)).execute();
  }
  await renameInOrders(transaction, type, slug, neutral);
  return neutral;
}

async function renameInOrders(
  transaction: Transaction<Tables>,
  { name }: ContentType,
  from: string,
  to: string,
): Promise<void> {
  const orders = await transaction
    .selectFrom("audit_log")
    .select(["id", "details"])
    .where("type", "=", name)
    .where("slug", "is", null)
    .where("details", "like", `%"${from}"%`)
    .execute();
  for (const { id, details } of orders) {
    const renamed = details.replaceAll(`"${from}"`, `"${to}"`);
    await transaction.updateTable("audit_log").set({ details: renamed }).where("id", "=", id).execute();
  }
}

/** The slugs of erased entries that still reveal their titles: an older version of the site kept them. */
export async function listRevealingSlugs(db: Db, { name }: ContentType): Promise<string[]> {
  const erased = await Promise.all(
    (["entry_versions", "entry_drafts"] as const).map((table) =>
      db.selectFrom(table).select("slug").where("type", "=", name).where("body", "=", ERASED_BODY).execute(),
    ),
  );
  const live = await db.selectFrom("entries").select("slug").where("type", "=", name).execute();
  const published = new Set(live.map(({ slug }) => slug));
  const slugs = new Set(erased.flat().map(({ slug }) => slug));
  return [...slugs].filter((slug) => !published.has(slug) && !isNeutralSlug(name, slug));
}
