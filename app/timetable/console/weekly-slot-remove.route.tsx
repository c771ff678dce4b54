import { data, Form, href, Link, redirect } from "react-router";
import { z } from "zod";
import type { AfterChange } from "../../cms/content-version.server.ts";
import { getEditing } from "../../cms/editing/editing.server.ts";
import { readEffectiveFrom } from "../../cms/editing/effective-from.server.ts";
import { removeEntry } from "../../cms/editing/removal.server.ts";
import { scheduleRemoval } from "../../cms/editing/schedules.server.ts";
import { consoleMeta } from "../../console/console-meta.ts";
import { EffectiveFromField } from "../../console/effective-from-field.tsx";
import { Notice } from "../../console/notice.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { weeklySlotType } from "../../content-types/weekly-slot.ts";
import type { FormErrors, ReturnedForm } from "../../forms/form-state.ts";
import { revalidateAfterConflict } from "../../forms/revalidate-after-conflict.ts";
import { wholeNumberIn } from "../../forms/whole-number.ts";
import { staffAction, staffRequest } from "../../staff/staff-request.server.ts";
import { dateInNairobi } from "../../time/dates.server.ts";
import type { Route } from "./+types/weekly-slot-remove.route";
import { applyAnswer, askAboutAffected } from "./affected-questions.server.ts";
import { type AffectedQuestion, AffectedSessions, SLOT_EFFECTIVE_HELP } from "./affected-sessions.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return consoleMeta(`Take off: ${loaderData?.title ?? ""}`);
}

export const shouldRevalidate = revalidateAfterConflict;

/** Taking a weekly slot off the timetable, at once or from a day on. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { services } = staffRequest(context, ["publish", "slot"]);
  const editing = await getEditing(services, weeklySlotType, params.slug);
  if (editing?.live === undefined) throw data(null, { status: 404 });
  const { slug, title, live, schedules } = editing;
  return {
    slug,
    title,
    version: live.version,
    replaces: schedules.find(({ action }) => action === "remove")?.madeAt ?? "",
    today: dateInNairobi(services.now()),
  };
}

const removalForm = z.object({
  version: z.string(),
  effectiveFrom: z.string(),
  replaces: z.string(),
  affected: z.string(),
  affectedIds: z.string(),
  affectedReason: z.string(),
});

type ReturnedRemoval = ReturnedForm & { affected?: AffectedQuestion };

const CHANGED = "It has been changed meanwhile, so it was not taken off. Look at it again first.";

const LAST = "It is the last row of the timetable. Add another one first.";

export async function action({ context, params: { slug }, request }: Route.ActionArgs) {
  return staffAction({ context, request }, ["publish", "slot"], removalForm, async (form) => {
    const { services, member, values, typed } = form;
    const refuse = (status: 409 | 422, errors: FormErrors, affected?: AffectedQuestion) =>
      data<ReturnedRemoval>({ errors, typed, ...(affected && { affected }) }, { status });
    const effectiveFrom = readEffectiveFrom(values, services.now());
    if (!effectiveFrom.ok) return refuse(422, { effectiveFrom: effectiveFrom.problem });
    const { date, dueAt } = effectiveFrom;
    const affected = await askAboutAffected(services, slug, null, date, values);
    if (affected !== undefined) return refuse(422, {}, affected);
    const afterwards: AfterChange = (change) => applyAnswer(change, values, member);
    const outcome =
      dueAt === undefined
        ? await removeEntry(services, weeklySlotType, slug, member, {
            version: wholeNumberIn(values.version) ?? 0,
            afterwards,
          })
        : await scheduleRemoval(services, weeklySlotType, slug, dueAt, member, {
            replaces: values.replaces || undefined,
            afterwards,
          });
    switch (outcome.code) {
      case "removed":
      case "scheduled":
      case "same": {
        const done =
          dueAt === undefined
            ? `${href("/staff/content/:type", { type: weeklySlotType.name })}?done=removed&entry=${slug}`
            : `${href("/staff/timetable/rows/:slug", { slug })}?done=removal-scheduled`;
        throw redirect(done, 303);
      }
      case "unknown":
        throw data(null, { status: 404 });
      case "too-few":
        return refuse(422, { form: LAST });
      default:
        return refuse(409, { form: CHANGED });
    }
  });
}

export default function TimetableRowRemove({ loaderData, actionData }: Route.ComponentProps) {
  const { slug, title, version, replaces, today } = loaderData;
  const returned: ReturnedRemoval | undefined = actionData;
  const path = href("/staff/timetable/rows/:slug", { slug });
  return (
    <>
      <PageHead
        title="Take it off every week"
        back={{ to: path, label: title }}
        meta={`${title}. It is no class of the weekly timetable any more then. Its history stays, and it can be put back.`}
      />
      {returned?.errors.form && <Notice isBad>{returned.errors.form}</Notice>}
      <Form method="post" className="form max-w-3xl" noValidate>
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="replaces" value={replaces} />
        <EffectiveFromField
          typed={{
            effectiveFrom: returned?.typed.effectiveFrom ?? "",
            ...(returned?.errors.effectiveFrom !== undefined && { effectiveProblem: returned.errors.effectiveFrom }),
          }}
          today={today}
          help={SLOT_EFFECTIVE_HELP}
        />
        {returned?.affected && <AffectedSessions {...returned.affected} />}
        <p className="actions">
          <button type="submit" className="button red">
            Take it off
          </button>
          <Link to={path} className="link">
            Leave it in the timetable
          </Link>
        </p>
      </Form>
    </>
  );
}
