import { data, Form, Link, redirect } from "react-router";
import { z } from "zod";
import { consoleMeta } from "../../console/console-meta.ts";
import { Notice } from "../../console/notice.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { formPath } from "../../content-types/entry-form-path.ts";
import { weeklySlotType } from "../../content-types/weekly-slot.ts";
import { FORM_MESSAGES } from "../../forms/messages.ts";
import { readForm } from "../../forms/read-form.server.ts";
import { revalidateAfterConflict } from "../../forms/revalidate-after-conflict.ts";
import { wholeNumberIn } from "../../forms/whole-number.ts";
import { publishChecks } from "../../pictures/publish-checks.server.ts";
import { servicesContext } from "../../request/request-context.ts";
import { staffContext } from "../../staff/staff-context.ts";
import { requirePermission } from "../../staff/staff-request.server.ts";
import { shortMoment } from "../../time/date-texts.server.ts";
import { nairobiInputValue, parseNairobiMoment } from "../../time/dates.server.ts";
import { applyAnswer, askAboutDatedChange } from "../../timetable/console/affected-questions.server.ts";
import { type AffectedQuestion, AffectedSessions } from "../../timetable/console/affected-sessions.tsx";
import type { AfterChange } from "../content-version.server.ts";
import { getEditing } from "../editing/editing.server.ts";
import {
  cancelSchedule,
  postponeSchedule,
  type ScheduleOutcome,
  schedulePublish,
  scheduleRemoval,
} from "../editing/schedules.server.ts";
import type { Route } from "./+types/entry-schedule.route";
import { readDifferences } from "./difference-views.server.ts";
import { problemsInWords } from "./entry-form.server.ts";
import { Differences } from "./history-page.tsx";
import { askAboutScheduled, scheduledChoice } from "./scheduled-question.server.ts";
import { ScheduledFields, type ScheduledQuestion } from "./scheduled-question.tsx";
import { contentTypeAt } from "./type-of.server.ts";

const DAY_MS = 24 * 60 * 60_000;

export function meta({ loaderData }: Route.MetaArgs) {
  return consoleMeta(`On a day to come: ${loaderData?.title ?? ""}`);
}

export const shouldRevalidate = revalidateAfterConflict;

export async function loader({ context, params }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const member = context.get(staffContext);
  const type = contentTypeAt(params.type);
  requirePermission(member, "publish", type.name);
  const editing = await getEditing(services, type, params.slug);
  if (editing === undefined) throw data(null, { status: 404 });
  const now = services.now();
  const tomorrowAtSix = `${nairobiInputValue(new Date(now.getTime() + DAY_MS)).slice(0, 10)}T06:00`;
  const scheduled = editing.schedules.find(({ action }) => action === "publish");
  const wanted = scheduled?.values;
  const [day = "", time = ""] = (scheduled ? nairobiInputValue(new Date(scheduled.dueAt)) : tomorrowAtSix).split("T");
  return {
    title: editing.title,
    path: formPath(type.name, editing.slug),
    draftRevision: editing.draft?.revision,
    isOnSite: editing.live !== undefined,
    mayRemove: type.entries.kind === "list" && editing.live !== undefined,
    schedules: editing.schedules.map(({ action, madeAt, dueAt }) => ({
      action,
      madeAt,
      due: shortMoment(new Date(dueAt), now),
    })),
    // What the form of the entry doesn't show: it has what is on the site.
    differences: wanted && editing.live ? await readDifferences(services, type, editing.live.values, wanted) : [],
    day,
    time,
  };
}

const DRAFT_DIFFERS =
  "It would be a draft again, but there is another draft, which says something else. Publish that, set a day for it or throw it away first.";

/** A sentence for what keeps a change from being scheduled. */
function sentenceFor(outcome: ScheduleOutcome, typeName: string, now: Date): string {
  switch (outcome.code) {
    case "past":
      return "That moment is past. Choose a later one.";
    case "stale":
      return `${outcome.theirs.by} has changed it meanwhile, so nothing was scheduled. Look at it again first.`;
    case "scheduled-otherwise":
      return `${outcome.by} has scheduled something for ${shortMoment(new Date(outcome.dueAt), now)} meanwhile. Cancel that first.`;
    case "refused":
      return `It can’t be published as it is. ${problemsInWords(contentTypeAt(typeName), outcome.problems)}`;
    default:
      return "There is no draft to be published.";
  }
}

const scheduleForm = z.object({
  do: z.string(),
  day: z.string(),
  time: z.string(),
  revision: z.string(),
  replaces: z.string(),
  scheduled: z.string(),
  affected: z.string(),
  affectedIds: z.string(),
  affectedReason: z.string(),
});

/** What is asked before something is done. */
type Asked = { affected?: AffectedQuestion; scheduled?: ScheduledQuestion };

export async function action({ context, params, request }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const member = context.get(staffContext);
  const type = contentTypeAt(params.type);
  requirePermission(member, "publish", type.name);
  const form = await readForm(request, scheduleForm);
  const { day, time } = form.typed;
  const refuse = (problem: string, status: number) => data({ problem, typed: { day, time }, asked: null }, { status });
  const ask = (asked: Asked) => data({ problem: null, typed: { day, time }, asked }, { status: 422 });
  if (!form.ok) return refuse(FORM_MESSAGES["form-unknown"], 400);
  const { do: pressed, revision, replaces } = form.values;
  const path = formPath(type.name, params.slug);
  const isRow = type.name === weeklySlotType.name;
  const settle: AfterChange = (change) => applyAnswer(change, form.values, member);
  if (pressed === "cancel:publish" || pressed === "cancel:remove") {
    const action = pressed === "cancel:publish" ? "publish" : "remove";
    const isAsked = isRow && action === "publish";
    const affected = isAsked ? await askAboutDatedChange(services, params.slug, form.values) : undefined;
    if (affected !== undefined) return ask({ affected });
    const { code } = await cancelSchedule(services, type, params.slug, action, member, isAsked ? settle : undefined);
    if (code === "draft-differs") return refuse(DRAFT_DIFFERS, 409);
    throw redirect(`${path}?done=unscheduled`, 303);
  }
  const dueAt = parseNairobiMoment(`${day}T${time}`);
  if (dueAt === undefined) return refuse("Choose a day, and a time like 06:00.", 422);
  const postponed = isRow && pressed === "postpone";
  const affected = postponed ? await askAboutDatedChange(services, params.slug, form.values, dueAt) : undefined;
  if (affected !== undefined) return ask({ affected });
  const scheduled = scheduledChoice(form.values.scheduled);
  const options = {
    checks: publishChecks,
    replaces: replaces || undefined,
    scheduled,
    ...(postponed && { afterwards: settle }),
  };
  const outcome =
    pressed === "remove"
      ? await scheduleRemoval(services, type, params.slug, dueAt, member, options)
      : pressed === "postpone"
        ? await postponeSchedule(services, type, params.slug, dueAt, member, options)
        : await schedulePublish(services, type, params.slug, wholeNumberIn(revision) ?? 0, dueAt, member, options);
  if (outcome.code === "scheduled-differs") {
    const draft = (await getEditing(services, type, params.slug))?.draft;
    const isLater = { isLater: true };
    const question = await askAboutScheduled(services, type, outcome.scheduled, draft?.values ?? {}, isLater);
    return ask({ scheduled: question });
  }
  if (outcome.code === "scheduled" || outcome.code === "same") throw redirect(path, 303);
  const status = outcome.code === "stale" || outcome.code === "scheduled-otherwise" ? 409 : 422;
  return refuse(sentenceFor(outcome, type.name, services.now()), status);
}

export default function ContentSchedule({ loaderData, actionData }: Route.ComponentProps) {
  const { title, path, draftRevision, isOnSite, mayRemove, schedules, differences, day, time } = loaderData;
  const scheduled = schedules.find(({ action }) => action === "publish");
  const asked = actionData?.asked;
  return (
    <>
      <PageHead title="On a day to come" back={{ to: path, label: title }} meta={title} />
      {actionData?.problem && <Notice isBad>{actionData.problem}</Notice>}
      {schedules.map(({ action, due }) => (
        <Notice key={action}>
          {action === "publish" ? `Goes live ${due}, Nairobi time.` : `Comes off the site ${due}, Nairobi time.`}
        </Notice>
      ))}
      {scheduled && <Differences differences={differences} before="On the site" after={scheduled.due} same={[]} />}
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
        {asked?.scheduled && <ScheduledFields question={asked.scheduled} />}
        {asked?.affected && <AffectedSessions {...asked.affected} />}
        <p className="help">
          {draftRevision !== undefined
            ? "The draft goes live as it is now. What you write later is not in it."
            : scheduled !== undefined
              ? "What is published until then changes it too, in the fields that it doesn’t change itself. Cancelled, it is a draft again."
              : "It comes off the site at that moment. Its history stays, and it can be put back."}
        </p>
        <p className="actions">
          {draftRevision !== undefined && (
            <button type="submit" name="do" value="publish" className="button red">
              {isOnSite ? "Publish then" : "Put on the site then"}
            </button>
          )}
          {draftRevision === undefined && scheduled !== undefined && (
            <button type="submit" name="do" value="postpone" className="button red">
              Change the day
            </button>
          )}
          {scheduled !== undefined && (
            <button type="submit" name="do" value="cancel:publish" className="button">
              Cancel the schedule
            </button>
          )}
          {mayRemove && (
            <button type="submit" name="do" value="remove" className="button">
              Take off the site then
            </button>
          )}
          <Link to={path} className="link">
            Not now
          </Link>
        </p>
      </Form>
    </>
  );
}
