import type { DeskBookingView, DeskSessionView } from "./desk-session-view.ts";
import { PersonDetails } from "./person-details.tsx";
import { BookingRowForm, type RowContext } from "./person-row.tsx";
import { ToTell } from "./to-tell.tsx";

/** The people of one session: those with a place, the waiting list, and those who had one, each with what happened. */
export function SessionPeople({ session, ...context }: Omit<RowContext, "session"> & { session: DeskSessionView }) {
  const { row, people, waiting, toTell, ended, isBookable } = session;
  const shared = { ...context, session: row.id };
  const rows = (list: readonly DeskBookingView[], isLine = false) =>
    list.map((person, index) => (
      <BookingRowForm key={person.id} person={person} {...(isLine && { number: index + 1 })} {...shared}>
        <PersonDetails person={person} />
      </BookingRowForm>
    ));
  return (
    <div className="desk-people">
      {people.length > 0 && <ul className="board people-in">{rows(people)}</ul>}
      {people.length === 0 && isBookable && <p className="nobody">Nobody has booked yet.</p>}
      {waiting.length > 0 && (
        <>
          <h2 className="h3">Waiting list</h2>
          <ol className="board people-in">{rows(waiting, true)}</ol>
        </>
      )}
      {toTell.length > 0 && <ToTell session={session} />}
      {ended.length > 0 && (
        <section className="no-print">
          <h2 className="h3">No longer booked</h2>
          <ul className="board people-in">{rows(ended)}</ul>
        </section>
      )}
    </div>
  );
}
