/**
 * Fields of console forms, as data. One declaration defines the validation, the markup, the label and where a problem is shown:
 * `textField("reason", "Reason", { max: REASON_MAX })`.
 */
import type { InputHTMLAttributes } from "react";

type InputAttribute = "type" | "autoComplete" | "autoCapitalize" | "inputMode" | "placeholder";

type FieldOptions = Pick<InputHTMLAttributes<HTMLInputElement>, InputAttribute> & {
  help?: string;
  /** The maximum number of characters. */
  max?: number;
  suggestions?: readonly string[];
  hasFocus?: boolean;
  empty?: string;
};

type FieldKind = "text" | "long" | "email" | "choice" | "tick" | "hidden" | "id" | "own";

export type ActionField<Name extends string = string> = FieldOptions & { kind: FieldKind; name: Name; label: string };

export type FormPart<Name extends string = string> = ActionField<Name> | readonly ActionField<Name>[];

function fieldsOfKind(kind: FieldKind, common: FieldOptions = {}) {
  return <const Name extends string>(name: Name, label = "", options: FieldOptions = {}): ActionField<Name> => ({
    ...{ kind, name, label },
    ...common,
    ...options,
  });
}

export const textField = fieldsOfKind("text", { autoComplete: "off" });
export const longTextField = fieldsOfKind("long");

/** An email address, validated and converted to lower case; it may be empty. */
export const emailField = fieldsOfKind("email", { type: "email", autoComplete: "off", autoCapitalize: "none" });

/** A day of the calendar, sent as `2026-12-07`; a time, as `06:00`. */
export const dayField = fieldsOfKind("text", { type: "date" });
export const timeField = fieldsOfKind("text", { type: "time" });

/** A choice from the options that `ActionForm` gets; a checkbox, sent as `on`. */
export const choiceField = fieldsOfKind("choice");
export const tickField = fieldsOfKind("tick");

/** A hidden value; the idempotency key of a created record. */
export const hiddenField = fieldsOfKind("hidden");
export const idField = fieldsOfKind("id");

export const ownField = fieldsOfKind("own");
