import { Form, Link, redirect } from "react-router";
import { consoleMeta } from "../../console/console-meta.ts";
import { Notice } from "../../console/notice.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { formPath } from "../../content-types/paths.ts";
import { textFields } from "../../forms/field-schemas.ts";
import { problemResponse } from "../../forms/form-response.server.ts";
import { revalidateAfterConflict } from "../../forms/revalidate-after-conflict.ts";
import { wholeNumberIn } from "../../forms/whole-number.ts";
import { publishChecks } from "../../pictures/publish-checks.server.ts";
import { DAY_MS } from "../../platform/durations.ts";
import { shortMoment } from "../../time/date-texts.server.ts";
import { nairobiInputValue, parseNairobiMoment } from "../../time/dates.server.ts";
import {
  cancelSchedule,
  keepForLater,
  postponeSchedule,
  schedulePublish,
  scheduleRemoval,
} from "../editing/schedules.server.ts";
import { CONTENT_PROBLEMS } from "../problems.ts";
import type { Route } from "./+types/entry-schedule.route";
import { Differences } from "./difference-view.tsx";
import { readDifferences } from "./difference-views.server.ts";
import { ActionButton, RefusalNotice } from "./entry-parts.tsx";
import { entryAction, entryRequest, notChangedResponse } from "./entry-request.server.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return consoleMeta(`On a day to come: ${loaderData?.title ?? ""}`);
}

export const shouldRevalidate = revalidateAfterConflict;

export async function loader({ context, params }: Route.LoaderArgs) {
  const { services, type, editing } = await entryRequest(context, params, "publish");
  const now = services.now();
  const tomorrowAtSix = `${nairobiInputValue(new Date(now.getTime() + DAY_MS)).slice(0, 10)}T06:00`;
  const scheduled = editing.schedules.find(({ action }) => action === "publish");
  const wanted = scheduled?.values;
  const due = scheduled && new Date(scheduled.dueAt);
  const [day = "", time = ""] = (due !== undefined && due > now ? nairobiInputValue(due) : tomorrowAtSix).split("T");
  return {
    title: editing.title,
    path: formPath(type.name, editing.slug),
    draftRevision: editing.draft?.revision,
    isOnSite: editing.live !== undefined,
    mayRemove: type.entries.kind === "list" && editing.live !== undefined,
    schedules: editing.schedules.map(({ action, madeAt, dueAt, problems, isKept }) => ({
      action,
      madeAt,
      due: shortMoment(new Date(dueAt), now),
      isDated: problems === undefined,
      isKept,
    })),
    // Differences that the form of the entry doesn't show: it has what is on the site.
    differences: wanted && editing.live ? await readDifferences(services, type, editing.live.values, wanted) : [],
    day,
    time,
  };
}

const scheduleForm = textFields("do", "day", "time", "revision", "replaces");

/** Sets a day for a change or for a removal, sets another day, cancels, or keeps a change for later. */
export async function action(args: Route.ActionArgs) {
  return entryAction(args, "publish", scheduleForm, async (form) => {
    const { services, member, type, slug, values, typed } = form;
    const { do: button, day, time, revision, replaces } = values;
    const path = formPath(type.name, slug);
    if (button === "cancel:remove") {
      await cancelSchedule(services, type, slug, "remove", member);
      throw redirect(`${path}?done=unscheduled`, 303);
    }
    if (button === "cancel:publish" || button === "keep") {
      if (button === "keep") {
        const isKept = await keepForLater(services, type, slug, member);
        throw redirect(isKept ? `${path}?done=kept` : path, 303);
      }
      const { code } = await cancelSchedule(services, type, slug, "publish", member);
      if (code === "draft-differs") return problemResponse(CONTENT_PROBLEMS, code, typed);
      throw redirect(`${path}?done=unscheduled`, 303);
    }
    const dueAt = parseNairobiMoment(`${day}T${time}`);
    if (dueAt === undefined) return problemResponse(CONTENT_PROBLEMS, "moment-missing", typed);
    const options = { checks: publishChecks, replaces: replaces || undefined };
    const request = { draftRevision: wholeNumberIn(revision) ?? 0 };
    const outcome =
      button === "remove"
        ? await scheduleRemoval(services, type, slug, dueAt, member, options)
        : button === "postpone"
          ? await postponeSchedule(services, type, slug, dueAt, member, options)
          : await schedulePublish(services, type, slug, request, dueAt, member, options);
    if (outcome.code === "scheduled" || outcome.code === "same") throw redirect(path, 303);
    return notChangedResponse(outcome, form, "nothing was scheduled");
  });
}

export default function ContentSchedule({ loaderData, actionData }: Route.ComponentProps) {
  const { title, path, draftRevision, isOnSite, mayRemove, schedules, differences, day, time } = loaderData;
  const scheduled = schedules.find(({ action }) => action === "publish");
  return (
    <>
      <PageHead title="On a day to come" back={{ to: path, label: title }} meta={title} />
      <RefusalNotice returned={actionData} />
      {schedules.map((schedule) => (
        <Notice key={schedule.action}>{sentenceOf(schedule)}</Notice>
      ))}
      {scheduled && <Differences differences={differences} before="On the site" after="Then" />}
      <Form method="post" className="form mt-6 max-w-3xl">
        <input type="hidden" name="revision" value={draftRevision ?? ""} />
        <input type="hidden" name="replaces" value={scheduled?.madeAt ?? ""} />
        <div className="pair">
          <div className="field">
            <label htmlFor="day">Day</label>
            <input id="day" name="day" type="date" defaultValue={actionData?.typed.day || day} />
          </div>
          <div className="field">
            <label htmlFor="time">Time in Nairobi</label>
            <input id="time" name="time" type="time" defaultValue={actionData?.typed.time || time} />
          </div>
        </div>
        <p className="help">
          {scheduled !== undefined
            ? "The site has one change with a date at a time for each entry. What you keep for later waits here without a day, and the form has what is on the site."
            : draftRevision !== undefined
              ? "The draft goes live as it is now. What you write later is not in it."
              : "It comes off the site at that moment. Its history stays, and it can be put back."}
        </p>
        <p className="actions">
          {scheduled === undefined && draftRevision !== undefined && (
            <ActionButton
              value="publish"
              look="button red"
              label={isOnSite ? "Publish then" : "Put on the site then"}
            />
          )}
          {scheduled !== undefined && (
            <ActionButton
              value="postpone"
              look="button red"
              label={scheduled.isDated ? "Change the day" : "Set this day"}
            />
          )}
          {scheduled?.isDated && isOnSite && <ActionButton value="keep" label="Cancel and keep it for later" />}
          {scheduled !== undefined && (
            <ActionButton value="cancel:publish" label={cancelLabel(isOnSite, scheduled.isDated)} />
          )}
          {mayRemove && <ActionButton value="remove" label="Take off the site then" />}
          <Link to={path} className="link">
            Not now
          </Link>
        </p>
      </Form>
    </>
  );
}

type ScheduleView = Route.ComponentProps["loaderData"]["schedules"][number];

function sentenceOf({ action, due, isDated, isKept }: ScheduleView): string {
  if (isKept) return `Kept for later. It was set for ${due}.`;
  if (!isDated) return `It was set for ${due}, and was not done.`;
  return `${action === "publish" ? "Goes live" : "Comes off the site"} ${due}, Nairobi time.`;
}

/** The form of an entry that was never on the site has it already. */
function cancelLabel(isOnSite: boolean, isDated: boolean): string {
  if (!isOnSite) return "Cancel the schedule";
  return isDated ? "Cancel and put it in the form" : "Put it in the form";
}
