/**
 * Fields of console forms, as data. One declaration gives the check of what is sent, the markup, the label and the place of a problem:
 * `text("reason", "Reason", { max: REASON_MAX })`.
 */

export type Option = { value: string; label: string };

type FieldOptions = {
  /** A sentence beside the field. */
  help?: string;
  /** The most characters; more are refused. */
  max?: number;
  /** Texts that are typed often. */
  suggestions?: readonly string[];
  autoComplete?: string;
  placeholder?: string;
  /** Whether the page is opened to write in it. */
  hasFocus?: boolean;
};

export type Field<Name extends string = string> = FieldOptions & {
  kind: "text" | "email" | "textarea" | "day" | "choice" | "tick" | "hidden" | "own";
  name: Name;
  label: string;
  /** The text of the option that chooses nothing. */
  empty?: string;
};

/** Two fields on one line. */
export type FieldPair<Name extends string = string> = { kind: "pair"; pair: readonly [Field<Name>, Field<Name>] };

export type FormPart<Name extends string = string> = Field<Name> | FieldPair<Name>;

/** One line of text. */
export function text<const Name extends string>(name: Name, label: string, options: FieldOptions = {}): Field<Name> {
  return { kind: "text", name, label, autoComplete: "off", ...options };
}

/** An email address, which is checked and comes in small letters. */
export function email<const Name extends string>(name: Name, label: string, options: FieldOptions = {}): Field<Name> {
  return { kind: "email", name, label, autoComplete: "off", ...options };
}

/** Several lines of text. */
export function textarea<const Name extends string>(
  name: Name,
  label: string,
  options: FieldOptions = {},
): Field<Name> {
  return { kind: "textarea", name, label, ...options };
}

/** A day of the calendar, sent as `2026-12-07`. */
export function day<const Name extends string>(name: Name, label: string, options: FieldOptions = {}): Field<Name> {
  return { kind: "day", name, label, ...options };
}

/** One of a list. `ActionForm` has the options. @param empty the text of the option that chooses nothing */
export function choice<const Name extends string>(
  name: Name,
  label: string,
  options: FieldOptions & { empty?: string } = {},
): Field<Name> {
  return { kind: "choice", name, label, ...options };
}

/** A box to tick, sent as `on`. */
export function tick<const Name extends string>(name: Name, label: string, options: FieldOptions = {}): Field<Name> {
  return { kind: "tick", name, label, ...options };
}

/** A value of the page. `ActionForm` has it. */
export function hidden<const Name extends string>(name: Name): Field<Name> {
  return { kind: "hidden", name, label: "" };
}

/** An input whose markup the page writes itself. */
export function own<const Name extends string>(name: Name): Field<Name> {
  return { kind: "own", name, label: "" };
}

/** Two fields on one line. */
export function pair<const One extends string, const Other extends string>(
  one: Field<One>,
  other: Field<Other>,
): FieldPair<One | Other> {
  return { kind: "pair", pair: [one, other] };
}

export function fieldsOf(parts: readonly FormPart[]): Field[] {
  return parts.flatMap((part) => (part.kind === "pair" ? part.pair : [part]));
}
