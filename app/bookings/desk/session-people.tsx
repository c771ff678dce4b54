import type { DeskBookingView, DeskSessionView } from "./desk-session-view.server.ts";
import { BookingRowForm, type RowContext } from "./person-row.tsx";

/**
 * The people of one session: those with a place, the waiting list, and those who had one.
 * @param isOwnPage on the page of the session, not among the others of its day
 */
export function SessionPeople({
  session,
  isOwnPage,
  ...context
}: Omit<RowContext, "session"> & { session: DeskSessionView; isOwnPage: boolean }) {
  const { row, people, waiting, toNotify, ended, isBookable } = session;
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
      {toNotify.length > 0 && <PeopleToNotify session={session} />}
      {ended.length > 0 && (
        <section className="no-print">
          <h2 className="h3">No longer booked</h2>
          <ul className="board people-in">{rows(ended)}</ul>
        </section>
      )}
    </div>
  );
}

/**
 * Those who had a place in a cancelled class, or waited for one, with the ways to reach them. Nothing is sent from here.
 */
function PeopleToNotify({ session }: { session: DeskSessionView }) {
  const { toNotify: people, row, shortDate } = session;
  const { className, time, reason } = row;
  const subject = `${className}, ${shortDate}, ${time.from}: cancelled`;
  const text = `${className} on ${shortDate}, ${time.from}, does not take place${reason === null ? "." : `: ${reason}`}`;
  const addresses = people.flatMap(({ email }) => (email === "" ? [] : [email]));
  return (
    <>
      <h3>To tell</h3>
      <p className="help">
        Whoever booked online gets a mail with the reason. Mail is read late: call those who are on their way.
      </p>
      <ul className="board people-in to-tell">
        {people.map(({ id, name, isNameless, phone, email, state }) => (
          <li key={id} className="person">
            <span className="tick-box" aria-hidden="true" />
            <p className={isNameless ? "name sentence" : "name"}>{name}</p>
            <p className="about">{phone === null && email === "" ? `${state}; no number, no address` : state}</p>
            <p className="ways">
              {phone && (
                <>
                  <a className="link" href={`tel:${phone.number}`}>
                    {phone.text}
                  </a>
                  <a className="link" href={`sms:${phone.number}?body=${encodeURIComponent(text)}`}>
                    SMS<span className="sr-only">{` to ${name}`}</span>
                  </a>
                </>
              )}
              {email !== "" && (
                <a className="link" href={mailAddress(email, subject, text)}>
                  Mail<span className="sr-only">{` to ${name}`}</span>
                </a>
              )}
            </p>
          </li>
        ))}
      </ul>
      {addresses.length > 1 && (
        <p className="mail-to-all">
          <a
            className="link"
            href={`${mailAddress("", subject, text)}&bcc=${addresses.map(encodeURIComponent).join(",")}`}
          >
            {`One mail to all ${addresses.length}`}
          </a>
        </p>
      )}
    </>
  );
}

function mailAddress(email: string, subject: string, body: string): string {
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
