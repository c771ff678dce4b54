import { type MouseEvent, useEffect, useEffectEvent, useRef } from "react";
import { Form, href, Link, useFetcher } from "react-router";
import { ConsoleButton } from "../../console/page-parts.tsx";
import { withoutBreaks } from "../../time/without-breaks.ts";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { CallListPeople } from "./call-list.tsx";
import type { CallListView } from "./call-list-view.server.ts";
import type { CheckInAction, OnReturned, ReturnedCheckIn } from "./desk-page.tsx";
import type { BookingDetails, DeskBookingView, DeskSessionView } from "./desk-session-view.server.ts";

/**
 * The people of one session: to tell, booked, waiting, and no longer booked.
 * @param isOwnPage false on the day's page
 */
export function SessionPeople({
  session,
  callList,
  isOwnPage,
  ...context
}: Omit<RowContext, "session"> & {
  session: DeskSessionView;
  callList: CallListView | undefined;
  isOwnPage: boolean;
}) {
  const { row, people, waiting, isBookable } = session;
  const toTellIds = new Set(callList?.people.map(({ bookingId }) => bookingId));
  const ended = session.ended.filter(({ id }) => !toTellIds.has(id));
  const Heading = isOwnPage ? "h2" : "h3";
  const hasPeople = people.length > 0 || isBookable;
  // On the day's page they belong to their class, whose rule is above both.
  const inClass = "gap-field *:first:border-t-0 max-lg:*:first:pt-0 print:pt-2";
  const rows = (list: readonly DeskBookingView[], isWaiting = false) =>
    list.map((person, index) => (
      <BookingRowForm
        key={person.id}
        person={person}
        {...(isWaiting && { position: index + 1 })}
        {...context}
        session={row.id}
      />
    ));
  return (
    <div className={`grid content-start empty:hidden ${isOwnPage ? "gap-part" : inClass}`}>
      {callList && <DeskSessionCallList callList={callList} isOwnPage={isOwnPage} />}
      {hasPeople && (
        <div className={callList || people.length === 0 ? "part" : "part pt-line"}>
          {callList && <Heading>Booked</Heading>}
          {people.length > 0 ? (
            <ul className={callList ? "board" : "board border-t-0"}>{rows(people)}</ul>
          ) : (
            <p className="empty">{isOwnPage ? "Nobody has booked yet." : "Nobody has booked."}</p>
          )}
        </div>
      )}
      {waiting.length > 0 && (
        <div className="part">
          <Heading>{isOwnPage ? "Waiting list" : "Waiting"}</Heading>
          <ol className="board">{rows(waiting, true)}</ol>
        </div>
      )}
      {ended.length > 0 && (
        <section className="part print:hidden">
          <h2>No longer booked</h2>
          <ul className="board">{rows(ended)}</ul>
        </section>
      )}
    </div>
  );
}

export function DeskSessionCallList({ callList, isOwnPage }: { callList: CallListView; isOwnPage: boolean }) {
  const Heading = isOwnPage ? "h2" : "h3";
  return (
    <div className="part">
      <Heading>Call list</Heading>
      <CallListPeople session={callList} back={isOwnPage ? "session" : "day"} />
    </div>
  );
}

const LABELS: Record<CheckInAction, string> = { here: "Here", undo: "Undo", missed: "Missed" };

export type RowContext = {
  session: string;
  address: string;
  /** The form returned with the page, without JavaScript. */
  returned: ReturnedCheckIn | undefined;
  onReturned: OnReturned;
};

/**
 * A person of a session, with the current actions. Rows send their check-ins independently, so that several can run
 * over a slow connection.
 */
function BookingRowForm({
  person,
  position,
  ...context
}: RowContext & {
  person: DeskBookingView;
  /** Position on the waiting list, from 1. */
  position?: number;
}) {
  const { personId, name, isNameless, phone, email, state, mark, actions, details, guestOf, cover } = person;
  const row = useRef<HTMLLIElement>(null);
  const isHere = mark === "on";
  return (
    <li className="person" ref={row} tabIndex={-1}>
      <p className={isNameless ? "name sentence" : "name"}>
        {position !== undefined && <span className="text-graphite">{position}.</span>}{" "}
        {details && personId !== null ? (
          <Link to={href("/staff/members/:person", { person: personId })}>{name}</Link>
        ) : (
          name
        )}
      </p>
      <p className="about">
        <span className={`state ${mark} ${isHere && actions.length > 0 ? "not-print:hidden" : ""}`}>{state}</span>
        {cover && <b className="font-semibold">{withoutBreaks(cover)}</b>}
        {phone && <a href={`tel:${phone.number}`}>{phone.text}</a>}
        {/* The address replaces a missing name above. */}
        {details && email !== "" && !isNameless && <a href={`mailto:${email}`}>{email}</a>}
        {guestOf && <span>{guestOf}</span>}
      </p>
      {actions.length > 0 && <CheckInButtons person={person} isHere={isHere} row={row} {...context} />}
      {details && <PersonDetails person={person} details={details} />}
    </li>
  );
}

function CheckInButtons({
  person,
  isHere,
  row,
  session,
  address,
  returned,
  onReturned,
}: RowContext & { person: DeskBookingView; isHere: boolean; row: { current: HTMLLIElement | null } }) {
  const { id, name, actions } = person;
  const fetcher = useFetcher<ReturnedCheckIn>({ key: `check-in ${id}` });
  const isHydrated = useHydrated();
  const { data: sent } = fetcher;
  const onSent = useEffectEvent((returned: ReturnedCheckIn) => onReturned(person, returned));
  useEffect(() => {
    if (sent !== undefined) onSent(sent);
  }, [sent]);
  const sending = fetcher.formData?.get("do");
  const result = sent ?? (returned?.typed.booking === id ? returned : undefined);
  const problem = sending == null ? result?.errors.form : undefined;
  const failed = problem !== undefined && !result?.isRefused ? result?.typed.do : undefined;
  return (
    <fetcher.Form
      method="post"
      action={address}
      className="presses"
      preventScrollReset
      defaultShouldRevalidate={false}
      onClick={ignoreSecondClick}
      onSubmit={(event) => {
        // A row runs a single action at a time.
        if (fetcher.state !== "idle") event.preventDefault();
        // The pressed button is about to go. Focused now, the row pressed last keeps the focus, in whatever order responses arrive.
        else row.current?.focus({ preventScroll: true });
      }}
    >
      <input type="hidden" name="session" value={session} />
      <input type="hidden" name="booking" value={id} />
      {isHydrated && <input type="hidden" name="script" value="1" />}
      {problem !== undefined && (
        <p className="error max-w-[30em] text-sm" role="alert">
          {failed === undefined ? problem : "Not sent."}
        </p>
      )}
      {sending != null ? (
        <p className="quiet grid place-items-center" role="status">
          Sending…<span className="sr-only">{` ${name}`}</span>
        </p>
      ) : failed !== undefined ? (
        <ConsoleButton name="do" value={failed} label="Try again" about={`: ${name}`} />
      ) : (
        <>
          {/* The likeliest last, at the edge of the row. */}
          {[...actions].reverse().map((action) => (
            <ConsoleButton
              key={action}
              name="do"
              value={action}
              className={action === "here" ? "button" : "link"}
              label={LABELS[action]}
              about={`: ${name}`}
            />
          ))}
          {isHere && <span className="state on">Here</span>}
        </>
      )}
    </fetcher.Form>
  );
}

/** The second click of a double click would hit the button that replaced the first. */
function ignoreSecondClick(event: MouseEvent) {
  if (event.detail > 1) event.preventDefault();
}

function PersonDetails({ person, details }: { person: DeskBookingView; details: BookingDetails }) {
  const { name } = person;
  const { deadline, events } = details;
  const [latest = "", ...earlier] = events;
  const hasForms = details.cancels !== null || details.mayExcuse;
  return (
    <div
      className={`quiet grid grid-cols-[minmax(0,1fr)_auto] items-baseline-last gap-x-4 print:hidden ${hasForms ? "col-span-full" : "max-sm:col-span-full sm:col-start-1"}`}
    >
      <div>
        {deadline !== "" && <p>{withoutBreaks(deadline)}</p>}
        {earlier.length === 0 ? (
          latest !== "" && <p>{withoutBreaks(latest)}</p>
        ) : (
          <details>
            <summary>
              {withoutBreaks(latest)}
              <span className="sr-only">{`: ${name}`}</span>
            </summary>
            <ol className="pl-4">
              {earlier.map((event) => (
                <li key={event}>{withoutBreaks(event)}</li>
              ))}
            </ol>
          </details>
        )}
      </div>
      {hasForms && <BookingForms person={person} details={details} />}
    </div>
  );
}

type BookingFormsProps = { person: DeskBookingView; details: BookingDetails };

function BookingForms({ person: { id, name }, details: { cancels, mayExcuse, guest } }: BookingFormsProps) {
  const about = `: ${name}`;
  const button = (action: string, label: string, className?: string) => (
    <ConsoleButton name="do" value={action} className={className} label={label} about={about} />
  );
  const booking = <input type="hidden" name="booking" value={id} />;
  if (cancels === "place" || cancels === "walk-in") {
    const isPlace = cancels === "place";
    return (
      <details className="text-ink open:col-span-full">
        <summary className="link">
          {isPlace ? "Cancel" : "Remove"}
          <span className="sr-only">{about}</span>
        </summary>
        {/* Scrolls to the top, where the result is. */}
        <Form method="post" className="asked">
          {booking}
          <p>
            {isPlace
              ? `Cancel this booking${guest === undefined ? "" : `, and the booking of the guest, ${guest}`}? The first person on the waiting list gets the place. It counts as a late cancellation only if you choose that.`
              : "Remove this walk-in? Use this if it was added by mistake: it then doesn’t count as a visit."}
          </p>
          <p className="actions">
            {isPlace ? (
              <>
                {button("cancel", "Free of charge")}
                {button("cancel-late", "As a late cancellation")}
              </>
            ) : (
              button("remove", "Remove the walk-in")
            )}
          </p>
        </Form>
      </details>
    );
  }
  return (
    <Form method="post" className="text-ink" preventScrollReset>
      {booking}
      {mayExcuse
        ? button("excuse", "Excuse late cancellation", "link")
        : button("leave", "Remove from the list", "link")}
    </Form>
  );
}
