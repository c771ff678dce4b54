import { ConsoleSelectField, optionsOf } from "../../console/select-field.tsx";
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
        <ConsoleSelectField
          name="purpose"
          label="To be used"
          options={optionsOf(CONSENT_PURPOSES)}
          returned={returned}
        />
        <ConsoleSelectField name="how" label="How it was given" options={optionsOf(CONSENT_WAYS)} returned={returned} />
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
