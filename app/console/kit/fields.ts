/**
 * Fields of console forms, as data. One declaration gives the check of what is sent, the markup, the label and the place of a problem:
 * `textField("reason", "Reason", { max: REASON_MAX })`.
 */

type FieldOptions = {
  /** A sentence beside the field. */
  help?: string;
  /** The most characters; more are refused. */
  max?: number;
  /** Texts that are typed often. */
  suggestions?: readonly string[];
  autoComplete?: string;
  placeholder?: string;
  /** The keyboard of a phone. */
  inputMode?: "tel";
  autoCapitalize?: "words";
  /** Whether the page is opened to write in it. */
  hasFocus?: boolean;
};

export type ActionField<Name extends string = string> = FieldOptions & {
  kind: "text" | "email" | "textarea" | "day" | "choice" | "tick" | "hidden" | "id" | "own";
  name: Name;
  label: string;
  /** The text of the option that chooses nothing. */
  empty?: string;
  /** An address that may be left empty. */
  isOptional?: boolean;
};

/** Two fields on one line. */
export type FieldPair<Name extends string = string> = {
  kind: "pair";
  pair: readonly [ActionField<Name>, ActionField<Name>];
};

export type FormPart<Name extends string = string> = ActionField<Name> | FieldPair<Name>;

/** One line of text. */
export function textField<const Name extends string>(
  name: Name,
  label: string,
  options: FieldOptions = {},
): ActionField<Name> {
  return { kind: "text", name, label, autoComplete: "off", ...options };
}

/** An email address, which is checked and comes in small letters. */
export function emailField<const Name extends string>(
  name: Name,
  label: string,
  options: FieldOptions & { isOptional?: boolean } = {},
): ActionField<Name> {
  return { kind: "email", name, label, autoComplete: "off", ...options };
}

/** Several lines of text. */
export function textAreaField<const Name extends string>(
  name: Name,
  label: string,
  options: FieldOptions = {},
): ActionField<Name> {
  return { kind: "textarea", name, label, ...options };
}

/** A day of the calendar, sent as `2026-12-07`. */
export function dayField<const Name extends string>(
  name: Name,
  label: string,
  options: FieldOptions = {},
): ActionField<Name> {
  return { kind: "day", name, label, ...options };
}

/** One of a list. `ActionForm` has the options. @param empty the text of the option that chooses nothing */
export function choiceField<const Name extends string>(
  name: Name,
  label: string,
  options: FieldOptions & { empty?: string } = {},
): ActionField<Name> {
  return { kind: "choice", name, label, ...options };
}

/** A box to tick, sent as `on`. */
export function tickField<const Name extends string>(
  name: Name,
  label: string,
  options: FieldOptions = {},
): ActionField<Name> {
  return { kind: "tick", name, label, ...options };
}

/** A value of the page. `ActionForm` has it. */
export function hiddenField<const Name extends string>(name: Name): ActionField<Name> {
  return { kind: "hidden", name, label: "" };
}

/** The id of what a form makes. A form that came back is sent again with its own, so that it makes one. */
export function idField<const Name extends string>(name: Name): ActionField<Name> {
  return { kind: "id", name, label: "" };
}

/** An input whose markup the page writes itself. */
export function ownField<const Name extends string>(name: Name): ActionField<Name> {
  return { kind: "own", name, label: "" };
}

/** Two fields on one line. */
export function fieldPair<const One extends string, const Other extends string>(
  one: ActionField<One>,
  other: ActionField<Other>,
): FieldPair<One | Other> {
  return { kind: "pair", pair: [one, other] };
}

export function fieldsOf(parts: readonly FormPart[]): ActionField[] {
  return parts.flatMap((part) => (part.kind === "pair" ? part.pair : [part]));
}
