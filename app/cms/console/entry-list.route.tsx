import { href, redirect } from "react-router";
import { Pager } from "../../console/kit/list-page.tsx";
import { ConsoleLink, Notice, PageHead } from "../../console/page-parts.tsx";
import { problemResponse } from "../../forms/form-response.server.ts";
import { readBody } from "../../forms/read-form.server.ts";
import type { Services } from "../../platform/services.ts";
import { can } from "../../staff/roles.ts";
import { staffRequest } from "../../staff/staff-request.server.ts";
import type { ContentType } from "../content-type.ts";
import { findEditableEntry } from "../editing/editable-entry.server.ts";
import { CONTENT_PROBLEMS } from "../problems.ts";
import type { Route } from "./+types/entry-list.route";
import { EntryList, RemovedEntries } from "./entry-list.tsx";
import { contentTypeAt } from "./entry-request.server.ts";
import { changeOrder, readEntryRows, readListForm, readRemovedRows } from "./list-page.server.ts";
import { placeSentence } from "./list-rows.ts";

export { revalidateAfterConflict as shouldRevalidate } from "../../forms/post-form.tsx";

/** The entries of a type. A type with a single entry redirects to it. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const type = contentTypeAt(params.type);
  const { services, member } = staffRequest(context, ["see", type.name]);
  const { entries } = type;
  if (entries.kind === "one") {
    throw redirect(href("/staff/content/:type/:slug", { type: type.name, slug: entries.slug }));
  }
  const query = url.searchParams;
  const list = await readEntryRows(services, type, member, query.get("after") ?? undefined);
  const path = href("/staff/content/:type", { type: type.name });
  // Removed entries come on the last page.
  const unpublished =
    list.next === undefined
      ? await readRemovedRows(services, type, member, query.get("off"))
      : { rows: [], next: undefined };
  const mayPublish = can(member.role, "publish", type.name);
  const moved = list.rows.find(({ slug, place }) => place !== undefined && slug === query.get("moved"));
  const placed = list.rows.filter(({ place }) => place !== undefined).length;
  return {
    ...list,
    moved: moved && placeSentence(moved.title, (moved.place ?? 1) - 1, placed),
    off: { rows: unpublished.rows, older: unpublished.next && olderUnpublished(path, query, unpublished.next) },
    type: { name: type.name, label: type.label, plural: type.plural, help: type.help },
    isOrdered: entries.kind === "list" && mayPublish && list.next === undefined && !query.has("after"),
    mayAdd: entries.kind === "list" && can(member.role, "edit", type.name),
    hasPictures: Object.values(type.fields).some(({ kind }) => kind === "photo"),
    done: query.get("done"),
    removed: query.get("done") === "removed" ? await findRemoved(services, type, query.get("entry")) : undefined,
  };
}

function olderUnpublished(path: string, query: URLSearchParams, next: string): string {
  const after = query.get("after");
  return `${path}?${new URLSearchParams({ ...(after !== null && { after }), off: next })}#off-the-site`;
}

/** The entry that was just unpublished; undefined once it is restored. */
async function findRemoved(services: Services, type: ContentType, slug: string | null) {
  const entry = slug === null ? undefined : await findEditableEntry(services, type, slug);
  if (entry === undefined || entry.removed === undefined || entry.live !== undefined) return undefined;
  return {
    title: entry.title,
    history: href("/staff/content/:type/:slug/history", { type: type.name, slug: entry.slug }),
  };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const type = contentTypeAt(params.type);
  const { services, member } = staffRequest(context, ["publish", type.name]);
  const refused = problemResponse(CONTENT_PROBLEMS, "form-unknown");
  const body = await readBody(request);
  const form = body && readListForm(body);
  if (form === undefined || type.entries.kind !== "list") return refused;
  const outcome = await changeOrder(services, type, form, member);
  if (outcome.code === "malformed") return refused;
  if (outcome.code === "stale") return problemResponse(CONTENT_PROBLEMS, "order-stale");
  const [, moved] = form.button.split(":");
  const path = href("/staff/content/:type", { type: type.name });
  // Without JavaScript, keyboard navigation continues from the moved row.
  throw redirect(moved === undefined ? `${path}?done=ordered` : `${path}?moved=${moved}#entry-${moved}`, 303);
}

export default function ContentList({ loaderData, actionData }: Route.ComponentProps) {
  const { type, rows, next, off, isOrdered, mayAdd, hasPictures, done, moved, removed } = loaderData;
  const path = href("/staff/content/:type", { type: type.name });
  const add = mayAdd && (
    <ConsoleLink to={`${path}/new`} className="button red" label={`New ${type.label.toLowerCase()}`} />
  );
  return (
    <>
      <PageHead title={type.plural} meta={type.help} actions={add} />
      {actionData?.errors.form && <Notice isBad>{actionData.errors.form}</Notice>}
      {actionData === undefined && done === "ordered" && <Notice>The new order is on the site.</Notice>}
      {/* Visible in the row itself; a notice above the list would shift the rows. */}
      {actionData === undefined && moved && (
        <p className="sr-only" data-outcome="">
          {moved}
        </p>
      )}
      {actionData === undefined && removed && (
        <Notice action={<ConsoleLink to={removed.history} label="History" />}>
          <b>{removed.title}</b> is unpublished. You can restore it from its history.
        </Notice>
      )}
      {rows.length === 0 ? (
        <div className="empty">
          <p>
            <b>{`No ${type.plural.toLowerCase()} yet.`}</b> {type.help}
          </p>
          {add}
        </div>
      ) : (
        <EntryList rows={rows} entryPath={path} isOrdered={isOrdered} hasPictures={hasPictures} label={type.label} />
      )}
      <Pager
        more={next === undefined ? undefined : { to: `${path}?after=${encodeURIComponent(next)}`, label: "More" }}
      />
      <RemovedEntries {...off} path={path} />
    </>
  );
}
