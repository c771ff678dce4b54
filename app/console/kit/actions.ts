/** Declarations of what a console page does: `const ACTIONS = { end: { submit: "End it", done: "Ended." } } satisfies Actions`. */

import type { InputHTMLAttributes } from "react";
import type { ProblemRow, ReturnedForm } from "../../forms/problems.ts";

export type ActionDeclaration<Name extends string = string> = {
  /** The text of its button: a verb and a noun. */
  submit: string;
  isMain?: boolean;
  /** It removes what can't be restored, or what others rely on. */
  isDestructive?: boolean;
  /** The text of the button that shows what it does, in a `PreviewForm`. */
  preview?: string;
  fields?: readonly FormPart<Name>[];
  /** The notice once it is done; undefined where another page shows it. */
  done?: string;
  undo?: string;
};

/** The actions of a page, by the value of the form's `do`. */
export type Actions = Readonly<Record<string, ActionDeclaration>>;

/** A warning that staff can confirm. `answer`: the button's text instead of "… anyway". */
export type Warning = { code: string; sentence: string; links?: readonly PageLink[]; answer?: string };

export type Effect = { text: string; below?: readonly string[] };

/**
 * The effects of an action, or why it can't be done. @property seen an etag of the sentences @property submit the
 * button @property filled values for the form
 */
export type Preview = (
  | { problem: ProblemRow & { sentence: string }; effects?: undefined }
  | { effects: readonly Effect[]; seen: string; submit: string; problem?: undefined }
) & { filled?: Readonly<Record<string, string>> };

export type ReturnedAction = ReturnedForm & { link?: PageLink; questions?: Warning[]; preview?: Preview | undefined };

export type PageLink = { to: string; label: string };

/** The values of an action's form. `seen`: the page's version; `anyway`: the confirmed warnings; `show`: not empty for a preview. */
export type SentValues<Declaration extends ActionDeclaration> = Record<
  "seen" | "anyway" | "show" | (Declaration extends { fields: readonly FormPart<infer Name>[] } ? Name : never),
  string
>;

/** Fields are data: one declaration defines validation, markup, label and the place of a problem. */
type InputAttribute = "type" | "autoComplete" | "autoCapitalize" | "inputMode" | "placeholder";

type FieldOptions = Pick<InputHTMLAttributes<HTMLInputElement>, InputAttribute> & {
  help?: string;
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
