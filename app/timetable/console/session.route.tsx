import { data, href, Link } from "react-router";
import { readSessionBookings } from "../../bookings/desk/desk-pages.server.ts";
import { ActionForm, ActionPage, ActionPress } from "../../console/kit/action-page.tsx";
import { type Found, staffActions } from "../../console/kit/staff-actions.server.ts";
import { ConsoleLink, Notice } from "../../console/page-parts.tsx";
import { ConsoleTrainerName, isCancelledByHand, isDecided, SessionMarks } from "../../console/session-marks.tsx";
import type { Services } from "../../platform/services.ts";
import { wholeNumberIn } from "../../platform/text.ts";
import { ownTrainer, type StaffMember } from "../../staff/roles.ts";
import type { ClassSession } from "../class-session.ts";
import { findClassSession } from "../class-sessions.server.ts";
import { SESSION_PROBLEMS } from "../problems.ts";
import {
  cancelSession,
  moveSession,
  restoreSession,
  type SessionOutcome,
  substituteTrainer,
} from "../session-actions.server.ts";
import type { ConfirmedWarnings } from "../session-checks.server.ts";
import { slotPath } from "../weekly-slot.ts";
import type { Route } from "./+types/session.route";
import { DeskContactLink } from "./desk-contact-link.tsx";
import { SESSION_ACTIONS } from "./session-actions.ts";
import { confirmedWarnings, explained, readTimes } from "./session-outcome.server.ts";
import { readSessionPage } from "./timetable-pages.server.ts";

export { revalidateAfterConflict as shouldRevalidate } from "../../forms/post-form.tsx";

type FoundSession = Found & { session: ClassSession };

type Sent = { seen: string; anyway: string };

function changeAction<Values extends Sent>(
  work: (
    services: Services,
    form: Omit<Values, keyof Sent> & { id: string; seen: number; confirmed: ConfirmedWarnings },
    by: StaffMember,
  ) => Promise<SessionOutcome>,
) {
  const run = async ({ services, member, session }: FoundSession, { seen, anyway, ...values }: Values) => {
    const form = { ...values, id: session.id, seen: wholeNumberIn(seen) ?? 0, confirmed: confirmedWarnings(anyway) };
    return explained(services, await work(services, form, member));
  };
  return ["publish", run] as const;
}

const server = staffActions(SESSION_ACTIONS, {
  may: ["see", "timetable"],
  problems: SESSION_PROBLEMS,
  find: async (request: Found, { params }: Route.LoaderArgs) => {
    const session = await findClassSession(request.services, params.session);
    if (session === undefined) throw data(null, { status: 404 });
    const own = ownTrainer(request.member);
    if (own !== undefined && session.trainerSlug !== own) throw data(null, { status: 403 });
    return { ...request, session };
  },
  load: async ({ services, member, session }) => ({
    ...(await readSessionPage(services, session, member)),
    bookings: await readSessionBookings(services, session.id),
  }),
  run: {
    cancel: changeAction(cancelSession),
    move: changeAction((services, { from, to, ...form }, by) =>
      moveSession(services, { ...form, time: readTimes({ from, to }) }, by),
    ),
    substitute: changeAction((services, { trainer, ...form }, by) =>
      substituteTrainer(services, { ...form, trainerSlug: trainer }, by),
    ),
    restore: changeAction(restoreSession),
  },
  to: ({ session }) => href("/staff/timetable/:session", { session: session.id }),
});
export const loader = server.loader;
export const action = server.action;

export default function TimetableSession({ loaderData: { page, done } }: Route.ComponentProps) {
  const { row, dayText, today, hasBegun, mayChange, bookings } = page;
  const { date, time, className, sequence, isClosed, state } = row;
  const isOpen = mayChange && !hasBegun;
  const hasForms = isOpen && !isCancelledByHand(row);
  return (
    <ActionPage
      actions={SESSION_ACTIONS}
      title={className}
      about={dayText}
      back={{ to: page.weekPath, label: "Timetable" }}
      meta={
        <>
          {`${dayText}, ${time.from}-${time.to}, `}
          <ConsoleTrainerName session={row} />
        </>
      }
      seen={sequence}
      notice={
        isSessionAction(done) && (
          <Notice>
            <b>{`${className}, ${dayText}, ${time.from}, ${SESSION_ACTIONS[done].done}`}</b> {page.visibility}
          </Notice>
        )
      }
      layout=""
    >
      <SessionMarks row={row} />
      {bookings && <SessionBookings id={row.id} bookings={bookings} mayChange={isOpen} />}
      {page.deskContact && (
        <p className="actions">
          <DeskContactLink contact={page.deskContact} className="button" />
        </p>
      )}
      {hasBegun && <Notice>This class has begun and can’t be changed any more.</Notice>}
      {isOpen && isClosed && (
        <Notice action={<ConsoleLink to={href("/staff/timetable/closures")} label="Closed days" />}>
          The gym is closed that day. You can move the class to another day, or reopen the day.
        </Notice>
      )}
      {isOpen && isDecided(row) && <RestoreNotice isCancelled={isCancelledByHand(row)} />}
      <div className={hasForms ? "parts sm:grid-cols-2 print:grid-cols-1" : "parts"}>
        {hasForms && (
          <>
            <ActionForm action="substitute" title="Another trainer" options={{ trainer: page.trainers }} />
            <ActionForm action="move" title="Another day or time" values={{ date, ...time }} earliest={today} />
            {state === "scheduled" && <ActionForm action="cancel" title="Cancel this class" />}
          </>
        )}
        <SessionSide {...page} slot={mayChange ? page.slot : null} />
      </div>
    </ActionPage>
  );
}

function isSessionAction(done: string | undefined): done is keyof typeof SESSION_ACTIONS {
  return done !== undefined;
}

function RestoreNotice({ isCancelled }: { isCancelled: boolean }) {
  const submit = isCancelled ? "Undo the cancellation" : "Undo";
  return (
    <div className="notice">
      <p>
        {isCancelled
          ? "If you undo this, the class takes place at the same time and with the same trainer. Everybody who had booked gets their place back, and an email."
          : "If you undo this, the class goes back to its planned time and trainer."}
      </p>
      <ActionPress action="restore" submit={submit} className="button" />
    </div>
  );
}

type PageData = Route.ComponentProps["loaderData"]["page"];

type SessionBookingsProps = {
  id: string;
  bookings: NonNullable<PageData["bookings"]>;
  /** Whether this member can still cancel, move or hand over the session. */
  mayChange: boolean;
};

/** The people who have booked a class session, with a link to them. */
function SessionBookings({ id, bookings: { booked, toTell }, mayChange }: SessionBookingsProps) {
  return (
    <Notice
      action={
        <Link className={toTell === null ? "link" : "button"} to={href("/staff/day/:session", { session: id })}>
          {toTell === null ? "Day" : "Call list"}
        </Link>
      }
    >
      {toTell === null ? (
        <>
          <b>{booked ?? "Nobody has booked yet."}</b>
          {booked !== null &&
            mayChange &&
            " If it is cancelled, moved or handed over, those with an account get an email, and all of them go on the call list."}
        </>
      ) : (
        <>
          <b>{toTell}</b> Everybody who booked online gets an email.
        </>
      )}
    </Notice>
  );
}

/** Next to the forms: the session's overrides, and links to its weekly slot and its day on the site. */
function SessionSide({ decisions, dayPath, slot }: Pick<PageData, "decisions" | "dayPath" | "slot">) {
  return (
    <aside className="contents" aria-label="About this class">
      {decisions.length > 0 && (
        <section className="part">
          <h2>Manual changes</h2>
          <ol className="facts">
            {decisions.map(({ id, who, sentence, when }) => (
              <li key={id}>
                <b>{who}</b> {sentence}
                <small>{when}</small>
              </li>
            ))}
          </ol>
        </section>
      )}
      {(slot !== null || dayPath !== undefined) && (
        <section className="part print:hidden">
          <h2>{slot === null ? "On the site" : "Weekly class"}</h2>
          <ul className="facts">
            {(slot === null
              ? []
              : [
                  { to: slotPath(slot), label: "Change or remove it" },
                  { to: `${slotPath("new")}?from=${slot}`, label: "Copy it to another day or time" },
                ]
            ).map(({ to, label }) => (
              <li key={to}>
                <Link to={to}>{label}</Link>
              </li>
            ))}
            {dayPath !== undefined && (
              <li>
                <Link to={dayPath} reloadDocument>
                  See this day on the site
                </Link>
              </li>
            )}
          </ul>
        </section>
      )}
    </aside>
  );
}
