import { Form } from "react-router";
import type { ReturnedForm } from "../../forms/form-state.ts";
import { ConsentFields } from "./consent-fields.tsx";

/** A consent as the register shows it, its terms and moments in words. */
export type RegisterEntry = {
  id: string;
  name: string;
  guardian: string;
  /** What is known of it: when and how it was given, or that it was withdrawn. */
  terms: string;
  state: "given" | "waiting" | "withdrawn";
};

/**
 * The people who are to be seen in a picture, each with their consent and what can be done with it.
 * @param openId the entry whose form was returned
 */
export function Register({
  entries,
  mayChange,
  places,
  returned,
  openId,
}: {
  entries: readonly RegisterEntry[];
  mayChange: boolean;
  places: number;
  returned: ReturnedForm | undefined;
  openId: string | undefined;
}) {
  return (
    <ul className="people">
      {entries.map((entry) => (
        <li key={entry.id}>
          <p>
            <b>{entry.name}</b>
            {entry.guardian !== "" && `, a child: ${entry.guardian} agreed`}
            <small>{entry.terms}</small>
          </p>
          {mayChange && entry.state === "given" && <Withdrawal entry={entry} places={places} />}
          {mayChange && entry.state === "waiting" && (
            <ConsentGiven entry={entry} returned={openId === entry.id ? returned : undefined} />
          )}
        </li>
      ))}
    </ul>
  );
}

/** Asks once more, because it can't be undone. */
function Withdrawal({ entry, places }: { entry: RegisterEntry; places: number }) {
  const where =
    places === 0
      ? "It is not on the site now."
      : `It disappears from the site, in ${places === 1 ? "one place" : `${places} places`}, within seconds.`;
  return (
    <details>
      <summary className="link">
        Withdraw<span className="sr-only"> the consent of {entry.name}</span>
      </summary>
      <Form method="post" className="asked">
        <p>{where} All files of the picture are deleted, and that can’t be undone. The register keeps this entry.</p>
        <input type="hidden" name="id" value={entry.id} />
        <button type="submit" name="do" value="withdraw" className="button ink">
          Withdraw consent, delete the picture’s files
        </button>
      </Form>
    </details>
  );
}

function ConsentGiven({ entry, returned }: { entry: RegisterEntry; returned: ReturnedForm | undefined }) {
  return (
    <details open={returned !== undefined}>
      <summary className="link">
        Record consent<span className="sr-only"> of {entry.name}</span>
      </summary>
      <Form method="post" className="asked" noValidate>
        <input type="hidden" name="id" value={entry.id} />
        <ConsentFields name={entry.name} returned={returned} />
        <div className="actions">
          <button type="submit" name="do" value="give" className="button ink">
            Record consent
          </button>
          <button type="submit" name="do" value="forget" className="link">
            Not in this picture
          </button>
        </div>
      </Form>
    </details>
  );
}
