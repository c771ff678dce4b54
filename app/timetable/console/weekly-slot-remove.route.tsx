import { data, Form, href, Link, redirect } from "react-router";
import { z } from "zod";
import { getEditing } from "../../cms/editing/editing.server.ts";
import { consoleMeta } from "../../console/console-meta.ts";
import { EffectiveFromField } from "../../console/effective-from-field.tsx";
import { Notice } from "../../console/notice.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { weeklySlotType } from "../../content-types/weekly-slot.ts";
import { FORM_MESSAGES } from "../../forms/messages.ts";
import { readForm } from "../../forms/read-form.server.ts";
import { revalidateAfterConflict } from "../../forms/revalidate-after-conflict.ts";
import { servicesContext } from "../../request/request-context.ts";
import { staffContext } from "../../staff/staff-context.ts";
import { requirePermission } from "../../staff/staff-request.server.ts";
import { dateInNairobi } from "../../time/dates.server.ts";
import type { Route } from "./+types/weekly-slot-remove.route";
import { type AffectedQuestion, AffectedSessions, SLOT_EFFECTIVE_HELP } from "./affected-sessions.tsx";
import { type RemovalProblem, removeRow } from "./row-removal.server.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return consoleMeta(`Take off: ${loaderData?.title ?? ""}`);
}

export const shouldRevalidate = revalidateAfterConflict;

/** Taking a row off the weekly timetable, at once or from a day on. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  requirePermission(context.get(staffContext), "publish", "slot");
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

export async function action({ context, params, request }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const member = context.get(staffContext);
  requirePermission(member, "publish", "slot");
  const form = await readForm(request, removalForm);
  const effectiveFrom = form.typed.effectiveFrom ?? "";
  const refuse = (status: 400 | 409 | 422, returned: RemovalProblem & { affected?: AffectedQuestion }) =>
    data({ effectiveFrom, ...returned }, { status });
  if (!form.ok) return refuse(400, { problem: FORM_MESSAGES["form-unknown"] });
  const outcome = await removeRow(services, params.slug, member, form.values);
  switch (outcome.code) {
    case "removed":
      throw redirect(
        `${href("/staff/content/:type", { type: weeklySlotType.name })}?done=removed&entry=${params.slug}`,
        303,
      );
    case "scheduled":
      throw redirect(`${href("/staff/timetable/rows/:slug", { slug: params.slug })}?done=removal-scheduled`, 303);
    case "unknown":
      throw data(null, { status: 404 });
    case "asked":
      return refuse(422, { affected: outcome.affected });
    case "refused":
      return refuse(outcome.status, outcome.problems);
  }
}

export default function TimetableRowRemove({ loaderData, actionData }: Route.ComponentProps) {
  const { slug, title, version, replaces, today } = loaderData;
  const path = href("/staff/timetable/rows/:slug", { slug });
  return (
    <>
      <PageHead
        title="Take it off every week"
        back={{ to: path, label: title }}
        meta={`${title}. It is no class of the weekly timetable any more then. Its history stays, and it can be put back.`}
      />
      {actionData?.problem && <Notice isBad>{actionData.problem}</Notice>}
      <Form method="post" className="form max-w-3xl" noValidate>
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="replaces" value={replaces} />
        <EffectiveFromField
          typed={{
            effectiveFrom: actionData?.effectiveFrom ?? "",
            ...(actionData?.effectiveProblem !== undefined && { effectiveProblem: actionData.effectiveProblem }),
          }}
          today={today}
          help={SLOT_EFFECTIVE_HELP}
        />
        {actionData?.affected && <AffectedSessions {...actionData.affected} />}
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
