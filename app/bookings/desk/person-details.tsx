import { Form } from "react-router";
import type { BookingDetails, DeskBookingView } from "./desk-session-view.ts";

/** What has happened to a booking, and what the desk can do about it: below its row on the page of the session. */
export function PersonDetails({ person: { id, name, isNameless, email, details } }: { person: DeskBookingView }) {
  if (details === undefined) return null;
  const { promise, events, cancels, mayExcuse } = details;
  // Without a name the address stands above already.
  const hasAddress = email !== "" && !isNameless;
  const [latest, ...earlier] = events;
  return (
    <div className="person-details">
      {(hasAddress || promise !== "") && (
        <p>
          {hasAddress && (
            <a href={`mailto:${email}`} className="inline-block py-2.5">
              {email}
            </a>
          )}
          {promise}
        </p>
      )}
      {earlier.length === 0 ? (
        latest !== undefined && <p>{latest}</p>
      ) : (
        <details>
          <summary>
            {latest}
            <span className="sr-only">{`: ${name}`}</span>
          </summary>
          <ol>
            {earlier.map((event) => (
              <li key={event}>{event}</li>
            ))}
          </ol>
        </details>
      )}
      <BookingActs id={id} name={name} cancels={cancels} mayExcuse={mayExcuse} />
    </div>
  );
}

function BookingActs({
  id,
  name,
  cancels,
  mayExcuse,
}: {
  id: string;
  name: string;
  cancels: BookingDetails["cancels"];
  mayExcuse: boolean;
}) {
  if (cancels === null && !mayExcuse) return null;
  const booking = <input type="hidden" name="booking" value={id} />;
  const of = <span className="sr-only">{`: ${name}`}</span>;
  if (cancels === "place") {
    return (
      <details className="desk-acts">
        <summary className="link">Cancel{of}</summary>
        <Form method="post" className="asked" preventScrollReset>
          {booking}
          <p>Cancel this booking? The place is free at once, and counts as late only if you say so.</p>
          <p className="actions">
            <button type="submit" name="do" value="cancel" className="button">
              Free of charge{of}
            </button>
            <button type="submit" name="do" value="cancel-late" className="button">
              As late{of}
            </button>
          </p>
        </Form>
      </details>
    );
  }
  if (cancels === "walk-in") {
    return (
      <details className="desk-acts">
        <summary className="link">Remove{of}</summary>
        <Form method="post" className="asked" preventScrollReset>
          {booking}
          <p>Remove this walk-in? For one that was added by mistake: it doesn’t count as a visit then.</p>
          <p className="actions">
            <button type="submit" name="do" value="remove" className="button">
              Remove the walk-in{of}
            </button>
          </p>
        </Form>
      </details>
    );
  }
  return (
    <Form method="post" className="desk-acts" preventScrollReset>
      {booking}
      <button type="submit" name="do" value={mayExcuse ? "excuse" : "leave"} className="link">
        {mayExcuse ? "Excuse it" : "Take off the list"}
        {of}
      </button>
    </Form>
  );
}
