import { ActionPage, ActionPress, useAction } from "../../console/kit/action-page.tsx";
import { type Actions, dayField, hiddenField, timeField } from "../../console/kit/actions.ts";
import { FormParts } from "../../console/kit/form-parts.tsx";
import { staffActions } from "../../console/kit/staff-actions.server.ts";
import { ConsoleButton, ConsoleLink, Notice } from "../../console/page-parts.tsx";
import { formPath } from "../../content-types/paths.ts";
import { PostForm } from "../../forms/post-form.tsx";
import { publishChecks } from "../../pictures/publish-checks.server.ts";
import { DAY_MS } from "../../platform/durations.ts";
import { wholeNumberIn } from "../../platform/text.ts";
import { nairobiInputValue, parseNairobiMoment, shortMoment } from "../../time/dates.server.ts";
import {
  cancelSchedule,
  keepForLater,
  reschedule,
  type ScheduleOutcome,
  schedulePublish,
  scheduleRemoval,
} from "../editing/schedules.server.ts";
import type { Route } from "./+types/entry-schedule.route";
import { Differences } from "./difference-view.tsx";
import { readDifferences } from "./difference-views.server.ts";
import { changeOutcome, entryPage, type FoundEntry, type PageOutcome, readEditing } from "./entry-request.server.ts";

export { revalidateAfterConflict as shouldRevalidate } from "../../forms/post-form.tsx";

const MOMENT = [[dayField("day", "Day"), timeField("time", "Time in Nairobi")], hiddenField("replaces")];

const ACTIONS = {
  publish: { submit: "Publish on this date", fields: MOMENT },
  postpone: { submit: "Change the date", fields: MOMENT },
  remove: { submit: "Unpublish on this date", fields: MOMENT },
  keep: { submit: "Cancel and keep it for later" },
  "cancel:publish": { submit: "Cancel the schedule" },
  "cancel:remove": { submit: "Cancel the schedule" },
} satisfies Actions;

function scheduleAction(
  work: (
    target: FoundEntry,
    dueAt: Date,
    options: { checks: typeof publishChecks; replaces: string | undefined; draftRevision: number },
  ) => Promise<ScheduleOutcome>,
) {
  const run = async (target: FoundEntry, form: Record<"day" | "time" | "replaces" | "seen", string>) => {
    const dueAt = parseNairobiMoment(`${form.day}T${form.time}`);
    if (dueAt === undefined) return { code: "moment-missing" } as PageOutcome;
    const draftRevision = wholeNumberIn(form.seen) ?? 0;
    const options = { checks: publishChecks, replaces: form.replaces || undefined, draftRevision };
    return changeOutcome(await work(target, dueAt, options), target, "nothing was scheduled");
  };
  return ["publish", run] as const;
}

function cancelAction(action: "publish" | "remove") {
  const run = async ({ services, member, type, slug }: FoundEntry): Promise<PageOutcome> => {
    const { code } = await cancelSchedule(services, type, slug, action, member);
    return { code: code === "draft-differs" ? code : "done" };
  };
  return ["publish", run] as const;
}

const server = staffActions(ACTIONS, {
  ...entryPage("publish"),
  load: async ({ services, type, slug }) => {
    const { title, live, draft, schedules } = await readEditing(services, type, slug);
    const now = services.now();
    const scheduled = schedules.find(({ action }) => action === "publish");
    const tomorrowAtSix = `${nairobiInputValue(new Date(now.getTime() + DAY_MS)).slice(0, 10)}T06:00`;
    const due = scheduled && new Date(scheduled.dueAt);
    const [day = "", time = ""] = (due !== undefined && due > now ? nairobiInputValue(due) : tomorrowAtSix).split("T");
    return {
      title,
      path: formPath(type.name, slug),
      revision: draft?.revision ?? "",
      isOnSite: live !== undefined,
      mayRemove: type.entries.kind === "list" && live !== undefined,
      schedules: schedules.map(({ action, dueAt, problems, isKept }) => ({
        action,
        due: shortMoment(new Date(dueAt), now),
        isDated: problems === undefined,
        isKept,
      })),
      // Differences from the published content, which the entry's form shows.
      differences:
        scheduled?.values && live ? await readDifferences(services, type, live.values, scheduled.values) : [],
      values: { day, time, replaces: scheduled?.madeAt ?? "" },
    };
  },
  run: {
    publish: scheduleAction(({ services, member, type, slug }, dueAt, { draftRevision, ...options }) =>
      schedulePublish(services, type, slug, { draftRevision }, dueAt, member, options),
    ),
    postpone: scheduleAction(({ services, member, type, slug }, dueAt, options) =>
      reschedule(services, type, slug, dueAt, member, options),
    ),
    remove: scheduleAction(({ services, member, type, slug }, dueAt, options) =>
      scheduleRemoval(services, type, slug, dueAt, member, options),
    ),
    keep: [
      "publish",
      async ({ services, member, type, slug }): Promise<PageOutcome> => {
        return { code: (await keepForLater(services, type, slug, member)) ? "done" : "same" };
      },
    ],
    "cancel:publish": cancelAction("publish"),
    "cancel:remove": cancelAction("remove"),
  },
  to: ({ type, slug }, { code }, action) => {
    const path = formPath(type.name, slug);
    if (action === "keep") return code === "done" ? `${path}?done=kept` : path;
    return action.startsWith("cancel:") ? `${path}?done=unscheduled` : path;
  },
});
export const loader = server.loader;
export const action = server.action;

/** Schedules, reschedules or cancels a change or a removal, or keeps a change for later. */
export default function ContentSchedule({ loaderData: { page } }: Route.ComponentProps) {
  const { title, path, revision, isOnSite, mayRemove, schedules, differences } = page;
  const scheduled = schedules.find(({ action }) => action === "publish");
  const main = scheduled !== undefined ? "postpone" : revision !== "" ? "publish" : mayRemove ? "remove" : undefined;
  return (
    <ActionPage
      actions={ACTIONS}
      title="On a later date"
      about={title}
      back={{ to: path, label: title }}
      meta={title}
      seen={revision}
    >
      {schedules.map((schedule) => (
        <Notice key={schedule.action}>{sentenceOf(schedule)}</Notice>
      ))}
      {scheduled && <Differences differences={differences} before="On the site" after="Then" />}
      {main !== undefined && <MomentForm {...page} main={main} submit={submitOf(main, isOnSite, scheduled)} />}
      {scheduled !== undefined && (
        <div className="actions">
          {scheduled.isDated && isOnSite && <ActionPress action="keep" className="button" />}
          <ActionPress action="cancel:publish" submit={cancelLabel(isOnSite, scheduled.isDated)} className="button" />
        </div>
      )}
    </ActionPage>
  );
}

type MomentFormProps = Route.ComponentProps["loaderData"]["page"] & { main: keyof typeof HELP; submit: string };

/** A form of its own rather than `ActionForm`: it can have a second button, to unpublish. */
function MomentForm({ main, submit, path, revision, mayRemove, values }: MomentFormProps) {
  const { returned: own, key } = useAction(main);
  const { returned: other } = useAction("remove");
  const returned = own ?? other;
  return (
    <PostForm key={key} returned={returned} className="form">
      <input type="hidden" name="seen" value={revision} />
      <p className="help">{HELP[main]}</p>
      <FormParts parts={MOMENT} values={values} returned={returned} />
      <p className="actions">
        <ConsoleButton name="do" value={main} className={main === "remove" ? "button" : "button red"} label={submit} />
        {mayRemove && main !== "remove" && <ConsoleButton name="do" value="remove" label={ACTIONS.remove.submit} />}
        <ConsoleLink to={path} label="Cancel" />
      </p>
    </PostForm>
  );
}

const HELP = {
  publish: "The draft goes live as it is now. Later changes are not included.",
  postpone:
    "Each entry can have one scheduled change. A change that you keep for later stays here without a date, and the form shows what is on the site.",
  remove: "It will be unpublished at that time. Its history is kept, and you can restore it.",
};

type ScheduleView = Route.ComponentProps["loaderData"]["page"]["schedules"][number];

function sentenceOf({ action, due, isDated, isKept }: ScheduleView): string {
  if (isKept) return `Kept for later. It was scheduled for ${due}.`;
  if (!isDated) return `It was scheduled for ${due}, but could not be applied.`;
  return `${action === "publish" ? "Goes live" : "Unpublished"} ${due}, Nairobi time.`;
}

function submitOf(action: keyof typeof ACTIONS, isOnSite: boolean, scheduled: ScheduleView | undefined): string {
  if (action === "publish" && !isOnSite) return "Publish on this date";
  if (action === "postpone" && !scheduled?.isDated) return "Schedule for this date";
  return ACTIONS[action].submit;
}

/** The form of an unpublished entry already shows the change. */
function cancelLabel(isOnSite: boolean, isDated: boolean): string {
  if (!isOnSite) return "Cancel the schedule";
  return isDated ? "Cancel and put it in the form" : "Put it in the form";
}
