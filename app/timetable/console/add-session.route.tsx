import { data, href, redirect } from "react-router";
import { ConfirmForm } from "../../console/confirm-form.tsx";
import { consoleMeta } from "../../console/console-meta.ts";
import { Notice } from "../../console/notice.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { ConsoleSelectField } from "../../console/select-field.tsx";
import { ConsoleTextField } from "../../console/text-field.tsx";
import { formResponse, withFormReturnedOnError } from "../../forms/form-response.server.ts";
import { readForm } from "../../forms/read-form.server.ts";
import { servicesContext } from "../../request/request-context.ts";
import { staffContext } from "../../staff/staff-context.ts";
import { requirePermission } from "../../staff/staff-request.server.ts";
import { dateInNairobi, isCalendarDate } from "../../time/dates.server.ts";
import type { Route } from "./+types/add-session.route";
import { addForm, addOnce, readChoices } from "./add-page.server.ts";
import { ReasonField, TimeFields } from "./session-fields.tsx";

export function meta() {
  return consoleMeta("Add a class once");
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  requirePermission(context.get(staffContext), "publish", "timetable");
  const today = dateInNairobi(services.now());
  const asked = url.searchParams.get("date") ?? "";
  return { ...(await readChoices(services)), today, date: isCalendarDate(asked) && asked >= today ? asked : today };
}

export async function action({ context, request }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const member = context.get(staffContext);
  requirePermission(member, "publish", "timetable");
  const form = await readForm(request, addForm);
  if (!form.ok) return formResponse<string>(form);
  const { values, typed } = form;
  const result = await withFormReturnedOnError(services.log, typed, () => addOnce(services, member, values));
  if (!("ok" in result)) return result;
  if (result.ok) {
    throw redirect(`${href("/staff/timetable/:session", { session: result.session.id })}?done=add`, 303);
  }
  if ("gone" in result) throw data(null, { status: 404 });
  const { status, ...returned } = result;
  return data({ ...returned, typed }, { status });
}

export default function TimetableAdd({ loaderData, actionData }: Route.ComponentProps) {
  const { classes, trainers, today, date } = loaderData;
  return (
    <>
      <PageHead
        title="Add a class once"
        back={{ to: href("/staff/timetable"), label: "Timetable" }}
        meta="It is on that day alone. For a class of every week, add a row to the weekly timetable."
      />
      {actionData?.errors.form && <Notice isBad>{actionData.errors.form}</Notice>}
      <div className="max-w-3xl">
        <ConfirmForm act="add" submit="Add the class" isMain returned={actionData}>
          {(form) => (
            <>
              <div className="pair">
                <ConsoleSelectField name="class" label="Class" empty="Choose…" options={classes} returned={form} />
                <ConsoleSelectField
                  name="trainer"
                  label="Trainer"
                  empty="Who teaches it in the week"
                  options={trainers}
                  returned={form}
                />
              </div>
              <ConsoleTextField name="date" label="Day" type="date" min={today} returned={form} defaultValue={date} />
              <TimeFields returned={form} />
              <ReasonField of="add" label="Note" returned={form} />
            </>
          )}
        </ConfirmForm>
      </div>
    </>
  );
}
