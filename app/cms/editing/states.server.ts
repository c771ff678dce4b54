/** How each entry of a type stands, for the lists of the console. */
import type { StoredMoment } from "../../platform/schema.ts";
import type { Services } from "../../platform/services.ts";
import type { ContentType } from "../content-type.ts";
import { entryTitle, type FindTitle } from "../entry-title.ts";
import type { Photo } from "../fields.ts";
import type { PublishProblem } from "./editing-types.ts";
import type { Queries, ScheduledAction } from "./entry-rows.server.ts";
import { readFailure } from "./schedule-failure.ts";
import { parseJson, storedValues, type Values } from "./stored-body.ts";
import { titleFinder } from "./title-finder.server.ts";
import { entryPhoto } from "./type-traits.ts";

/**
 * The most urgent of what can be said about an entry: its stored body can't be read; a scheduled change failed; a change
 * is scheduled; a draft waits; it is on the site as it is; it exists as a draft alone.
 */
export type EntryStatus = "broken" | "failed" | "scheduled" | "changes-waiting" | "on-site" | "not-on-site";

export type EntryState = {
  slug: string;
  title: string;
  /** What is on the site; of an entry that is not on it, its draft. */
  values: Values;
  photo: Photo | undefined;
  status: EntryStatus;
  isOnSite: boolean;
  hasDraft: boolean;
  /** When a scheduled version goes live, and when the entry comes off the site. */
  publishAt: StoredMoment | undefined;
  removeAt: StoredMoment | undefined;
  failure: { action: ScheduledAction; problems: PublishProblem[] } | undefined;
  /** The version on the site; 0 when there is none. */
  version: number;
  /** Undefined for an entry that is not on the site. */
  position: number | undefined;
  /** The last change, of the draft or of the site; empty when nobody has ever written the entry. */
  changedAt: StoredMoment;
  changedBy: string;
};

export type StatePage = {
  entries: EntryState[];
  /** To be passed as `after` for the next page; undefined on the last one. */
  next: string | undefined;
};

const PAGE_SIZE = 200;

/**
 * The entries of a type: first those that are not on the site, then the others in the order they are shown.
 * @param page.after `next` of the page before; anything else begins at the first page
 */
export async function listStates(
  services: Services,
  type: ContentType,
  { after, limit = PAGE_SIZE }: { after?: string | undefined; limit?: number } = {},
): Promise<StatePage> {
  const from = parseCursor(after);
  const unpublished = from.position === undefined ? await readUnpublished(services.db, type, from.slug, limit + 1) : [];
  const findTitle = await titleFinder(services, [type]);
  if (unpublished.length > limit) return pageOf(type, unpublished, limit, findTitle);
  const rest = limit + 1 - unpublished.length;
  const rows = [...unpublished, ...(await readLive(services.db, type, from, rest))];
  return pageOf(type, after === undefined ? [...rows, ...unwritten(type, rows)] : rows, limit, findTitle);
}

/** The entries that a type always has and that nobody has written, such as one that a new version of the site brings. */
function unwritten({ entries }: ContentType, rows: readonly StateRow[]): StateRow[] {
  const slugs = entries.kind === "list" ? [] : entries.kind === "one" ? [entries.slug] : entries.slugs;
  const written = new Set(rows.map(({ slug }) => slug));
  return slugs.filter((slug) => !written.has(slug)).map((slug) => ({ slug, ...UNWRITTEN }));
}

const UNWRITTEN = {
  body: "{}",
  version: null,
  position: null,
  updated_at: null,
  updated_by: null,
  draft_at: null,
  draft_by: null,
  publish_at: null,
  publish_failed: null,
  remove_at: null,
  remove_failed: null,
} as const;

type StateRow = {
  slug: string;
  body: string;
  version: number | null;
  position: number | null;
  updated_at: string | null;
  updated_by: string | null;
  draft_at: string | null;
  draft_by: string | null;
  publish_at: string | null;
  publish_failed: string | null;
  remove_at: string | null;
  remove_failed: string | null;
};

async function readLive(db: Queries, type: ContentType, from: Cursor, limit: number): Promise<StateRow[]> {
  let query = db
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
    .where("e.type", "=", type.name);
  if (from.position !== undefined) {
    const { position, slug } = from;
    query = query.where((eb) => eb(eb.refTuple("e.position", "e.slug"), ">", eb.tuple(position, slug)));
  }
  return query.orderBy("e.position").orderBy("e.slug").limit(limit).execute();
}

/** Drafts of entries that are not on the site. */
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
  const notOnSite = { version: null, position: null, updated_at: null, updated_by: null };
  return rows.map((row) => ({ ...row, ...notOnSite, remove_at: null, remove_failed: null }));
}

function pageOf(type: ContentType, rows: StateRow[], limit: number, findTitle: FindTitle): StatePage {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const cursor = last && (last.position === null ? `d:${last.slug}` : `e:${last.position}:${last.slug}`);
  return { entries: shown.map((row) => stateOf(type, row, findTitle)), next: rows.length > limit ? cursor : undefined };
}

function stateOf(type: ContentType, row: StateRow, findTitle: FindTitle): EntryState {
  const values = storedValues(row.body);
  const isOnSite = row.version !== null;
  const isBroken = isOnSite && !type.read(parseJson(row.body)).ok;
  const failure = failureOf(row);
  const isDraftNewer = row.draft_at !== null && row.draft_at > (row.updated_at ?? "");
  const isScheduled = row.publish_at !== null || row.remove_at !== null;
  return {
    slug: row.slug,
    title: entryTitle(type, values, row.slug, findTitle),
    values,
    photo: entryPhoto(type, values),
    status: isBroken
      ? "broken"
      : failure !== undefined
        ? "failed"
        : isScheduled
          ? "scheduled"
          : unscheduledStatus(isOnSite, row.draft_at !== null),
    isOnSite,
    hasDraft: row.draft_at !== null,
    publishAt: row.publish_at ?? undefined,
    removeAt: row.remove_at ?? undefined,
    failure,
    version: row.version ?? 0,
    position: row.position ?? undefined,
    changedAt: (isDraftNewer ? row.draft_at : row.updated_at) ?? "",
    changedBy: (isDraftNewer ? row.draft_by : row.updated_by) ?? "",
  };
}

function unscheduledStatus(isOnSite: boolean, hasDraft: boolean): EntryStatus {
  if (!isOnSite) return "not-on-site";
  return hasDraft ? "changes-waiting" : "on-site";
}

function failureOf(row: StateRow): EntryState["failure"] {
  if (row.publish_failed !== null) return { action: "publish", problems: readFailure(row.publish_failed) };
  if (row.remove_failed !== null) return { action: "remove", problems: readFailure(row.remove_failed) };
  return undefined;
}

type Cursor = { position: number | undefined; slug: string };

/** Reads `next` of a page: `d:slug` among the entries that are not on the site, `e:position:slug` among the others. */
function parseCursor(text: string | undefined): Cursor {
  const match = /^(?:d|e:(\d{1,9})):([a-z0-9-]{1,200})$/.exec(text ?? "");
  if (match === null) return { position: undefined, slug: "" };
  return { position: match[1] === undefined ? undefined : Number(match[1]), slug: match[2] ?? "" };
}
