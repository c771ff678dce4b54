import { CallListPeople } from "./call-list.tsx";
import type { CallListView } from "./call-list-view.server.ts";
import type { DeskBookingView, DeskSessionView } from "./desk-session-view.server.ts";
import { BookingRowForm, type RowContext } from "./person-row.tsx";

/**
 * The people of one session: to be told, booked, waiting, and ended. @param isOwnPage the session has the page to
 * itself
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
  const untold = new Set(callList?.people.map(({ bookingId }) => bookingId));
  const ended = session.ended.filter(({ id }) => !untold.has(id));
  const hasPeople = people.length > 0 || isBookable;
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
    <div className="desk-people">
      {callList && (
        <>
          <DeskSessionCallList callList={callList} isOwnPage={isOwnPage} />
          {hasPeople && (isOwnPage ? <h2 className="h3">Booked</h2> : <h3>Booked</h3>)}
        </>
      )}
      {people.length > 0 && <ul className="board people-in">{rows(people)}</ul>}
      {people.length === 0 && isBookable && (
        <p className="nobody">{isOwnPage ? "Nobody has booked yet." : "Nobody has booked."}</p>
      )}
      {waiting.length > 0 && (
        <>
          {isOwnPage ? <h2 className="h3">Waiting list</h2> : <h3>Waiting</h3>}
          <ol className="board people-in">{rows(waiting, true)}</ol>
        </>
      )}
      {ended.length > 0 && (
        <section className="no-print">
          <h2 className="h3">No longer booked</h2>
          <ul className="board people-in">{rows(ended)}</ul>
        </section>
      )}
    </div>
  );
}

export function DeskSessionCallList({ callList, isOwnPage }: { callList: CallListView; isOwnPage: boolean }) {
  return (
    <>
      {isOwnPage ? <h2 className="h3">Call list</h2> : <h3>Call list</h3>}
      <CallListPeople session={callList} back={isOwnPage ? "session" : "day"} />
    </>
  );
}
