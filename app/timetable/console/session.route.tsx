import { data, href, Link, redirect } from "react-router";
import { readSessionBookings } from "../../bookings/desk/desk-pages.server.ts";
import { consoleMeta } from "../../console/console-meta.ts";
import { Notice } from "../../console/notice.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { ConsoleTrainerName, SessionMarks } from "../../console/session-words.tsx";
import { revalidateAfterConflict } from "../../forms/revalidate-after-conflict.ts";
import { ownTrainer } from "../../staff/staff-member.ts";
import { staffAction, staffRequest } from "../../staff/staff-request.server.ts";
import { findClassSession } from "../sessions.server.ts";
import type { Route } from "./+types/session.route";
import { SessionActions, TakeBack } from "./session-actions.tsx";
import { SessionBookings } from "./session-bookings.tsx";
import { changeSession, sessionForm } from "./session-change.server.ts";
import { SessionNotice } from "./session-notice.tsx";
import { readSessionPage } from "./session-page.server.ts";
import { SessionSide } from "./session-side.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return consoleMeta(loaderData ? `${loaderData.row.className}, ${loaderData.dayText}` : "Timetable");
}

export const shouldRevalidate = revalidateAfterConflict;

/** One dated class. A trainer sees those they teach. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { services, member } = staffRequest(context, ["see", "timetable"]);
  const session = await findClassSession(services, params.session);
  if (session === undefined) throw data(null, { status: 404 });
  const own = ownTrainer(member);
  if (own !== undefined && session.trainerSlug !== own) throw data(null, { status: 403 });
  return {
    ...(await readSessionPage(services, session, member)),
    bookings: await readSessionBookings(services, session.id),
    done: url.searchParams.get("done"),
  };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { session } = params;
  return staffAction({ context, request }, ["publish", "timetable"], sessionForm, async (form) => {
    const { services, member, values, typed } = form;
    const result = await changeSession(services, session, member, values);
    if (result.ok) throw redirect(`${href("/staff/timetable/:session", { session })}?done=${values.do}`, 303);
    if ("gone" in result) throw data(null, { status: 404 });
    const { status, ...returned } = result;
    return data({ ...returned, typed }, { status });
  });
}

export default function TimetableSession({ loaderData, actionData }: Route.ComponentProps) {
  const { row, dayText, today, weekPath, hasBegun, decisions, dayPath, slot, trainers, mayChange, bookings, done } =
    loaderData;
  const { time, className, isClosed } = row;
  const name = `${className}, ${dayText}, ${time.from}`;
  return (
    <>
      <PageHead
        title={className}
        back={{ to: weekPath, label: "Timetable" }}
        meta={
          <>
            {`${dayText}, ${time.from}-${time.to}, `}
            <ConsoleTrainerName session={row} />
          </>
        }
      />
      {actionData === undefined && <SessionNotice done={done} name={name} />}
      {actionData?.errors.form && <Notice isBad>{actionData.errors.form}</Notice>}
      <div className="session-marks">
        <SessionMarks row={row} />
      </div>
      {bookings && <SessionBookings id={row.id} bookings={bookings} mayChange={mayChange && !hasBegun} />}
      {hasBegun && (
        <Notice>This class has begun, so it stays as it was. Only what is still to come can be changed.</Notice>
      )}
      {mayChange && !hasBegun && isClosed && (
        <Notice
          action={
            <Link className="link" to={href("/staff/timetable/closures")}>
              Closed days
            </Link>
          }
        >
          The gym is closed that day. The class can be moved to another day, or the day opened again.
        </Notice>
      )}
      {mayChange && !hasBegun && (
        <>
          <TakeBack row={row} />
          <SessionActions row={row} today={today} trainers={trainers} returned={actionData} />
        </>
      )}
      <SessionSide decisions={decisions} dayPath={dayPath} slot={slot} />
    </>
  );
}
