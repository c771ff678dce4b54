import type { Services } from "../../platform/services.ts";
import { type ContentType, entryPhoto } from "../content-type.ts";
import { titleFinder } from "../entries.server.ts";
import { entryTitle, type FindTitle } from "../entry-title.server.ts";
import { type Queries, readFailure } from "./entry-rows.server.ts";
import { isKeptForLater } from "./pending-changes.server.ts";
import { parseJson, storedValues } from "./stored-body.ts";

const PAGE_SIZE = 200;

/** Entries of a type: unpublished first, then in site order. @param page.after `next` of the previous page */
export async function listEntryStates(
  services: Services,
  type: ContentType,
  { after, limit = PAGE_SIZE }: { after?: string | undefined; limit?: number } = {},
): Promise<{ entries: readonly EntryState[]; next: string | undefined }> {
  const from = parseCursor(after);
  const unpublished = from.position === undefined ? await readUnpublished(services.db, type, from.slug, limit + 1) : [];
  const live = await readLive(services.db, type, from, limit + 1 - unpublished.length);
  const rows = [...unpublished, ...live];
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const cursor = last && (last.position === null ? `d:${last.slug}` : `e:${last.position}:${last.slug}`);
  const findTitle = await titleFinder(services, [type]);
  return {
    entries: page.map((row) => stateOf(type, row, findTitle)),
    next: rows.length > limit ? cursor : undefined,
  };
}

const NOT_ON_SITE = {
  ...{ version: null, position: null, updated_at: null, updated_by: null },
  ...{ remove_at: null, remove_failed: null },
};

type LiveRow = Awaited<ReturnType<typeof readLive>>[number];
type StateRow = { [Column in keyof LiveRow]: LiveRow[Column] | null } & Pick<LiveRow, "slug" | "body">;

async function readLive(db: Queries, type: ContentType, { position = 0, slug }: Cursor, limit: number) {
  return db
    .selectFrom("entries as e")
    .leftJoin("entry_drafts as d", (join) => join.onRef("d.type", "=", "e.type").onRef("d.slug", "=", "e.slug"))
    .leftJoin("entry_schedules as p", (join) =>
      join.onRef("p.type", "=", "e.type").onRef("p.slug", "=", "e.slug").on("p.action", "=", "publish"),
    )
    .leftJoin("entry_schedules as r", (join) =>
      join.onRef("r.type", "=", "e.type").onRef("r.slug", "=", "e.slug").on("r.action", "=", "remove"),
    )
    .select(["e.slug", "e.body", "e.version", "e.position", "e.updated_at", "e.updated_by"])
    .select(["d.updated_at as draft_at", "d.updated_by as draft_by"])
    .select(["p.due_at as publish_at", "p.failed_why as publish_failed"])
    .select(["r.due_at as remove_at", "r.failed_why as remove_failed"])
    .where("e.type", "=", type.name)
    .where((eb) => eb(eb.refTuple("e.position", "e.slug"), ">", eb.tuple(position, slug)))
    .orderBy("e.position")
    .orderBy("e.slug")
    .limit(limit)
    .execute();
}

async function readUnpublished(db: Queries, type: ContentType, after: string, limit: number): Promise<StateRow[]> {
  const rows = await db
    .selectFrom("entry_drafts as d")
    .leftJoin("entries as e", (join) => join.onRef("e.type", "=", "d.type").onRef("e.slug", "=", "d.slug"))
    .leftJoin("entry_schedules as p", (join) =>
      join.onRef("p.type", "=", "d.type").onRef("p.slug", "=", "d.slug").on("p.action", "=", "publish"),
    )
    .select(["d.slug", "d.body", "d.updated_at as draft_at", "d.updated_by as draft_by"])
    .select(["p.due_at as publish_at", "p.failed_why as publish_failed"])
    .where("d.type", "=", type.name)
    .where("d.slug", ">", after)
    .where("e.slug", "is", null)
    .orderBy("d.slug")
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, ...NOT_ON_SITE }));
}

export type EntryState = ReturnType<typeof stateOf>;

function stateOf(type: ContentType, row: StateRow, findTitle: FindTitle) {
  const values = storedValues(row.body);
  const isOnSite = row.version !== null;
  const publishFailure = row.publish_failed === null ? undefined : readFailure(row.publish_failed);
  const removeFailure = row.remove_failed === null ? undefined : readFailure(row.remove_failed);
  const hasKept = isKeptForLater(publishFailure);
  const isDraftNewer = row.draft_at !== null && row.draft_at > (row.updated_at ?? "");
  return {
    slug: row.slug,
    title: entryTitle(type, values, row.slug, findTitle),
    values,
    photo: entryPhoto(type, values),
    /** The published body is unreadable, so visitors don't see the entry. */
    isBroken: isOnSite && !type.read(parseJson(row.body)).ok,
    isOnSite,
    hasDraft: row.draft_at !== null,
    hasKept,
    /** When a scheduled version goes live, and when the entry is unpublished. */
    publishAt: hasKept ? undefined : (row.publish_at ?? undefined),
    removeAt: row.remove_at ?? undefined,
    /** Why a scheduled change could not be applied. */
    failure: (hasKept ? undefined : publishFailure) ?? removeFailure,
    version: row.version ?? 0,
    position: row.position ?? undefined,
    /** The last change of the draft or of the published entry. */
    changedAt: (isDraftNewer ? row.draft_at : row.updated_at) ?? "",
    changedBy: (isDraftNewer ? row.draft_by : row.updated_by) ?? "",
  };
}

type Cursor = { position: number | undefined; slug: string };

/** Parses `next` of a page: `d:slug` for an unpublished entry, `e:position:slug` for a published entry. */
function parseCursor(text: string | undefined): Cursor {
  const match = /^(?:d|e:(\d{1,9})):([a-z0-9-]{1,200})$/.exec(text ?? "");
  if (match === null) return { position: undefined, slug: "" };
  return { position: match[1] === undefined ? undefined : Number(match[1]), slug: match[2] ?? "" };
}
