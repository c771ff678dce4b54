import { dayField, ownField, textField } from "../../console/kit/actions.ts";
import { FormParts } from "../../console/kit/form-parts.tsx";
import type { ReturnedForm } from "../../forms/problems.ts";

/** The fields of a record, all rendered by the first. */
export const PERSON_FIELDS = (["name", "phone", "email", "isChild", "bornOn", "guardian", "heardOf"] as const).map(
  (name) => ownField(name),
);

const CONTACT = [
  textField("phone", "Phone (optional)", { inputMode: "tel", help: "Two people can share a number." }),
  textField("email", "Email (optional)", { inputMode: "email" }),
];

const MORE = [
  dayField("bornOn", "Date of birth, if known"),
  textField("guardian", "Child’s guardian", {
    help: "The name, phone or door number of somebody who has a record here.",
  }),
  textField("heardOf", "How they heard about us", { help: "Such as “a friend” or “Instagram”." }),
];

export type PersonTexts = Record<"name" | "phone" | "email" | "bornOn" | "guardian" | "heardOf", string> & {
  isChild: boolean;
};

type PersonFieldsProps = { texts: PersonTexts; returned: ReturnedForm | undefined };

export function PersonFields({ texts: { isChild: wasChild, ...values }, returned }: PersonFieldsProps) {
  const isChild = returned === undefined ? wasChild : returned.typed.isChild === "on";
  const isOpen = isChild || values.heardOf !== "" || MORE.some(({ name }) => returned?.errors[name]);
  const hasFocus = values.name === "" && returned === undefined;
  const name = textField("name", "Name", { autoCapitalize: "words", hasFocus });
  return (
    <>
      <FormParts parts={[name, ...CONTACT]} values={values} returned={returned} />
      <details className="open:details-content:pt-row" open={isOpen}>
        <summary className="link">More: child and guardian, how they heard about us</summary>
        <div className="form">
          <label className="choice">
            <input type="checkbox" name="isChild" defaultChecked={isChild} />
            <span>This is a child</span>
          </label>
          <FormParts parts={MORE} values={values} returned={returned} />
        </div>
      </details>
    </>
  );
}
