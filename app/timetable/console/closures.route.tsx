import { data, href, redirect } from "react-router";
import { consoleMeta } from "../../console/console-meta.ts";
import { Notice } from "../../console/notice.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { formResponse, withFormReturnedOnError } from "../../forms/form-response.server.ts";
import { readForm } from "../../forms/read-form.server.ts";
import { servicesContext } from "../../request/request-context.ts";
import { staffContext } from "../../staff/staff-context.ts";
import { requirePermission } from "../../staff/staff-request.server.ts";
import { dateInNairobi, isCalendarDate } from "../../time/dates.server.ts";
import type { Route } from "./+types/closures.route";
import { CloseForm, type ClosurePreview } from "./close-form.tsx";
import { ClosuresBoard } from "./closures-board.tsx";
import { changeClosures, closureForm, daysInWords, readClosuresPage } from "./closures-page.server.ts";

export function meta() {
  return consoleMeta("Closed days");
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  requirePermission(context.get(staffContext), "publish", "timetable");
  const [done, from = "", to = ""] = url.searchParams.get("done")?.split(" ") ?? [];
  const isNamed = isCalendarDate(from) && isCalendarDate(to);
  return {
    closures: await readClosuresPage(services),
    today: dateInNairobi(services.now()),
    done: isNamed && (done === "closed" || done === "opened") ? { done, days: daysInWords(from, to) } : null,
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const member = context.get(staffContext);
  requirePermission(member, "publish", "timetable");
  const form = await readForm(request, closureForm);
  if (!form.ok) return formResponse<string>(form);
  const { values, typed } = form;
  const result = await withFormReturnedOnError(services.log, typed, () => changeClosures(services, member, values));
  if (!("ok" in result)) return result;
  if (result.ok) {
    const { done, from, to } = result;
    throw redirect(`${href("/staff/timetable/closures")}?done=${done}+${from}+${to}`, 303);
  }
  const { status, errors, preview } = result;
  return data({ errors, typed, preview }, { status });
}

/** What was shown of the classes; forms that could not be read show nothing. */
function previewIn(returned: Route.ComponentProps["actionData"]): ClosurePreview | undefined {
  return returned !== undefined && "preview" in returned ? (returned.preview as ClosurePreview | undefined) : undefined;
}

export default function TimetableClosures({ loaderData, actionData }: Route.ComponentProps) {
  const { closures, today, done } = loaderData;
  return (
    <>
      <PageHead
        title="Closed days"
        back={{ to: href("/staff/timetable"), label: "Timetable" }}
        meta="On a closed day every class is shown as cancelled, with your note. Opened again, each is as it was before, with its bookings."
      />
      {actionData === undefined && done !== null && (
        <Notice>
          <b>{`${done.days}: ${done.done === "closed" ? "closed." : "open again."}`}</b> Visitors see it now.
        </Notice>
      )}
      {actionData?.errors.form && <Notice isBad>{actionData.errors.form}</Notice>}
      <div className="two even">
        {/* Made anew once days are closed: what was typed is done. */}
        <CloseForm key={done?.days} today={today} preview={previewIn(actionData)} returned={actionData} />
        <section aria-labelledby="closed">
          <h2 id="closed" className="h3">
            Closed
          </h2>
          <ClosuresBoard closures={closures} />
        </section>
      </div>
    </>
  );
}
