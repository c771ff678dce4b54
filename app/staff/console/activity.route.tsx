import { data, href, redirect } from "react-router";
import { z } from "zod";
import { problemsInWords } from "../../cms/console/entry-form.server.ts";
import { contentTypeAt } from "../../cms/console/type-of.server.ts";
import type { ContentType } from "../../cms/content-type.ts";
import { type UndoActionOutcome, undoAction, undoableActions } from "../../cms/editing/undo-actions.server.ts";
import { consoleMeta } from "../../console/console-meta.ts";
import { Notice } from "../../console/notice.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { type Catalogue, catalogue } from "../../content-types/catalogue.ts";
import { weeklySlotType } from "../../content-types/weekly-slot.ts";
import { readForm } from "../../forms/read-form.server.ts";
import { revalidateAfterConflict } from "../../forms/revalidate-after-conflict.ts";
import { publishChecks } from "../../pictures/publish-checks.server.ts";
import { servicesContext } from "../../request/request-context.ts";
import { shortMoment } from "../../time/date-texts.server.ts";
import { askAboutUndoing } from "../../timetable/console/affected-questions.server.ts";
import { type ActivityKey, findActivity, listActivity } from "../activity-log.server.ts";
import { activitySentence } from "../activity-sentences.server.ts";
import { listPeople } from "../people.server.ts";
import { can } from "../roles.ts";
import { staffContext } from "../staff-context.ts";
import { requirePermission } from "../staff-request.server.ts";
import type { Route } from "./+types/activity.route";
import { ActivityBoard } from "./activity-board.tsx";

/** The kinds of things in the log that are no content. */
const OTHER_TYPES = {
  session: "Classes of one day",
  closure: "Closed days",
  person: "People",
  enquiry: "Enquiries",
  picture: "Pictures",
} as const;

export function meta() {
  return consoleMeta("Activity");
}

/** An optional search parameter; an empty one, as a form without script sends it, is none. */
function param(url: URL, name: string): string | undefined {
  return url.searchParams.get(name) || undefined;
}

function keyFrom(url: URL): ActivityKey | undefined {
  const [, at, id] = /^([\d:.TZ-]{1,40})_([\w-]{1,80})$/.exec(param(url, "before") ?? "") ?? [];
  return at === undefined || id === undefined ? undefined : { at, id };
}

export const shouldRevalidate = revalidateAfterConflict;

export async function loader({ context, url }: Route.LoaderArgs) {
  const member = context.get(staffContext);
  requirePermission(member, "see", "activity");
  const services = context.get(servicesContext);
  const filter = { who: param(url, "who"), type: param(url, "type") };
  const { entries, next } = await listActivity(services, { ...filter, before: keyFrom(url) });
  const undoable = await undoableActions(services, entries);
  const now = services.now();
  const people = (await listPeople(services)).map(({ id, name }) => ({ value: id, label: name }));
  const named = entries.find(({ whoId }) => whoId === filter.who);
  // Somebody who has left is chosen by a link of their entries.
  const hasLeft = filter.who !== undefined && !people.some(({ value }) => value === filter.who);
  return {
    entries: entries.map(({ id, at, whoId, whoName, action, type, slug, label, details }) => ({
      id,
      at,
      when: shortMoment(new Date(at), now),
      whoId,
      whoName,
      sentence: activitySentence(action, { label: label ?? "", details }),
      typeLabel: slug === null ? undefined : typeLabelBeside(type, label),
      history:
        action === "removed" && type !== null && slug !== null && can(member.role, "see", type as keyof Catalogue)
          ? `${href("/staff/content/:type/:slug", { type, slug })}/history`
          : undefined,
      to: placeOf(type, slug),
      // Every undoable act is about an entry of the catalogue.
      canUndo: undoable.has(id) && can(member.role, "publish", type as keyof Catalogue),
    })),
    filter,
    people: hasLeft ? [...people, { value: filter.who ?? "", label: named?.whoName ?? "Somebody else" }] : people,
    types: [
      ...Object.values(catalogue).map(({ name, label }) => ({ value: name as string, label })),
      ...Object.entries(OTHER_TYPES).map(([value, label]) => ({ value, label })),
    ],
    next: next && pathOf({ ...filter, before: `${next.at}_${next.id}` }),
    first: url.searchParams.has("before") ? pathOf(filter) : undefined,
    isUndone: url.searchParams.get("done") === "undone",
  };
}

/** Where what was decided about the dated timetable is taken back. */
function placeOf(type: string | null, slug: string | null): string | undefined {
  if (type === "closure") return href("/staff/timetable/closures");
  return type === "session" && slug !== null ? href("/staff/timetable/:session", { session: slug }) : undefined;
}

/** What an entry of content is, such as a featured class; undefined where what it is called says so. */
function typeLabelBeside(type: string | null, label: string | null): string | undefined {
  const found = Object.values<ContentType>(catalogue).find(({ name }) => name === type)?.label;
  return found === label ? undefined : found;
}

const undoForm = z.object({ undo: z.string() });

/** Undoes an entry's last change, its removal, or the last change of an order. */
export async function action({ context, request }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const member = context.get(staffContext);
  requirePermission(member, "see", "activity");
  const form = await readForm(request, undoForm);
  const act = form.ok ? await findActivity(services, form.values.undo) : undefined;
  if (act?.type == null || !Object.hasOwn(catalogue, act.type)) throw data(null, { status: 400 });
  requirePermission(member, "publish", contentTypeAt(act.type).name);
  // Classes that rely on the row are asked about on its own page.
  const row = act.type === weeklySlotType.name && act.action !== "removed" ? act.slug : null;
  if (row !== null && (await askAboutUndoing(services, row, {})) !== undefined) {
    throw redirect(`${href("/staff/content/:type/:slug", { type: act.type, slug: row })}/history?asked=1`, 303);
  }
  const outcome = await undoAction(services, act, member, publishChecks);
  const problem = problemOf(outcome, act.type);
  if (problem === undefined) throw redirect(`${href("/staff/activity")}?done=undone`, 303);
  return data({ problem }, { status: outcome.code === "refused" ? 422 : 409 });
}

/** A sentence for what keeps an act from being undone; undefined when it is undone. */
function problemOf(outcome: UndoActionOutcome, type: string): string | undefined {
  switch (outcome.code) {
    case "stale":
    case "malformed":
    case "nothing-to-undo":
    case "unknown":
      return "It has been changed again meanwhile, so nothing was undone. This is how it stands now.";
    case "refused": {
      const why = problemsInWords(contentTypeAt("entry" in outcome ? outcome.entry.type : type), outcome.problems);
      return `What was there before can’t go on the site any more. ${why}`;
    }
    default:
      return undefined;
  }
}

function pathOf(parameters: Record<string, string | undefined>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) search.set(name, value);
  return search.size === 0 ? href("/staff/activity") : `${href("/staff/activity")}?${search}`;
}

export default function Activity({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Activity" meta="Who did what, newest first. In Nairobi time." />
      {actionData && <Notice isBad>{actionData.problem}</Notice>}
      {actionData === undefined && loaderData.isUndone && (
        <Notice>It is undone. The site shows what it showed before.</Notice>
      )}
      <ActivityBoard {...loaderData} />
    </>
  );
}
