import { data, Form, href, Link } from "react-router";
import { contentTypeAt, undoOutcome } from "../../cms/console/entry-request.server.ts";
import type { ContentType } from "../../cms/content-type.ts";
import { undoAction, undoableActions } from "../../cms/editing/undo.server.ts";
import { CONTENT_PROBLEMS } from "../../cms/problems.ts";
import { ActionPage } from "../../console/kit/action-page.tsx";
import { type Actions, ownField } from "../../console/kit/actions.ts";
import { Pager } from "../../console/kit/list-page.tsx";
import { type Found, staffActions } from "../../console/kit/staff-actions.server.ts";
import { ConsoleButton, ConsoleLink } from "../../console/page-parts.tsx";
import { type Catalogue, catalogue } from "../../content-types/catalogue.ts";
import { publishChecks } from "../../pictures/publish-checks.server.ts";
import { shortMoment } from "../../time/dates.server.ts";
import { withoutBreaks } from "../../time/without-breaks.ts";
import { SLOT_UNDO_PROBLEMS } from "../../timetable/problems.ts";
import { undoSlots } from "../../timetable/slot-changes.server.ts";
import { listLastActs } from "../../timetable/slot-history.server.ts";
import { slotPath } from "../../timetable/weekly-slot.ts";
import { activitySentence, findActivity, listActivity } from "../activity/activity-log.server.ts";
import { listPeople } from "../people.server.ts";
import { type Action, can } from "../roles.ts";
import { requirePermission } from "../staff-request.server.ts";
import type { Route } from "./+types/activity.route";

/** The types in the log that aren't content types. */
const OTHER_TYPES = {
  slot: "Weekly timetable",
  session: "Classes on one day",
  cover: "Cover",
  closure: "Closed days",
  person: "Team",
  member: "Member records",
  "given-days": "Extensions",
  "member-list": "Imports",
  enquiry: "Enquiries",
  picture: "Pictures",
} as const;

const ACTIONS = {
  undo: {
    submit: "Undo",
    fields: [ownField("undo")],
    done: "Undone. The site shows the earlier version again.",
  },
} satisfies Actions;

/** An optional search parameter; empty counts as absent. */
function param(url: URL, name: string): string | undefined {
  return url.searchParams.get(name) || undefined;
}

export { revalidateAfterConflict as shouldRevalidate } from "../../forms/post-form.tsx";

const server = staffActions(ACTIONS, {
  may: ["see", "activity"],
  problems: CONTENT_PROBLEMS,
  load: readActivity,
  run: { undo: ["see", undo] },
  to: () => href("/staff/activity"),
});
export const loader = server.loader;
export const action = server.action;

async function readActivity({ services, member }: Found, url: URL) {
  const filter = { who: param(url, "who"), type: param(url, "type") };
  const { entries, next } = await listActivity(services, { ...filter, after: param(url, "before") });
  const undoable = await undoableActions(services, entries);
  const slots = entries.flatMap(({ type, slug }) => (type === "slot" && slug !== null ? [slug] : []));
  const slotActs = await listLastActs(services.db, slots);
  const now = services.now();
  const people = (await listPeople(services)).map(({ id, name }) => ({ value: id, label: name }));
  const entryOfPerson = entries.find(({ whoId }) => whoId === filter.who);
  // Former staff are chosen by a link in their entries.
  const hasLeft = filter.who !== undefined && !people.some(({ value }) => value === filter.who);
  return {
    entries: entries.map((entry) => {
      const { id, at, whoId, whoName, action, type, slug, label } = entry;
      const mayDo = (what: Action) => can(member.role, what, type as keyof Catalogue);
      return {
        id,
        at,
        when: shortMoment(new Date(at), now),
        whoId,
        whoName,
        sentence: activitySentence({ ...entry, label: slug === null ? label : withType(label, type) }),
        // The history of an unpublished entry, where it can be restored.
        history:
          action === "removed" && type !== null && type !== "slot" && slug !== null && mayDo("see")
            ? `${href("/staff/content/:type/:slug", { type, slug })}/history`
            : undefined,
        to: subjectPath(type, slug),
        canUndo: slotActs.has(entry.actId)
          ? can(member.role, "publish", "timetable")
          : undoable.has(id) && mayDo("publish"),
      };
    }),
    filter,
    people: hasLeft
      ? [...people, { value: filter.who ?? "", label: entryOfPerson?.whoName ?? "Somebody else" }]
      : people,
    types: [
      ...Object.values(catalogue).map(({ name, label }) => ({ value: name as string, label })),
      ...Object.entries(OTHER_TYPES).map(([value, label]) => ({ value, label })),
    ],
    // Links to older entries, and to the newest unless these are the newest.
    next: next && pathOf({ ...filter, before: next }),
    first: url.searchParams.has("before") ? pathOf(filter) : undefined,
  };
}

function subjectPath(type: string | null, slug: string | null): string | undefined {
  if (type === "closure") return href("/staff/timetable/closures");
  if (type === "slot" && slug !== null) return slotPath(slug);
  return (type === "session" || type === "cover") && slug !== null
    ? href("/staff/timetable/:session", { session: slug })
    : undefined;
}

/** "Nguvu (plan)"; without the type if the entry has the same name. */
function withType(label: string | null, type: string | null): string | null {
  const typeLabel = Object.values<ContentType>(catalogue).find(({ name }) => name === type)?.label;
  if (label === null || typeLabel === undefined || typeLabel === label) return label;
  return `${label} (${typeLabel.toLowerCase()})`;
}

/** Undoes the last change of an entry, of an order or of a weekly slot, or a removal. */
async function undo({ services, member }: Found, { undo: id }: { undo: string }) {
  const act = await findActivity(services, id);
  if (act?.type === "slot" && act.slug !== null) {
    requirePermission(member, "publish", "timetable");
    const { code } = await undoSlots(services, act.actId, member);
    if (code === "done" || code === "same") return { code };
    const problem = SLOT_UNDO_PROBLEMS[code === "unknown" || code === "change-pending" ? "conflict" : code];
    return { code: "explained", problem, link: { to: slotPath(act.slug), label: "Open its page" } } as const;
  }
  if (act?.type == null || !Object.hasOwn(catalogue, act.type)) throw data(null, { status: 400 });
  const type = contentTypeAt(act.type);
  requirePermission(member, "publish", type.name);
  return undoOutcome(await undoAction(services, act, member, publishChecks), { services, type });
}

function pathOf(parameters: Record<string, string | undefined>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) search.set(name, value);
  return search.size === 0 ? href("/staff/activity") : `${href("/staff/activity")}?${search}`;
}

export default function Activity({ loaderData: { page } }: Route.ComponentProps) {
  return (
    <ActionPage actions={ACTIONS} title="Activity" meta="Who did what, newest first. In Nairobi time." layout="">
      <ActivityBoard {...page} />
    </ActionPage>
  );
}

type ActivityView = Route.ComponentProps["loaderData"]["page"];

function ActivityBoard({ entries, filter, people, types, next, first }: ActivityView) {
  const isFiltered = filter.who !== undefined || filter.type !== undefined;
  return (
    <>
      <Form className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <Filter name="who" label="Who" all="Everybody" options={people} chosen={filter.who} />
        <Filter name="type" label="What" all="Everything" options={types} chosen={filter.type} />
        <ConsoleButton label="Show activity" className="button min-h-12" />
      </Form>
      {entries.length === 0 ? (
        <div className="empty">
          <p>
            {isFiltered
              ? "No activity of this kind."
              : "What you and your colleagues do here is listed on this page: who, what and when."}
          </p>
          {isFiltered && <ConsoleLink to={href("/staff/activity")} className="button" label="Show everything" />}
        </div>
      ) : (
        <Form method="post">
          <ol className="board [--columns:150px_minmax(0,1fr)_auto]">
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ol>
        </Form>
      )}
      <Pager
        back={first === undefined ? undefined : { to: first, label: "Newest" }}
        more={next === undefined ? undefined : { to: next, label: "Older" }}
      />
    </>
  );
}

function Entry({ entry }: { entry: ActivityView["entries"][number] }) {
  const { id, at, when, whoId, whoName, sentence, to, history, canUndo } = entry;
  return (
    <li className="row gap-y-1!">
      <time dateTime={at} className="quiet">
        {withoutBreaks(when)}
      </time>
      <p className="text-pretty">
        {whoId === null ? (
          <b>{whoName}</b>
        ) : (
          <Link to={`${href("/staff/activity")}?who=${encodeURIComponent(whoId)}`} className="font-bold">
            {whoName}
          </Link>
        )}{" "}
        {withoutBreaks(sentence)}
        {history !== undefined && (
          <>
            {". "}
            <Link to={history} className="underline" aria-label={`History: ${whoName} ${sentence}`}>
              History
            </Link>
          </>
        )}
      </p>
      <p className="end flex gap-5">
        {to !== undefined && <ConsoleLink to={to} aria-label={`Open: ${whoName} ${sentence}`} label="Open" />}
        {canUndo && (
          <button type="submit" name="undo" value={id} className="link" aria-label={`Undo: ${whoName} ${sentence}`}>
            Undo
          </button>
        )}
      </p>
    </li>
  );
}

function Filter({
  name,
  label,
  all,
  options,
  chosen,
}: Record<"name" | "label" | "all", string> & { options: ActivityView["people"]; chosen: string | undefined }) {
  return (
    <div className="field min-w-[min(220px,100%)] grow sm:grow-0">
      <label htmlFor={`filter-${name}`}>{label}</label>
      {/* Remounted when a link changes the filter, so that the field shows the choice. */}
      <select key={chosen ?? ""} id={`filter-${name}`} name={name} defaultValue={chosen ?? ""}>
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
