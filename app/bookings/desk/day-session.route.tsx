import { data, href, Link, redirect } from "react-router";
import { consoleMeta } from "../../console/console-meta.ts";
import { Notice } from "../../console/notice.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { ConsoleTrainerName, SessionMarks } from "../../console/session-words.tsx";
import { formResponse, withFormReturnedOnError } from "../../forms/form-response.server.ts";
import { readForm } from "../../forms/read-form.server.ts";
import { revalidateAfterConflict } from "../../forms/revalidate-after-conflict.ts";
import { documentContext, servicesContext } from "../../request/request-context.ts";
import { staffContext } from "../../staff/staff-context.ts";
import { requirePermission } from "../../staff/staff-request.server.ts";
import type { Route } from "./+types/day-session.route";
import { actOnSession, sessionDeskForm } from "./desk-acts.server.ts";
import { isPress } from "./desk-session-view.ts";
import { useFreshSessions } from "./fresh-sessions.ts";
import { DESK_DONE } from "./messages.ts";
import { doPress } from "./presses.server.ts";
import { DeskPrintButton } from "./print-button.tsx";
import { BookForm, WalkInForm } from "./session-forms.tsx";
import { readDeskSessionPage } from "./session-page.server.ts";
import { SessionPeople } from "./session-people.tsx";
import { sentOrReturned } from "./unreached.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return consoleMeta(loaderData ? `${loaderData.session.row.className}, ${loaderData.day}, at the desk` : "Day");
}

export const shouldRevalidate = revalidateAfterConflict;

/** One session with its people. A trainer sees those they teach. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const member = context.get(staffContext);
  requirePermission(member, "see", "bookings");
  const page = await readDeskSessionPage(context.get(servicesContext), member, params.session);
  if (page === undefined) throw data(null, { status: 404 });
  context.get(documentContext).startsAtOnce = true;
  return { ...page, done: DESK_DONE.get(url.searchParams.get("done") ?? "") ?? null };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const member = context.get(staffContext);
  const { session } = params;
  requirePermission(member, "edit", "bookings");
  const form = await readForm(request, sessionDeskForm);
  if (!form.ok) return formResponse<string>(form);
  const { values, typed } = form;
  const path = href("/staff/day/:session", { session });
  if (isPress(values.do)) {
    const press = { do: values.do, session, booking: values.booking };
    const result = await doPress(services, member, press, { withDetails: true });
    if ("gone" in result) throw data(null, { status: 404 });
    const isDone = Object.keys(result.data.errors).length === 0;
    if (!isDone || values.script !== "") return result;
    throw redirect(path, 303);
  }
  const result = await withFormReturnedOnError(services.log, typed, () =>
    actOnSession(services, member, session, values),
  );
  if (!("ok" in result)) return result;
  if (result.ok) throw redirect(`${path}?done=${result.done}`, 303);
  if ("gone" in result) throw data(null, { status: 404 });
  return data({ errors: result.errors, typed }, { status: result.status });
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return sentOrReturned(request, () => serverAction());
}

export default function DaySession({ loaderData, actionData }: Route.ComponentProps) {
  const { day, dayPath, hasBegun, mayChange, booksForEverybody, formId, done } = loaderData;
  const { sessions, onPressed, lost } = useFreshSessions([loaderData.session], actionData);
  const [session = loaderData.session] = sessions;
  const { row, places, here, checkIn, takesWalkIns, isBookable } = session;
  const { id, className, time } = row;
  const returned = actionData;
  return (
    <div className="desk one">
      <PageHead
        title={className}
        back={{ to: dayPath, label: day }}
        meta={
          <>
            {`${day}, ${time.from}-${time.to}, `}
            <ConsoleTrainerName session={row} />
          </>
        }
        actions={
          <>
            <Link className="link" to={href("/staff/timetable/:session", { session: id })}>
              {mayChange ? "Cancel, move or hand over" : "In the timetable"}
            </Link>
            <DeskPrintButton />
          </>
        }
      />
      {returned === undefined && done !== null && <Notice>{done}</Notice>}
      {lost && <Notice isBad>{lost}</Notice>}
      <div className="session-marks">
        <SessionMarks row={row} />
      </div>
      <p className="counts desk-facts">
        <b>{places ?? "This class can’t be booked: it has no number of places."}</b>
        {here && <span>{here}</span>}
        {checkIn && <span>{checkIn}</span>}
      </p>
      <div className="two">
        <SessionPeople
          session={session}
          address={href("/staff/day/:session", { session: id })}
          returned={returned}
          onPressed={onPressed}
        />
        {(takesWalkIns || (isBookable && !hasBegun)) && (
          // Made anew once something was done: what was typed is done.
          <div className="side desk-acts" key={session.readAt}>
            {takesWalkIns && <WalkInForm formId={formId} returned={returned} />}
            {isBookable && !hasBegun && (
              <BookForm isMain={!takesWalkIns} forEverybody={booksForEverybody} formId={formId} returned={returned} />
            )}
          </div>
        )}
      </div>
    </div>
  );
}
