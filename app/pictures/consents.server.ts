/** The consent register: people in pictures, and quoted people. */
import { randomUUID } from "node:crypto";
import type { Transaction } from "kysely";
import type { ContentType } from "../cms/content-type.ts";
import { changeContent } from "../cms/content-version.server.ts";
import { eraseEntry, giveNeutralSlug, listRevealingSlugs } from "../cms/editing/retention.server.ts";
import { testimonialType } from "../content-types/testimonial.ts";
import { type Actor, recordActivity } from "../platform/activity.server.ts";
import { removeDeletedFromLog } from "../platform/deleted-content.server.ts";
import type { Tables } from "../platform/schema.ts";
import type { Db, Services } from "../platform/services.ts";
import type { ConsentPurpose, ConsentWay } from "./consent-terms.ts";
import { changeWithPages } from "./pictures.server.ts";

/** The subject of a consent: a picture by its hash, or an entry by its type and slug. */
export type ConsentSubject = { kind: "picture" | "testimonial"; key: string };

export type NewConsent = {
  name: string;
  /** A calendar date, as in `2026-11-21`; null while the consent is pending. */
  givenOn: string | null;
  purpose: ConsentPurpose;
  how: ConsentWay;
  /** The parent or guardian of a child; empty for an adult. */
  guardian: string;
};

export async function listConsents(db: Db, { kind, key }: ConsentSubject): Promise<Tables["consents"][]> {
  return db
    .selectFrom("consents")
    .selectAll()
    .where(({ and }) => and({ subject_kind: kind, subject_key: key }))
    .orderBy("recorded_at")
    .orderBy("id")
    .execute();
}

/** Adds a consent to the register. A consent sent twice is recorded once. */
export async function insertConsent(
  transaction: Transaction<Tables>,
  at: Date,
  actor: Actor,
  { kind, key }: ConsentSubject,
  { name, givenOn, purpose, how, guardian }: NewConsent,
  label: string,
): Promise<void> {
  const terms = { subject_kind: kind, subject_key: key, name, given_on: givenOn, purpose, how, guardian };
  const same = await transaction
    .selectFrom("consents")
    .select("id")
    .where(({ and }) => and({ subject_kind: kind, subject_key: key, name, purpose, how, guardian }))
    .where("given_on", givenOn === null ? "is" : "=", givenOn)
    .where("withdrawn_at", "is", null)
    .executeTakeFirst();
  if (same !== undefined) return;
  await transaction
    .insertInto("consents")
    .values({ id: randomUUID(), ...terms, recorded_at: at.toISOString(), recorded_by: actor.name })
    .execute();
  await recordActivity(transaction, at, actor, {
    action: givenOn === null ? "person-named" : "consent-recorded",
    type: kind,
    slug: key,
    label,
    // Not the name: the log stays when the register's entry is removed.
    details: { purpose, how },
  });
}

/** Adds a consent that is not about a picture. Consents for pictures come with the picture's description. */
export async function addConsent(
  services: Services,
  actor: Actor,
  subject: ConsentSubject,
  consent: NewConsent,
  label: string,
): Promise<void> {
  await changeWithPages(services, (transaction) =>
    insertConsent(transaction, services.now(), actor, subject, consent, label),
  );
}

/** Records that a named person has now agreed. @returns whether the consent was pending */
export async function giveConsent(
  services: Services,
  actor: Actor,
  subject: ConsentSubject,
  id: string,
  consent: NewConsent & { givenOn: string },
  label: string,
): Promise<boolean> {
  return changeWithPages(services, async (transaction) => {
    const { givenOn, ...terms } = consent;
    const changed = await transaction
      .updateTable("consents")
      .set({ ...terms, given_on: givenOn })
      .where(({ and }) => and({ id, subject_kind: subject.kind, subject_key: subject.key }))
      .where("given_on", "is", null)
      .where("withdrawn_at", "is", null)
      .returning("id")
      .executeTakeFirst();
    if (changed === undefined) return false;
    const { purpose, how } = consent;
    const act = { action: "consent-recorded", type: subject.kind, slug: subject.key, label, details: { purpose, how } };
    await recordActivity(transaction, services.now(), actor, act);
    return true;
  });
}

/** Removes a person without consent from a picture's list. @returns whether they were on it */
export async function forgetPerson(services: Services, { kind, key }: ConsentSubject, id: string): Promise<boolean> {
  return changeWithPages(services, async (transaction) => {
    const { numDeletedRows } = await transaction
      .deleteFrom("consents")
      .where(({ and }) => and({ id, subject_kind: kind, subject_key: key }))
      .where("given_on", "is", null)
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  });
}

/**
 * Withdraws a consent: a picture loses its files, a testimonial without consent is erased. @returns the
 * subject's new key; undefined if there is no such consent
 */
export async function withdrawConsent(
  services: Services,
  actor: Actor,
  { kind, key }: ConsentSubject,
  id: string,
  label: string,
): Promise<string | undefined> {
  const now = services.now();
  const withdrawn = await changeContent(services, async (change): Promise<string | undefined> => {
    const { transaction, siteChanged } = change;
    siteChanged();
    const changed = await transaction
      .updateTable("consents")
      .set({ withdrawn_at: now.toISOString(), withdrawn_by: actor.name })
      .where(({ and }) => and({ id, subject_kind: kind, subject_key: key }))
      .where("withdrawn_at", "is", null)
      .returning("id")
      .executeTakeFirst();
    if (changed === undefined) return undefined;
    if (kind === "picture") await deleteFiles(transaction, key);
    await recordActivity(transaction, now, actor, { action: "consent-withdrawn", type: kind, slug: key, label });
    if (kind === "testimonial" && !(await hasConsent(transaction, { kind, key }))) {
      const slug = await eraseEntry(change, testimonialType, key, actor);
      await renameSubject(transaction, key, slug);
      return slug;
    }
    return key;
  });
  if (withdrawn !== undefined) await removeDeletedFromLog(services);
  return withdrawn;
}

async function renameSubject(transaction: Transaction<Tables>, from: string, to: string): Promise<void> {
  await transaction
    .updateTable("consents")
    .set({ subject_key: to })
    .where(({ and }) => and({ subject_kind: "testimonial", subject_key: from }))
    .execute();
}

/** Removes names from the slugs of erased testimonials; an older version left them there. */
export async function renameErasedTestimonials(services: Services): Promise<void> {
  if ((await listRevealingSlugs(services.db, testimonialType)).length === 0) return;
  await changeContent(services, async ({ transaction }) => {
    for (const slug of await listRevealingSlugs(transaction, testimonialType)) {
      await renameSubject(transaction, slug, await giveNeutralSlug(transaction, testimonialType, slug));
    }
  });
}

async function hasConsent(transaction: Transaction<Tables>, { kind, key }: ConsentSubject): Promise<boolean> {
  const active = await transaction
    .selectFrom("consents")
    .select("id")
    .where(({ and }) => and({ subject_kind: kind, subject_key: key }))
    .where("given_on", "is not", null)
    .where("withdrawn_at", "is", null)
    .executeTakeFirst();
  return active !== undefined;
}

/** Deletes every file of a picture; the row stays, for the register. */
async function deleteFiles(transaction: Transaction<Tables>, hash: string): Promise<void> {
  await transaction
    .updateTable("pictures")
    .set({ state: "withdrawn", due_at: null, alt: "" })
    .where("hash", "=", hash)
    .execute();
  await transaction.deleteFrom("picture_files").where("picture", "=", hash).execute();
}

/** Leaves out entries with a withdrawn consent and no given one. Entries without consents are older than the register. */
export async function withoutWithdrawn<E extends { slug: string }>(
  db: Db,
  type: Pick<ContentType, "name">,
  entries: readonly E[],
): Promise<readonly E[]> {
  if (type.name !== testimonialType.name || entries.length === 0) return entries;
  const consents = await db
    .selectFrom("consents")
    .select(["subject_key", "given_on", "withdrawn_at"])
    .where("subject_kind", "=", type.name)
    .execute();
  const withdrawn = consents.filter(({ withdrawn_at }) => withdrawn_at !== null);
  const given = consents.filter(({ given_on, withdrawn_at }) => given_on !== null && withdrawn_at === null);
  const consented = new Set(given.map((row) => row.subject_key));
  const hidden = new Set(withdrawn.map((row) => row.subject_key).filter((slug) => !consented.has(slug)));
  return entries.filter(({ slug }) => !hidden.has(slug));
}
