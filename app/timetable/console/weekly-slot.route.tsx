import { data, href, Link, redirect } from "react-router";
import { changeEntry, entryFormResponse, writtenResponse } from "../../cms/console/entry-actions.server.ts";
import { readEntryForm } from "../../cms/console/entry-form.server.ts";
import { EntryForm } from "../../cms/console/entry-form.tsx";
import { newEntryPage, readEntryPage } from "../../cms/console/entry-page.server.ts";
import {
  EntryError,
  EntryLinks,
  EntrySide,
  ErrorSummary,
  ScheduleNotice,
  UndoButton,
  UndoForm,
} from "../../cms/console/entry-parts.tsx";
import { StatusWords } from "../../cms/console/status.tsx";
import { consoleTitle, NOINDEX } from "../../console/console-meta.ts";
import { EffectiveFromField, effectiveProblemField } from "../../console/effective-from-field.tsx";
import { Notice } from "../../console/notice.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { weeklySlotType } from "../../content-types/weekly-slot.ts";
import { can } from "../../staff/roles.ts";
import { staffRequest } from "../../staff/staff-request.server.ts";
import { dateInNairobi } from "../../time/dates.server.ts";
import type { Route } from "./+types/weekly-slot.route";
import { slotExtension } from "./affected-questions.server.ts";
import { AffectedSessions, affectedProblemField, SLOT_EFFECTIVE_HELP } from "./affected-sessions.tsx";
import { DAYS_CONTROLS, DaysField, tickedDay } from "./days-field.tsx";
import { readNewSlots, takeOffNewSlots } from "./new-slots.server.ts";

/** The title is in the page, because it depends on what became of the form. */
export function meta() {
  return [NOINDEX];
}

/** A form that came back may have stored a draft: the page is made from that then. */
export function shouldRevalidate() {
  return true;
}

/** A weekly slot, or new ones, with the day from which they count. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { services, member } = staffRequest(context, ["publish", "slot"]);
  const page =
    params.slug === undefined
      ? await newEntryPage(services, weeklySlotType, url.searchParams.get("from"), member)
      : await readEntryPage(services, weeklySlotType, params.slug, member);
  if (page === undefined) throw data(null, { status: 404 });
  if (page.isRemoved) throw redirect(`/staff/content/${weeklySlotType.name}/${page.slug}/history`);
  return {
    page,
    // From here: the type itself would bring the validation of content into the scripts.
    list: { to: href("/staff/content/:type", { type: weeklySlotType.name }), label: weeklySlotType.plural },
    done: url.searchParams.get("done"),
    /** Several rows that were just made. */
    made: params.slug === undefined ? await readNewSlots(services, url.searchParams.get("rows") ?? "") : undefined,
    today: dateInNairobi(services.now()),
  };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { services, member } = staffRequest(context);
  const isNew = params.slug === undefined;
  const others = isNew ? [...slotExtension.controls, ...DAYS_CONTROLS, "rows"] : slotExtension.controls;
  const sent = await readEntryForm(request, weeklySlotType, others);
  // The role may have changed, or the slot may be gone, while the form was filled in.
  if (!can(member.role, "publish", "slot")) throw writtenResponse(weeklySlotType, sent, 403);
  const newPath = href("/staff/timetable/rows/new");
  if (isNew && sent.controls.do === "take-off") {
    const problem = await takeOffNewSlots(services, sent.controls.rows ?? "", member);
    if (problem !== undefined) return data({ problem }, { status: 409 });
    throw redirect(`${newPath}?done=taken-off`, 303);
  }
  const outcome = await changeEntry(services, weeklySlotType, params.slug ?? null, member, sent, slotExtension);
  if (!outcome.ok) return entryFormResponse({ ...outcome.form, ticked: sent.controls }, sent);
  const { slug, slugs, done, next } = outcome.done;
  if (slugs !== undefined && next === "entry") {
    throw redirect(`${newPath}?${new URLSearchParams({ done, rows: slugs.join(" ") })}`, 303);
  }
  const path =
    next === "entry"
      ? `${href("/staff/timetable/rows/:slug", { slug })}?done=${done}`
      : `${href("/staff/content/:type/:slug", { type: weeklySlotType.name, slug })}/${next}`;
  throw redirect(path, 303);
}

const DONE = new Map(
  Object.entries({
    published: "It is in the timetable of every week, and visitors see it now.",
    scheduled: "The dates from that day on are computed with it already.",
    "removal-scheduled": "It comes off that day. The dates from then on are without it already.",
    saved: "Saved. Visitors see nothing of it yet.",
    undone: "The change is undone. The site shows what it showed before.",
    unscheduled: "The change with a date is cancelled. What was set is the draft now.",
    kept: "The change is kept for later. The form has what is on the site.",
    discarded: "The changes are thrown away. The form has what is on the site.",
    "put-back": "It is back in the timetable, in its old place.",
  }),
);

export default function TimetableRow({ loaderData, actionData }: Route.ComponentProps) {
  const { page, list, done, made, today } = loaderData;
  const { slug, title } = page;
  const returned = actionData !== undefined && "renderId" in actionData ? actionData : undefined;
  const path = `${list.to}/${slug}`;
  const sentence = actionData === undefined && done !== null ? DONE.get(done) : undefined;
  const fields = returned?.fields ?? page.fields;
  const day = fields.find(({ name }) => name === "day");
  return (
    <div className="with-bar">
      <title>{consoleTitle(title, returned?.summary !== undefined)}</title>
      <PageHead
        title={title}
        back={list}
        meta={<StatusWords status={page.status} />}
        actions={
          slug !== null && (
            <EntryLinks
              path={path}
              page={page}
              copyPath={`/staff/timetable/rows/new?from=${slug}`}
              // The class sessions of a slot on the site are asked about first.
              removePath={page.isOnSite ? `/staff/timetable/rows/${slug}/remove` : `${path}/remove`}
            />
          )
        }
      />
      {returned?.summary && (
        <ErrorSummary
          key={returned.renderId}
          {...returned.summary}
          fields={[
            ...(returned.fields ?? []),
            ...effectiveProblemField(returned.effective?.effectiveProblem),
            ...affectedProblemField(returned.asked),
          ]}
        />
      )}
      {actionData !== undefined && "problem" in actionData && <Notice isBad>{actionData.problem}</Notice>}
      {page.schedules.map((schedule) => (
        <ScheduleNotice key={schedule.action} schedule={schedule} path={`${path}/schedule`} />
      ))}
      <EntryForm
        fields={slug === null ? fields.filter((field) => field !== day) : fields}
        basis={returned?.basis ?? page.basis}
        // Once rows are made, or taken off again, the form begins anew.
        renderId={returned?.renderId ?? [page.renderId, done, ...(made?.rows ?? []).map((row) => row.slug)].join(" ")}
        isAsSaved={false}
        otherFields={
          <>
            {slug === null && (
              <DaysField ticked={returned?.ticked ?? tickedDay(day?.texts[""])} problem={day?.problem} />
            )}
            <EffectiveFromField typed={returned?.effective ?? {}} today={today} help={SLOT_EFFECTIVE_HELP} />
            {returned?.asked && <AffectedSessions {...returned.asked} />}
          </>
        }
        back={list}
        outcome={
          actionData !== undefined ? undefined : made !== undefined ? (
            <NewRows {...made} done={done} />
          ) : slug === null ? (
            done === "taken-off" && <Notice>They are off the timetable again.</Notice>
          ) : (
            sentence && (
              <Notice action={done === "published" && page.versionCount > 1 && <UndoButton />}>
                <b>{`${title}.`}</b> {sentence}
              </Notice>
            )
          )
        }
        undoForm={
          made === undefined ? (
            <UndoForm action={`${path}/history`} fields={{ live: page.versionCount }} />
          ) : (
            <UndoForm
              action={href("/staff/timetable/rows/new")}
              fields={{ rows: made.rows.map((row) => row.slug).join(" ") }}
            />
          )
        }
        status={page.draftNote}
        mayPublish
      >
        <EntrySide facts={page.facts} usedIn={[]} />
      </EntryForm>
    </div>
  );
}

const MADE = new Map(
  Object.entries({
    published: "They are in the timetable of every week, and visitors see them now.",
    scheduled: "The dates from that day on are computed with them already.",
    saved: "Saved. Visitors see nothing of them yet.",
  }),
);

/** The rows that one form has made, each with the way to it. What is on the site can be taken off again. */
function NewRows({
  title,
  rows,
  done,
}: {
  title: string;
  rows: readonly { slug: string; day: string; to: string }[];
  done: string | null;
}) {
  return (
    <Notice action={done === "published" && <UndoButton value="take-off" />}>
      <b>{`${title}:`}</b>{" "}
      {rows.map(({ slug, day, to }, index) => (
        <span key={slug}>
          {index > 0 && ", "}
          <Link to={to} className="underline">
            {day}
          </Link>
        </span>
      ))}
      {`. ${MADE.get(done ?? "") ?? ""}`}
    </Notice>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <EntryError error={error} />;
}
