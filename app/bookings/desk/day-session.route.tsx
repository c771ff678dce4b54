import { data, href, Link, redirect } from "react-router";
import { consoleMeta } from "../../console/console-meta.ts";
import { Notice } from "../../console/notice.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { ConsoleTrainerName, SessionMarks } from "../../console/session-marks.tsx";
import { revalidateAfterConflict } from "../../forms/revalidate-after-conflict.ts";
import { documentContext } from "../../request/request-context.ts";
import { staffAction, staffRequest } from "../../staff/staff-request.server.ts";
import { withoutBreaks } from "../../time/without-breaks.ts";
import type { Route } from "./+types/day-session.route";
import { AttendanceForm } from "./attendance-questions.tsx";
import { BookForms } from "./book-form.tsx";
import { changeDeskSession, doCheckIn, sessionDeskForm } from "./desk-forms.server.ts";
import { DeskPrintButton, submitOrKeep, useFreshSessions } from "./desk-page.tsx";
import { pathBack, readDeskSessionPage, withDone } from "./desk-pages.server.ts";
import { isCheckInAction } from "./desk-session-view.ts";
import { DESK_DONE } from "./messages.server.ts";
import { SessionPeople } from "./session-people.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return consoleMeta(loaderData ? `${loaderData.session.row.className}, ${loaderData.day}, at the desk` : "Day");
}

export const shouldRevalidate = revalidateAfterConflict;

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { services, member } = staffRequest(context, ["see", "bookings"]);
  const page = await readDeskSessionPage(services, member, params.session);
  if (page === undefined) throw data(null, { status: 404 });
  context.get(documentContext).startsAtOnce = true;
  return { ...page, done: DESK_DONE.get(url.searchParams.get("done") ?? "") ?? null };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { session } = params;
  return staffAction({ context, request }, ["edit", "bookings"], sessionDeskForm, async (form) => {
    const { services, member, values } = form;
    const path = await pathBack(services, session, values.back);
    if (isCheckInAction(values.do)) {
      return doCheckIn(services, member, { ...values, do: values.do, session }, path, { withDetails: true });
    }
    const result = await changeDeskSession(form, session);
    if (typeof result === "string") throw redirect(withDone(path, result), 303);
    return result;
  });
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return submitOrKeep(request, () => serverAction());
}

export default function DaySession({ loaderData, actionData }: Route.ComponentProps) {
  const { day, dayPath, hasBegun, mayChange, canBookAnybody, formId, done } = loaderData;
  const { sessions, onReturned, otherProblem } = useFreshSessions([loaderData.session], actionData);
  const [session = loaderData.session] = sessions;
  const { row, places, here, checkIn, takesWalkIns, isBookable } = session;
  const { id, className, time } = row;
  const takesBookings = isBookable && !hasBegun;
  const returned = actionData;
  return (
    <>
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
              {mayChange && row.state === "scheduled" ? "Cancel, move or hand over" : "In the timetable"}
            </Link>
            <DeskPrintButton />
          </>
        }
      />
      {returned === undefined && done !== null && <Notice>{done}</Notice>}
      {otherProblem && <Notice isBad>{otherProblem}</Notice>}
      <SessionMarks row={row} />
      <p className="flex flex-wrap gap-x-3.5 text-graphite">
        <b className="text-ink">
          {places ??
            (row.state === "scheduled" &&
              !isBookable &&
              "This class can’t be booked: its number of places is not set.")}
        </b>
        {here && <span>{here}</span>}
        {checkIn && <span>{withoutBreaks(checkIn)}</span>}
      </p>
      {session.question && (
        <div className="grid gap-row">
          <p>
            <b>{session.question}.</b> Did they come?
          </p>
          <AttendanceForm sessionId={id} about={className} back="" />
        </div>
      )}
      <div className={takesWalkIns || takesBookings ? "two" : "grid"}>
        <SessionPeople
          session={session}
          callList={loaderData.callList}
          isOwnPage
          address={href("/staff/day/:session", { session: id })}
          returned={returned}
          onReturned={onReturned}
        />
        {(takesWalkIns || takesBookings) && (
          // Remounted after each action, which clears the fields.
          <div className="side print:hidden" key={session.readAt}>
            <BookForms
              takesWalkIns={takesWalkIns}
              takesBookings={takesBookings}
              canBookAnybody={canBookAnybody}
              formId={formId}
              choice={returned && "choice" in returned ? returned.choice : undefined}
            />
          </div>
        )}
      </div>
    </>
  );
}
