import { ConsoleTextField } from "../../console/text-field.tsx";
import { CONSENT_WAYS } from "../../pictures/consent-terms.ts";

/** What a returned form says about a consent. */
export type TypedConsent = { agreedOn: string; agreedHow: string; problem: string | undefined };

/** The consent of the person whose words these are, as a part of the entry's form. */
export function EntryConsentFields({ typed }: { typed: TypedConsent | undefined }) {
  const errors: Record<string, string> = typed?.problem === undefined ? {} : { agreedOn: typed.problem };
  return (
    <fieldset className="field">
      <legend className="legend mb-1.5">Consent</legend>
      <p className="help">
        Somebody’s words under their name are personal data: they are on the site while the person agrees.
      </p>
      <div className="pair">
        <ConsoleTextField
          name="agreedOn"
          type="date"
          label="Agreed on"
          returned={typed && { errors, typed: { agreedOn: typed.agreedOn } }}
        />
        <div className="field">
          <label htmlFor="agreed-how">How it was given</label>
          <select id="agreed-how" name="agreedHow" defaultValue={typed?.agreedHow ?? "person"}>
            {Object.entries(CONSENT_WAYS).map(([code, text]) => (
              <option key={code} value={code}>
                {text}
              </option>
            ))}
          </select>
        </div>
      </div>
    </fieldset>
  );
}
