import { ConsoleTextField } from "../../console/fields.tsx";
import { ownField } from "../../console/kit/actions.ts";
import type { ReturnedForm } from "../../forms/problems.ts";

/** The fields of a record, all rendered by the first. */
export const PERSON_FIELDS = (["name", "phone", "email", "isChild", "bornOn", "guardian", "heardOf"] as const).map(
  (name) => ownField(name),
);

export type PersonTexts = Record<"name" | "phone" | "email" | "bornOn" | "guardian" | "heardOf", string> & {
  isChild: boolean;
};

export function PersonFields({ texts, returned }: { texts: PersonTexts; returned: ReturnedForm | undefined }) {
  const isChild = returned === undefined ? texts.isChild : returned.typed.isChild === "on";
  const isOpen =
    isChild || texts.heardOf !== "" || ["bornOn", "guardian", "heardOf"].some((name) => returned?.errors[name]);
  return (
    <>
      <ConsoleTextField
        name="name"
        label="Name"
        defaultValue={texts.name}
        autoComplete="off"
        autoCapitalize="words"
        hasFocus={texts.name === "" && returned === undefined}
        returned={returned}
      />
      <ConsoleTextField
        name="phone"
        label="Phone (optional)"
        defaultValue={texts.phone}
        inputMode="tel"
        autoComplete="off"
        help="Two people can share a number."
        returned={returned}
      />
      <ConsoleTextField
        name="email"
        label="Email (optional)"
        defaultValue={texts.email}
        inputMode="email"
        autoComplete="off"
        returned={returned}
      />
      <details className="details-content:pt-row" open={isOpen}>
        <summary className="link">More: child and guardian, how they heard about us</summary>
        <div className="form">
          <label className="choice">
            <input type="checkbox" name="isChild" defaultChecked={isChild} />
            <span>This is a child</span>
          </label>
          <ConsoleTextField
            name="bornOn"
            label="Date of birth, if known"
            type="date"
            defaultValue={texts.bornOn}
            returned={returned}
          />
          <ConsoleTextField
            name="guardian"
            label="Child’s guardian"
            defaultValue={texts.guardian}
            autoComplete="off"
            help="The name, phone or door number of somebody who has a record here."
            returned={returned}
          />
          <ConsoleTextField
            name="heardOf"
            label="How they heard about us"
            defaultValue={texts.heardOf}
            autoComplete="off"
            help="Such as “a friend” or “Instagram”."
            returned={returned}
          />
        </div>
      </details>
    </>
  );
}
