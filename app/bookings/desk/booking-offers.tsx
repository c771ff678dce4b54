import { Form } from "react-router";
import type { BookingOffersView } from "./booking-offers.server.ts";

export function BookingOffers({
  offers,
  moreOffers,
  formId,
  name,
}: BookingOffersView & { formId: string; name: string }) {
  const rows = (list: typeof offers) => (
    <ul className="board">
      {list.map(({ id, className, when, about }) => (
        <li key={id} className="row">
          <div>
            <p className="name sentence">{`${className}, ${when}`}</p>
            <p className="about">{about}</p>
          </div>
          <button type="submit" name="session" value={id} className="end button">
            Book<span className="sr-only">{` ${className}, ${when}, for ${name}`}</span>
          </button>
        </li>
      ))}
    </ul>
  );
  if (offers.length === 0) return <p className="empty">No classes with free places.</p>;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="do" value="book" />
      <input type="hidden" name="formId" value={formId} />
      {rows(offers)}
      {moreOffers.length > 0 && (
        <details>
          <summary className="link">Later classes</summary>
          {rows(moreOffers)}
        </details>
      )}
    </Form>
  );
}
