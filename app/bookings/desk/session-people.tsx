import { CallListPeople } from "./call-list.tsx";
import type { CallListView } from "./call-list-view.server.ts";
import type { DeskBookingView, DeskSessionView } from "./desk-session-view.server.ts";
import { BookingRowForm, type RowContext } from "./person-row.tsx";

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
  // On narrow screens of the day they follow their class, which has the rule.
  const belowClass = isOwnPage ? "" : "max-lg:border-t-0! max-lg:pt-0!";
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
    <div className="grid content-start gap-field empty:border-t-4 max-lg:empty:hidden">
      {callList && <DeskSessionCallList callList={callList} isOwnPage={isOwnPage} />}
      {hasPeople && (
        <div className={callList ? "part" : people.length > 0 ? `part pt-0! ${belowClass}` : `part ${belowClass}`}>
          {callList && <Heading>Booked</Heading>}
          {people.length > 0 ? (
            <ul className={callList ? "board" : "board border-t-0!"}>{rows(people)}</ul>
          ) : (
            <p className="quiet">{isOwnPage ? "Nobody has booked yet." : "Nobody has booked."}</p>
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
    <div className={isOwnPage ? "part" : "part print:border-t-0!"}>
      <Heading>Call list</Heading>
      <CallListPeople session={callList} back={isOwnPage ? "session" : "day"} />
    </div>
  );
}
