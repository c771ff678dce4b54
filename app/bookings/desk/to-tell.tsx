import type { DeskSessionView } from "./desk-session-view.ts";

/**
 * Those who had a place in a class that does not take place, or waited for one, with the ways to reach them. Nothing is sent
 * from here.
 */
export function ToTell({ session }: { session: DeskSessionView }) {
  const { toTell: people, row, shortDate } = session;
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
