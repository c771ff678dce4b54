import { Link } from "react-router";
import { TextField } from "../../forms/fields.tsx";
import type { ReturnedForm } from "../../forms/form-state.ts";
import { FormAlert, PostForm, SubmitButton, useReturnedForm } from "../../forms/post-form.tsx";
import { LINK } from "../../ui/link-styles.ts";
import type { BookingStateView } from "./booking-view.ts";
import { PlaceInLine, Statement } from "./session-facts.tsx";

type Offer = Extract<BookingStateView, { kind: "offer" }>;

/** The button that books a place, or one in line. Who has not booked before says a name with it. */
export function OfferForm({
  offer,
  className,
  returnedForm,
}: {
  offer: Offer;
  className: string;
  returnedForm: ReturnedForm | undefined;
}) {
  const returned = useReturnedForm(returnedForm);
  const { line, promise, note, leavePath, needsName, others } = offer;
  return (
    <>
      {note && <p className="mt-6.5 text-lg font-bold">{note}</p>}
      {line !== undefined && <PlaceInLine before="This class is full. You would be" line={line} />}
      <Statement said={promise} />
      <PostForm returned={returned}>
        <FormAlert returned={returned} />
        {needsName && (
          <>
            <TextField
              name="name"
              label="Your name"
              starred
              hint="The desk checks you in by it."
              autoComplete="name"
              returned={returned}
            />
            <TextField
              name="phone"
              label="Phone"
              type="tel"
              hint="If you like: for news that can’t wait for a mail."
              autoComplete="tel"
              inputMode="tel"
              returned={returned}
            />
          </>
        )}
        <SubmitButton className="w-full">{line === undefined ? "Book" : "Join the waiting list"}</SubmitButton>
      </PostForm>
      {leavePath && (
        <p className="mt-3">
          <Link to={leavePath} className={LINK}>
            Leave the waiting list
          </Link>
        </p>
      )}
      {line !== undefined && others.length > 0 && <Others className={className} others={others} />}
    </>
  );
}

function Others({ className, others }: { className: string; others: Offer["others"] }) {
  return (
    <section aria-labelledby="others-title" className="mt-9 border-t border-white/15 pt-6.5">
      <h2 id="others-title" className="mb-2 text-[30px]">
        {className} with places
      </h2>
      <ul>
        {others.map(({ id, text, path }) => (
          <li key={id} className="flex items-center justify-between gap-4 border-b border-white/15 py-1">
            <b className="font-display text-2xl leading-tight font-black">{text}</b>
            <Link to={path} className={LINK}>
              Book<span className="sr-only">: {text}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
