/** Work that waits for somebody: drafts, scheduled changes, and those that failed. For the console's first page. */
import { isDeepStrictEqual } from "node:util";
import type { StoredMoment } from "../../platform/schema.ts";
import type { Services } from "../../platform/services.ts";
import { type ContentType, contentTypes, namesOf } from "../content-type.ts";
import { titleFinder } from "../entries.server.ts";
import { entryTitle } from "../entry-title.ts";
import type { EntryKey, PublishProblem } from "./editing-types.ts";
import { readFailure, type ScheduledAction } from "./entry-rows.server.ts";
import { storedValues } from "./stored-body.ts";

/** An entry with what staff call it and its type. */
type Named = EntryKey & { title: string; typeLabel: string };

export type WaitingDraft = Named & { at: StoredMoment; by: string };

export type WaitingSchedule = Named & { action: ScheduledAction; dueAt: StoredMoment; by: string };

export type FailedSchedule = WaitingSchedule & { problems: PublishProblem[] };

export type Waiting = {
  /** The last changed first, without those that are scheduled as they are. */
  drafts: WaitingDraft[];
  /** The next first. */
  schedules: WaitingSchedule[];
  failures: FailedSchedule[];
};

/**
 * Drafts, schedules and failures, at most `limit` of each.
 * @param types those that the reader may see; all by default
 */
export async function waiting(
  services: Services,
  { limit = 20, types = contentTypes(services) }: { limit?: number; types?: readonly ContentType[] } = {},
): Promise<Waiting> {
  const names = types.map(({ name }) => name);
  if (names.length === 0) return { drafts: [], schedules: [], failures: [] };
  const { db } = services;
  const findTitle = await titleFinder(services, types);
  const drafts = await db
    .selectFrom("entry_drafts")
    .selectAll()
    .where("type", "in", names)
    .orderBy("updated_at", "desc")
    .orderBy("type")
    .orderBy("slug")
    .limit(limit)
    .execute();
  const scheduled = (isFailed: boolean) =>
    db
      .selectFrom("entry_schedules as s")
      .leftJoin("entries as e", (join) => join.onRef("e.type", "=", "s.type").onRef("e.slug", "=", "s.slug"))
      .select(["s.type", "s.slug", "s.action", "s.due_at", "s.made_by", "s.failed_why"])
      .select(({ fn }) => fn.coalesce("s.body", "e.body").as("body"))
      .where("s.type", "in", names)
      .where("s.failed_at", isFailed ? "is not" : "is", null)
      .orderBy("s.due_at")
      .orderBy("s.type")
      .orderBy("s.slug")
      .limit(limit)
      .execute();
  const named = ({ type, slug, body }: EntryKey & { body: string | null }): Named => {
    const declared = types.find(({ name }) => name === type);
    const title = declared === undefined ? slug : entryTitle(declared, storedValues(body ?? ""), slug, findTitle);
    return { type, slug, title, typeLabel: declared?.label ?? type };
  };
  const [next, failed] = [await scheduled(false), await scheduled(true)];
  const schedule = (row: (typeof next)[number]): WaitingSchedule => ({
    ...named(row),
    action: row.action === "remove" ? "remove" : "publish",
    dueAt: row.due_at,
    by: row.made_by,
  });
  // A draft that waits for its moment is named once, with that moment.
  const isScheduled = (draft: (typeof drafts)[number]) =>
    next.some(
      ({ type, slug, action, body }) =>
        type === draft.type &&
        slug === draft.slug &&
        action === "publish" &&
        isDeepStrictEqual(storedValues(body ?? ""), storedValues(draft.body)),
    );
  return {
    drafts: drafts
      .filter((draft) => !isScheduled(draft))
      .map((row) => ({ ...named(row), at: row.updated_at, by: row.updated_by })),
    schedules: next.map(schedule),
    failures: failed.map((row) => ({ ...schedule(row), problems: readFailure(row.failed_why ?? "") })),
  };
}

/** Changes that one member of staff has scheduled and that wait for its moment, the next first. */
export async function scheduledBy(
  services: Services,
  userId: string,
): Promise<{ title: string; dueAt: StoredMoment }[]> {
  const types = contentTypes(services);
  const findTitle = await titleFinder(services, types);
  const rows = await services.db
    .selectFrom("entry_schedules as s")
    .leftJoin("entries as e", (join) => join.onRef("e.type", "=", "s.type").onRef("e.slug", "=", "s.slug"))
    .select(["s.type", "s.slug", "s.due_at"])
    .select(({ fn }) => fn.coalesce("s.body", "e.body").as("body"))
    .where("s.made_by_id", "=", userId)
    .where("s.failed_at", "is", null)
    .where("s.type", "in", namesOf(types))
    .orderBy("s.due_at")
    .orderBy("s.slug")
    .execute();
  return rows.flatMap(({ type: name, slug, body, due_at: dueAt }) => {
    const type = types.find((one) => one.name === name);
    return type === undefined ? [] : [{ title: entryTitle(type, storedValues(body ?? ""), slug, findTitle), dueAt }];
  });
}
