/** The activity log of staff. Entries are written in the transaction of the act, and never changed. */
import { randomUUID } from "node:crypto";
import { sql, type Transaction } from "kysely";
import { daysBefore } from "./durations.ts";
import type { Retention } from "./retention.server.ts";
import type { Tables } from "./schema.ts";

/** How long the log names members of staff, in days. Shown on the privacy page. */
export const STAFF_NAME_DAYS = 2 * 365;

export const FORMER_NAME = "Staff";

/** A member of staff who does something: the account's id, and the name at that time. */
export type Actor = { id: string; name: string };

export type NewActivity = {
  /** A code such as `published`; the console has a sentence for each. */
  action: string;
  /** The content type, or another kind of thing such as `enquiry`. */
  type?: string;
  slug?: string;
  label?: string;
  actId?: string;
  /** Other facts that the log shows. Never data of a person who sent an enquiry. */
  details?: Record<string, unknown>;
};

/** The name in the log for what the site does by itself, such as a scheduled change. */
export const SITE_ACTOR_NAME = "The site";

let lastNumber = 0;

/** An increasing id, so that entries of one moment keep their order. */
export function nextId(): string {
  lastNumber = Math.max(Date.now() * 1000, lastNumber + 1);
  return `${lastNumber.toString(16).padStart(14, "0")}-${randomUUID()}`;
}

/** Adds an entry to the log, in the transaction of the act. @param actor null for what the site does by itself */
export async function recordActivity(
  transaction: Transaction<Tables>,
  at: Date,
  actor: Actor | null,
  { action, type, slug, label, actId = randomUUID(), details = {} }: NewActivity,
): Promise<void> {
  await transaction
    .insertInto("audit_log")
    .values({
      id: nextId(),
      at: at.toISOString(),
      who_id: actor?.id ?? null,
      who_name: actor?.name ?? SITE_ACTOR_NAME,
      action,
      type: type ?? null,
      slug: slug ?? null,
      label: label ?? null,
      act_id: actId,
      details: JSON.stringify(details),
    })
    .execute();
}

export const ACTIVITY_RETENTION: Retention = {
  table: "audit_log",
  old: (now) => sql`at < ${staffNamesSince(now)}`,
};

export function staffNamesSince(now: Date): string {
  return daysBefore(now, STAFF_NAME_DAYS);
}
