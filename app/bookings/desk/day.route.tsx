import { Form, href, Link } from "react-router";
import { Tabs } from "../../console/kit/list-page.tsx";
import { ConsoleButton, ConsoleLink, Notice, PageHead } from "../../console/page-parts.tsx";
import { ConsoleTrainerName, SessionMarks } from "../../console/session-marks.tsx";
import { documentContext } from "../../request/request-context.ts";
import { staffAction, staffRequest } from "../../staff/staff-request.server.ts";
import { withoutBreaks } from "../../time/without-breaks.ts";
import type { Route } from "./+types/day.route";
import { AttendanceForm } from "./attendance-questions.tsx";
import type { CallListView } from "./call-list-view.server.ts";
import { checkInForm, DESK_DONE, doCheckIn } from "./desk-forms.server.ts";
import { DeskPrintButton, sessionAnchor, submitOrKeep, useFreshSessions } from "./desk-page.tsx";
import { readDayPage } from "./desk-pages.server.ts";
import type { DeskSessionView } from "./desk-session-view.server.ts";
import { DeskSessionCallList, type RowContext, SessionPeople } from "./session-people.tsx";

export { revalidateAfterConflict as shouldRevalidate } from "../../forms/post-form.tsx";

/** The sessions of a day with their people. Trainers see the sessions they teach. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { services, member } = staffRequest(context, ["see", "bookings"]);
  // The desk checks in many people quickly: the next check-in must not abort the page load after the first.
  context.get(documentContext).startsAtOnce = true;
  const done = DESK_DONE.get(url.searchParams.get("done") ?? "");
  return { ...(await readDayPage(services, member, url.searchParams)), done };
}

/** A single check-in. With JavaScript the page stays, so that several can run at once. */
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
  const { sessions, onReturned, otherProblem } = useFreshSessions(loaderData.sessions, actionData);
  // Today's page shows current and upcoming classes first.
  const past = date === today ? sessions.filter(isDone) : [];
  const current = sessions.filter((session) => !past.includes(session));
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
    <>
      <PageHead
        title={title}
        meta={summary}
        actions={
          <>
            {allPath && <ConsoleLink to={allPath} className="button" label="List everybody" />}
            <DeskPrintButton />
          </>
        }
      />
      {actionData === undefined && loaderData.done && <Notice>{loaderData.done}</Notice>}
      {otherProblem && <Notice isBad>{otherProblem}</Notice>}
      <div className="flex flex-wrap items-end gap-x-6 gap-y-row *:first:grow print:hidden">
        <Tabs
          label="Days"
          tabs={[
            ...steps.map(({ name, path }, index) => ({ to: path, label: name, isCurrent: index === 1 })),
            ...(date === today || steps.some(({ name }) => name === "Today")
              ? []
              : [{ to: href("/staff/day"), label: "Today" }]),
          ]}
        />
        <Form className="flex gap-2" action={href("/staff/day")}>
          <label>
            <span className="sr-only">Day</span>
            {/* Remounted for each day. */}
            <input key={date} type="date" name="date" defaultValue={date} required />
          </label>
          <ConsoleButton label="Show" />
        </Form>
      </div>
      {sessions.length === 0 && <p className="empty">No classes on this day.</p>}
      {past.length > 0 && (
        <details className="open:details-content:pt-row" open={current.length === 0}>
          <summary className="link">
            {past.length === 1 ? "1 class is over" : `${past.length} classes are over`}
          </summary>
          <div className="parts print:block print:columns-2">{past.map(view)}</div>
        </details>
      )}
      <div className="parts print:block print:columns-2">{current.map(view)}</div>
    </>
  );
}

function isDone({ isPast, question }: DeskSessionView): boolean {
  return isPast && question === null;
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
      className="part scroll-mt-4 gap-field pt-0 xl:grid-cols-[300px_minmax(0,1fr)] xl:gap-x-12 print:block print:break-inside-avoid print:pb-4"
      aria-labelledby={`${sessionAnchor(id)}-name`}
    >
      <div
        className={`grid content-start gap-line pt-row print:break-inside-avoid print:break-after-avoid ${state === "cancelled" ? "gone" : ""}`}
      >
        <p>
          <span className="time name">{time.from}</span>
          <span className="time text-graphite text-sm">-{time.to}</span>
        </p>
        <h2 id={`${sessionAnchor(id)}-name`} className="name">
          <Link to={page}>
            {className}
            <span className="sr-only">{`, ${time.from}`}</span>
          </Link>
        </h2>
        {row.date !== date && <p className="quiet">Since last night</p>}
        <p className="quiet">
          <ConsoleTrainerName session={row} />
        </p>
        <SessionMarks row={row} />
        {places === null ? (
          state === "scheduled" && !isBookable && <p className="quiet">Not bookable</p>
        ) : (
          <p className="flex flex-wrap gap-x-3.5">
            <b>{places}</b>
            {here && <span>{here}</span>}
          </p>
        )}
        {checkIn && <p className="quiet print:hidden">{withoutBreaks(checkIn)}</p>}
        {question && (
          <div className="grid gap-row py-2">
            <p>
              <b>{question}.</b> Did they come?
            </p>
            <AttendanceForm sessionId={id} about={`${className}, ${time.from}`} back="day" />
          </div>
        )}
        {takesWalkIns && (
          <p>
            <ConsoleLink to={`${page}#walk-in`} label="Walk-in" about={`: ${className}, ${time.from}`} />
          </p>
        )}
      </div>
      {session.folded > 0 ? (
        <div className="grid content-start gap-row xl:pt-row">
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
