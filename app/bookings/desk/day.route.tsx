import { Form, href, Link } from "react-router";
import { consoleMeta } from "../../console/console-meta.ts";
import { Tabs } from "../../console/kit/list-page.tsx";
import { Notice } from "../../console/notice.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { ConsoleTrainerName, SessionMarks } from "../../console/session-marks.tsx";
import { revalidateAfterConflict } from "../../forms/revalidate-after-conflict.ts";
import { documentContext } from "../../request/request-context.ts";
import { staffAction, staffRequest } from "../../staff/staff-request.server.ts";
import type { Route } from "./+types/day.route";
import { AttendanceForm } from "./attendance-questions.tsx";
import type { CallListView } from "./call-list-view.server.ts";
import { checkInForm, doCheckIn } from "./desk-forms.server.ts";
import { DeskPrintButton, submitOrKeep, useFreshSessions } from "./desk-page.tsx";
import { readDayPage } from "./desk-pages.server.ts";
import type { DeskSessionView } from "./desk-session-view.server.ts";
import { sessionAnchor } from "./desk-session-view.ts";
import { DESK_DONE } from "./messages.server.ts";
import type { RowContext } from "./person-row.tsx";
import { DeskSessionCallList, SessionPeople } from "./session-people.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return consoleMeta(loaderData ? loaderData.title : "Day");
}

export const shouldRevalidate = revalidateAfterConflict;

/** The sessions of a day with their people: to a trainer those they teach. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { services, member } = staffRequest(context, ["see", "bookings"]);
  // The first check-in is one of many: it is not to be lost by a document that the next one breaks off.
  context.get(documentContext).startsAtOnce = true;
  const done = DESK_DONE.get(url.searchParams.get("done") ?? "");
  return { ...(await readDayPage(services, member, url.searchParams)), done };
}

/** A single check-in. With script the page stays, so that several can run at once. */
export async function action({ context, request, url }: Route.ActionArgs) {
  return staffAction({ context, request }, ["edit", "bookings"], checkInForm, ({ services, member, values }) =>
    doCheckIn(services, member, values, `${url.pathname}${url.search}#${sessionAnchor(values.session)}`),
  );
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return submitOrKeep(request, () => serverAction());
}

export default function Day({ loaderData, actionData }: Route.ComponentProps) {
  const { date, today, title, summary, address, steps, allPath } = loaderData;
  const { sessions, onReturned, lost } = useFreshSessions(loaderData.sessions, actionData);
  // Today opens at what is on and next.
  const [past, current] = date === today ? split(sessions) : [[], sessions];
  const view = (session: DeskSessionView) => (
    <DaySession
      date={date}
      key={session.row.id}
      session={session}
      callList={loaderData.callList.find(({ sessionId }) => sessionId === session.row.id)}
      address={address}
      returned={actionData}
      onReturned={onReturned}
    />
  );
  return (
    <div className="desk">
      <PageHead
        title={title}
        meta={summary}
        actions={
          <>
            {allPath && (
              <Link to={allPath} className="button low">
                List everybody
              </Link>
            )}
            <DeskPrintButton />
          </>
        }
      />
      {actionData === undefined && loaderData.done && <Notice>{loaderData.done}</Notice>}
      {lost && <Notice isBad>{lost}</Notice>}
      <div className="day-steps">
        <Tabs
          label="Days"
          tabs={[
            ...steps.map(({ name, path }, index) => ({ to: path, label: name, isCurrent: index === 1 })),
            ...(date === today ? [] : [{ to: href("/staff/day"), label: "Today" }]),
          ]}
        />
        <Form className="day-choice" action={href("/staff/day")}>
          <label>
            <span className="sr-only">Day</span>
            {/* Made anew with each day. */}
            <input key={date} type="date" name="date" defaultValue={date} required />
          </label>
          <button type="submit" className="button">
            Show
          </button>
        </Form>
      </div>
      {sessions.length === 0 && <p className="empty">No class on this day.</p>}
      {past.length > 0 && (
        <details className="past-sessions" open={current.length === 0}>
          <summary className="link">
            {past.length === 1 ? "1 class is over" : `${past.length} classes are over`}
          </summary>
          <div className="desk-sessions">{past.map(view)}</div>
        </details>
      )}
      <div className="desk-sessions">{current.map(view)}</div>
    </div>
  );
}

function isDone({ isPast, question }: DeskSessionView): boolean {
  return isPast && question === null;
}

function split(sessions: readonly DeskSessionView[]): [DeskSessionView[], DeskSessionView[]] {
  return [sessions.filter(isDone), sessions.filter((session) => !isDone(session))];
}

function DaySession({
  session,
  callList,
  date,
  ...context
}: Omit<RowContext, "session"> & {
  session: DeskSessionView;
  callList: CallListView | undefined;
  date: string;
}) {
  const { row, places, here, checkIn, question, takesWalkIns, isBookable } = session;
  const { id, time, className, state } = row;
  const page = href("/staff/day/:session", { session: id });
  return (
    <section
      id={sessionAnchor(id)}
      className={state === "cancelled" ? "desk-session gone" : "desk-session"}
      aria-labelledby={`${sessionAnchor(id)}-name`}
    >
      <div className="desk-head">
        <p className="when">
          <span className="time from">{time.from}</span> <span className="time to">-{time.to}</span>
        </p>
        <h2 id={`${sessionAnchor(id)}-name`} className="class-name">
          <Link to={page}>
            {className}
            <span className="sr-only">{`, ${time.from}`}</span>
          </Link>
        </h2>
        {row.date !== date && <p className="quiet">Since last night</p>}
        <p className="who">
          <ConsoleTrainerName session={row} />
        </p>
        <SessionMarks row={row} />
        {places === null ? (
          <p className="quiet">{state === "scheduled" && !isBookable && "Not bookable"}</p>
        ) : (
          <p className="counts">
            <b>{places}</b>
            {here && <span>{here}</span>}
          </p>
        )}
        {checkIn && <p className="quiet check-in">{checkIn}</p>}
        {question && (
          <div className="attendance-question">
            <p>
              <b>{question}.</b> Did they come?
            </p>
            <AttendanceForm sessionId={id} about={`${className}, ${time.from}`} back="day" />
          </div>
        )}
        {takesWalkIns && (
          <p className="walk-in-way">
            <Link to={`${page}#walk-in`} className="link">
              Walk-in<span className="sr-only">{`: ${className}, ${time.from}`}</span>
            </Link>
          </p>
        )}
      </div>
      {session.folded > 0 ? (
        <div className="desk-people">
          {callList && <DeskSessionCallList callList={callList} isOwnPage={false} />}
          <p>
            <Link to={page} className="link">
              {`Show ${session.folded === 1 ? "the one person" : `the ${session.folded} people`}`}
              <span className="sr-only">{`: ${className}, ${time.from}`}</span>
            </Link>
          </p>
        </div>
      ) : (
        <SessionPeople session={session} callList={callList} isOwnPage={false} {...context} />
      )}
    </section>
  );
}
