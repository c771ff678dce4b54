/**
 * Retention of names in the history of content. Texts are the gym's own and stay, except texts about people who are no
 * longer on the site.
 */

import { randomInt } from "node:crypto";
import { sql, type Transaction } from "kysely";
import { type Actor, FORMER_NAME, staffNamesSince } from "../../platform/activity.server.ts";
import { daysBefore } from "../../platform/durations.ts";
import type { Retention } from "../../platform/retention.server.ts";
import type { Tables } from "../../platform/schema.ts";
import type { Services } from "../../platform/services.ts";
import type { Change } from "../../platform/transact.server.ts";
import { inPortions, letOthersIn, PORTION } from "../../platform/worker.server.ts";
import { type ContentType, namesOf } from "../content-type.ts";
import { changeContent } from "../content-version.server.ts";
import { isNeutralSlug } from "../slug.ts";
import { type EntryKey, ERASED_BODY, findLive, ofEntry, restorableEntries } from "./entry-rows.server.ts";
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

async function giveNeutralSlug(transaction: Transaction<Tables>, type: ContentType, slug: string): Promise<string> {
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

export const RESTORE_DAYS = 2 * 365;

/** Authors' names, replaced after two years. */
export const NAME_RETENTION: readonly Retention[] = [
  {
    table: "entry_versions",
    key: ["type", "slug", "number"],
    old: (now) => sql`made_by_id is not null and made_at < ${staffNamesSince(now)}`,
    set: { made_by_id: null, made_by: FORMER_NAME },
  },
  {
    table: "entry_bin",
    key: ["type", "slug"],
    old: (now) => sql`removed_by_id is not null and removed_at < ${staffNamesSince(now)}`,
    set: { removed_by_id: null, removed_by: FORMER_NAME },
  },
  {
    table: "entries",
    key: ["type", "slug"],
    old: (now) => sql`updated_at < ${staffNamesSince(now)} and updated_by not in ('seed', ${FORMER_NAME})`,
    set: { updated_by: FORMER_NAME },
  },
  {
    table: "pictures",
    key: ["hash"],
    old: (now) => sql`made_at < ${staffNamesSince(now)} and made_by <> ${FORMER_NAME}`,
    set: { made_by: FORMER_NAME },
  },
];

/**
 * Clean-up job: erases texts about people two years after they were unpublished, unless a draft exists.
 * @param types the types about people
 */
export async function eraseOldPeople(services: Services, types: readonly ContentType[]): Promise<void> {
  const before = daysBefore(services.now(), RESTORE_DAYS);
  const old = restorableEntries(services.db)
    .select(["b.type", "b.slug"])
    .where("b.type", "in", namesOf(types))
    .where("b.removed_at", "<", before)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom("entry_drafts as d")
            .select("d.slug")
            .whereRef("d.type", "=", "b.type")
            .whereRef("d.slug", "=", "b.slug"),
        ),
      ),
    )
    .limit(PORTION);
  await inPortions(async () => {
    const entries = await old.execute();
    for (const entry of entries) {
      await erase(services, types, entry);
      await letOthersIn();
    }
    return entries.length;
  });
}

async function erase(services: Services, types: readonly ContentType[], { type, slug }: EntryKey): Promise<void> {
  await changeContent(services, async ({ transaction, siteChanged }) => {
    // The search has the texts until the next content version.
    siteChanged();
    const versions = transaction.updateTable("entry_versions").set({ body: ERASED_BODY });
    await versions.where(ofEntry({ type, slug })).execute();
    // A change that was kept on unpublishing has the texts too.
    await transaction.deleteFrom("entry_schedules").where(ofEntry({ type, slug })).execute();
    const revealing = types.find(({ name, namesPerson }) => name === type && namesPerson !== true);
    // Slugs of types with `namesPerson` reveal nothing.
    if (revealing !== undefined) await giveNeutralSlug(transaction, revealing, slug);
    // The consent is for texts that no longer exist. A withdrawn consent stays on record.
    await transaction
      .deleteFrom("consents")
      .where("subject_kind", "=", type)
      .where("subject_key", "=", slug)
      .where("withdrawn_at", "is", null)
      .execute();
  });
}
