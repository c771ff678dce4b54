import { data, href, Link } from "react-router";
import { readSessionBookings } from "../../bookings/desk/desk-pages.server.ts";
import { consoleMeta } from "../../console/console-meta.ts";
import { Notice } from "../../console/notice.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { ConsoleTrainerName, SessionMarks } from "../../console/session-marks.tsx";
import { revalidateAfterConflict } from "../../forms/revalidate-after-conflict.ts";
import { ownTrainer } from "../../staff/staff-member.ts";
import { staffAction, staffRequest } from "../../staff/staff-request.server.ts";
import { findClassSession } from "../class-sessions.server.ts";
import { slotPath } from "../weekly-slot.ts";
import type { Route } from "./+types/session.route";
import { DeskContactLink } from "./desk-contact-link.tsx";
import { SessionActions, TakeBack } from "./session-actions.tsx";
import { actionResponse, changeSession, sessionForm } from "./session-change.server.ts";
import { readSessionPage } from "./timetable-pages.server.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return consoleMeta(loaderData ? `${loaderData.row.className}, ${loaderData.dayText}` : "Timetable");
}

export const shouldRevalidate = revalidateAfterConflict;

/** The page of one class session. A trainer sees those they teach. */
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
  return staffAction({ context, request }, ["publish", "timetable"], sessionForm, async (form) =>
    actionResponse(await changeSession(form, params.session), form.values.do, form),
  );
}

/** Sentences for what was just done with a class session, by the value of `do`. */
const DONE = new Map(
  Object.entries({
    cancel: "is cancelled.",
    move: "is moved.",
    substitute: "is handed over.",
    restore: "is as it was before.",
    add: "is added.",
  }),
);

export default function TimetableSession({ loaderData, actionData }: Route.ComponentProps) {
  const {
    row,
    dayText,
    today,
    weekPath,
    seen,
    hasBegun,
    decisions,
    dayPath,
    slot,
    trainers,
    mayChange,
    bookings,
    done,
  } = loaderData;
  const { time, className, isClosed } = row;
  const sentence = done === null ? undefined : DONE.get(done);
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
      {actionData === undefined && sentence && (
        <Notice>
          <b>{`${className}, ${dayText}, ${time.from}, ${sentence}`}</b> {seen}
        </Notice>
      )}
      {actionData?.errors.form && <Notice isBad>{actionData.errors.form}</Notice>}
      <div className="session-marks">
        <SessionMarks row={row} />
      </div>
      {bookings && <SessionBookings id={row.id} bookings={bookings} mayChange={mayChange && !hasBegun} />}
      {loaderData.deskContact && (
        <p className="actions">
          <DeskContactLink contact={loaderData.deskContact} className="button" />
        </p>
      )}
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
      <SessionSide decisions={decisions} dayPath={dayPath} slot={mayChange ? slot : null} />
    </>
  );
}

type PageData = Route.ComponentProps["loaderData"];

/** The people whom a change of a class session concerns, and the way to them. */
function SessionBookings({
  id,
  bookings: { booked, toTell },
  mayChange,
}: {
  id: string;
  bookings: NonNullable<PageData["bookings"]>;
  /** It can still be cancelled, moved or handed over by this member. */
  mayChange: boolean;
}) {
  return (
    <Notice
      action={
        <Link className={toTell === null ? "link" : "button ink"} to={href("/staff/day/:session", { session: id })}>
          {toTell === null ? "At the desk" : "Call list"}
        </Link>
      }
    >
      {toTell === null ? (
        <>
          <b>{booked ?? "Nobody has booked yet."}</b>
          {booked !== null &&
            mayChange &&
            " When it is cancelled, moved or handed over, whoever has an account gets a mail, and all go on the call list."}
        </>
      ) : (
        <>
          <b>{toTell}</b> Whoever booked online gets a mail.
        </>
      )}
    </Notice>
  );
}

/** Beside the forms: what was decided about the session, and the ways to its weekly slot and to its day on the site. */
function SessionSide({ decisions, dayPath, slot }: Pick<PageData, "decisions" | "dayPath" | "slot">) {
  return (
    <aside className="session-more" aria-label="About this class">
      {decisions.length > 0 && (
        <section>
          <h2 className="h3">Decided</h2>
          <ol className="facts decisions">
            {decisions.map(({ id, who, sentence, when }) => (
              <li key={id}>
                <b>{who}</b> {sentence}
                <small>{when}</small>
              </li>
            ))}
          </ol>
        </section>
      )}
      {slot !== null && (
        <section>
          <h2 className="h3">Every week</h2>
          <ul className="facts">
            {[
              { to: slotPath(slot), label: "Change it, or take it off" },
              { to: `${slotPath("new")}?from=${slot}`, label: "Copy it to another day or time" },
            ].map(({ to, label }) => (
              <li key={to}>
                <Link to={to}>{label}</Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {dayPath !== undefined && (
        <p>
          <Link className="link" to={dayPath} reloadDocument>
            See its day on the site
          </Link>
        </p>
      )}
    </aside>
  );
}
