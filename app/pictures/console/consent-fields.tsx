import { useId } from "react";
import { ConsoleTextField } from "../../console/text-field.tsx";
import type { ReturnedForm } from "../../forms/form-state.ts";
import { CONSENT_PURPOSES, CONSENT_WAYS } from "../consent-terms.ts";

/** A person and their consent. The names are those of `pictureForm`. */
export function ConsentFields({ returned, name }: { returned: ReturnedForm | undefined; name?: string }) {
  return (
    <div className="form">
      <div className="pair">
        <ConsoleTextField
          name="name"
          label="Name"
          maxLength={80}
          autoComplete="off"
          defaultValue={name}
          returned={returned}
        />
        <ConsoleTextField
          name="given_on"
          type="date"
          label="Agreed on"
          help="Empty: still to be asked."
          returned={returned}
        />
        <TermField name="purpose" label="To be used" terms={CONSENT_PURPOSES} returned={returned} />
        <TermField name="how" label="How it was given" terms={CONSENT_WAYS} returned={returned} />
      </div>
      <div>
        <label className="choice">
          <input type="checkbox" name="child" value="yes" defaultChecked={returned?.typed.child === "yes"} />
          <span>A child: a parent or guardian agreed</span>
        </label>
        <ConsoleTextField
          name="guardian"
          label="Parent or guardian"
          help="For a child only."
          maxLength={80}
          autoComplete="off"
          returned={returned}
        />
      </div>
    </div>
  );
}

/** One of the terms of a consent. */
function TermField({
  name,
  label,
  terms,
  returned,
}: {
  name: string;
  label: string;
  terms: Readonly<Record<string, string>>;
  returned: ReturnedForm | undefined;
}) {
  const id = useId();
  const error = returned?.errors[name];
  return (
    <div className={error ? "field wrong" : "field"}>
      <label htmlFor={id}>{label}</label>
      {error && (
        <p id={`${id}-error`} className="error">
          {error}
        </p>
      )}
      <select
        id={id}
        name={name}
        defaultValue={returned?.typed[name]}
        aria-describedby={error ? `${id}-error` : undefined}
      >
        {Object.entries(terms).map(([code, text]) => (
          <option key={code} value={code}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
