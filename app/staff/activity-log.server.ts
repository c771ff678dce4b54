/** The log of what staff did, read for the console: newest first, in pages by key. */
import { sql } from "kysely";
import type { AuditLogTable } from "../platform/schema.ts";
import type { Services } from "../platform/services.ts";

export const ACTIVITY_PAGE = 50;

/** The place of an entry in the log, by which the next page is asked for. */
export type ActivityKey = { at: string; id: string };

export type ActivityFilter = { who?: string | undefined; type?: string | undefined; before?: ActivityKey | undefined };

/** An entry as it was written. `details` is what its act had to say. */
export type ActivityEntry = {
  id: string;
  at: string;
  /** The same for all entries that come from one act. */
  actId: string;
  whoId: string | null;
  whoName: string;
  action: string;
  type: string | null;
  slug: string | null;
  label: string | null;
  details: Record<string, unknown>;
};

/** The query of a page, and of one entry more, which says whether there is another page. */
export function activityQuery({ db }: Pick<Services, "db">, { who, type, before }: ActivityFilter) {
  return (
    db
      .selectFrom("audit_log")
      .selectAll()
      .$if(who !== undefined, (query) => query.where("who_id", "=", who ?? ""))
      .$if(type !== undefined, (query) => query.where("type", "=", type ?? ""))
      // Compared as a pair, which both engines look up in the index.
      .$if(before !== undefined, (query) =>
        query.where(sql<boolean>`(audit_log.at, audit_log.id) < (${before?.at ?? ""}, ${before?.id ?? ""})`),
      )
      .orderBy("at", "desc")
      .orderBy("id", "desc")
      .limit(ACTIVITY_PAGE + 1)
  );
}

/** A page of the log, and the key of its last entry when there are older ones. */
export async function listActivity(
  services: Pick<Services, "db">,
  filter: ActivityFilter,
): Promise<{ entries: ActivityEntry[]; next: ActivityKey | undefined }> {
  const rows = await activityQuery(services, filter).execute();
  const shown = rows.slice(0, ACTIVITY_PAGE);
  const last = shown.at(-1);
  return {
    entries: shown.map(entryOf),
    next: rows.length > ACTIVITY_PAGE && last !== undefined ? { at: last.at, id: last.id } : undefined,
  };
}

/** The last entry of the log; undefined when nothing was ever done. */
export async function lastActivity({ db }: Pick<Services, "db">): Promise<ActivityEntry | undefined> {
  const row = await db
    .selectFrom("audit_log")
    .selectAll()
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && entryOf(row);
}

/** What was done to one thing, newest first. */
export async function activityOf(
  { db }: Pick<Services, "db">,
  { type, slug, limit }: { type: string; slug: string; limit: number },
): Promise<ActivityEntry[]> {
  const rows = await db
    .selectFrom("audit_log")
    .selectAll()
    .where("type", "=", type)
    .where("slug", "=", slug)
    .orderBy("at", "desc")
    .limit(limit)
    .execute();
  return rows.map(entryOf);
}

/** One entry of the log; undefined when there is none of this id. */
export async function findActivity({ db }: Pick<Services, "db">, id: string): Promise<ActivityEntry | undefined> {
  const row = await db.selectFrom("audit_log").selectAll().where("id", "=", id).executeTakeFirst();
  return row && entryOf(row);
}

function entryOf({ who_id, who_name, act_id, details, ...row }: AuditLogTable): ActivityEntry {
  return { ...row, actId: act_id, whoId: who_id, whoName: who_name, details: readDetails(details) };
}

function readDetails(stored: string): Record<string, unknown> {
  try {
    const details: unknown = JSON.parse(stored);
    return typeof details === "object" && details !== null && !Array.isArray(details) ? { ...details } : {};
  } catch {
    return {};
  }
}
