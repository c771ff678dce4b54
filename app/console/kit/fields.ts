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
  /** The text of the option that chooses nothing. */
  empty?: string;
  /** Whether an address may be left empty. */
  isOptional?: boolean;
};

type FieldKind = "text" | "email" | "day" | "choice" | "tick" | "hidden" | "id" | "own";

export type ActionField<Name extends string = string> = FieldOptions & { kind: FieldKind; name: Name; label: string };

/** Two fields on one line. */
export type FieldPair<Name extends string = string> = {
  kind: "pair";
  pair: readonly [ActionField<Name>, ActionField<Name>];
};

export type FormPart<Name extends string = string> = ActionField<Name> | FieldPair<Name>;

/** Makes the function that declares fields of one kind. */
function fieldsOfKind(kind: FieldKind, common: FieldOptions = {}) {
  return <const Name extends string>(name: Name, label = "", options: FieldOptions = {}): ActionField<Name> => ({
    ...{ kind, name, label },
    ...common,
    ...options,
  });
}

/** One line of text. */
export const textField = fieldsOfKind("text", { autoComplete: "off" });

/** An email address, which is checked and comes in small letters. */
export const emailField = fieldsOfKind("email", { autoComplete: "off" });

/** A day of the calendar, sent as `2026-12-07`. */
export const dayField = fieldsOfKind("day");

/** A choice from a list. `ActionForm` has the options. */
export const choiceField = fieldsOfKind("choice");

/** A box to tick, sent as `on`. */
export const tickField = fieldsOfKind("tick");

/** A value of the page. `ActionForm` has it. */
export const hiddenField = fieldsOfKind("hidden");

/** The id of what a form makes. A form that came back is sent again with its own, so that it makes one. */
export const idField = fieldsOfKind("id");

/** An input whose markup the page writes itself. */
export const ownField = fieldsOfKind("own");

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
