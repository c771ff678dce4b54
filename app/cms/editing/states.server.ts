/** How each entry of a type stands, for the lists of the console. */
import type { StoredMoment } from "../../platform/schema.ts";
import type { Services } from "../../platform/services.ts";
import { type ContentType, entryPhoto } from "../content-type.ts";
import { titleFinder } from "../entries.server.ts";
import { entryTitle, type FindTitle } from "../entry-title.ts";
import type { Photo } from "../fields.ts";
import type { PublishProblem } from "./editing-types.ts";
import { type Queries, readFailure } from "./entry-rows.server.ts";
import { parseJson, storedValues, type Values } from "./stored-body.ts";

export type EntryState = {
  slug: string;
  title: string;
  /** The values on the site; of an entry that is not on it, those of its draft. */
  values: Values;
  photo: Photo | undefined;
  /** Its stored body can't be read, so that visitors don't see it. */
  isBroken: boolean;
  isOnSite: boolean;
  hasDraft: boolean;
  /** When a scheduled version goes live, and when the entry comes off the site. */
  publishAt: StoredMoment | undefined;
  removeAt: StoredMoment | undefined;
  /** Why a scheduled change could not be made. */
  failure: PublishProblem[] | undefined;
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

const NOT_ON_SITE = {
  ...{ version: null, position: null, updated_at: null, updated_by: null },
  ...{ remove_at: null, remove_failed: null },
};
const UNWRITTEN = {
  ...NOT_ON_SITE,
  body: "{}",
  draft_at: null,
  draft_by: null,
  publish_at: null,
  publish_failed: null,
};

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
  return rows.map((row) => ({ ...row, ...NOT_ON_SITE }));
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
  const failed = row.publish_failed ?? row.remove_failed;
  const isDraftNewer = row.draft_at !== null && row.draft_at > (row.updated_at ?? "");
  return {
    slug: row.slug,
    title: entryTitle(type, values, row.slug, findTitle),
    values,
    photo: entryPhoto(type, values),
    isBroken: isOnSite && !type.read(parseJson(row.body)).ok,
    isOnSite,
    hasDraft: row.draft_at !== null,
    publishAt: row.publish_at ?? undefined,
    removeAt: row.remove_at ?? undefined,
    failure: failed === null ? undefined : readFailure(failed),
    version: row.version ?? 0,
    position: row.position ?? undefined,
    changedAt: (isDraftNewer ? row.draft_at : row.updated_at) ?? "",
    changedBy: (isDraftNewer ? row.draft_by : row.updated_by) ?? "",
  };
}

type Cursor = { position: number | undefined; slug: string };

/** Reads `next` of a page: `d:slug` among the entries that are not on the site, `e:position:slug` among the others. */
function parseCursor(text: string | undefined): Cursor {
  const match = /^(?:d|e:(\d{1,9})):([a-z0-9-]{1,200})$/.exec(text ?? "");
  if (match === null) return { position: undefined, slug: "" };
  return { position: match[1] === undefined ? undefined : Number(match[1]), slug: match[2] ?? "" };
}
