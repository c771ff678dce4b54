import { data, redirect } from "react-router";
import { consoleMeta } from "../../console/console-meta.ts";
import { Notice } from "../../console/notice.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { formResponse } from "../../forms/form-response.server.ts";
import { readForm } from "../../forms/read-form.server.ts";
import { documentContext, servicesContext } from "../../request/request-context.ts";
import { staffContext } from "../../staff/staff-context.ts";
import { requirePermission } from "../../staff/staff-request.server.ts";
import type { Route } from "./+types/day.route";
import { readDayPage } from "./day-page.server.ts";
import { DaySession } from "./day-session.tsx";
import { DaySteps } from "./day-steps.tsx";
import { sessionAnchor } from "./desk-session-view.ts";
import { useFreshSessions } from "./fresh-sessions.ts";
import { doPress, pressForm } from "./presses.server.ts";
import { DeskPrintButton } from "./print-button.tsx";
import { sentOrReturned } from "./unreached.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return consoleMeta(loaderData ? loaderData.title : "Day");
}

/** The sessions of a day with their people: to a trainer those they teach. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const member = context.get(staffContext);
  requirePermission(member, "see", "bookings");
  // The first press is one of many: it is not to be lost by a document that the next press breaks off.
  context.get(documentContext).startsAtOnce = true;
  return readDayPage(context.get(servicesContext), member, url.searchParams.get("date"));
}

/** One press. With script the page stays, so that several can be under way; without, it comes back at the session. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const member = context.get(staffContext);
  requirePermission(member, "edit", "bookings");
  const form = await readForm(request, pressForm);
  if (!form.ok) return formResponse<string>(form);
  const result = await doPress(context.get(servicesContext), member, form.values);
  if ("gone" in result) throw data(null, { status: 404 });
  const isDone = Object.keys(result.data.errors).length === 0;
  if (!isDone || form.values.script !== "") return result;
  throw redirect(`${url.pathname}${url.search}#${sessionAnchor(form.values.session)}`, 303);
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return sentOrReturned(request, () => serverAction());
}

export default function Day({ loaderData, actionData }: Route.ComponentProps) {
  const { date, today, title, summary, address, steps } = loaderData;
  const { sessions, onPressed, lost } = useFreshSessions(loaderData.sessions, actionData);
  return (
    <div className="desk">
      <PageHead title={title} meta={summary} actions={<DeskPrintButton />} />
      {lost && <Notice isBad>{lost}</Notice>}
      <DaySteps date={date} today={today} steps={steps} />
      {sessions.length === 0 && <p className="empty">No class on this day.</p>}
      <div className="desk-sessions">
        {sessions.map((session) => (
          <DaySession
            date={date}
            key={session.row.id}
            session={session}
            address={address}
            returned={actionData}
            onPressed={onPressed}
          />
        ))}
      </div>
    </div>
  );
}
