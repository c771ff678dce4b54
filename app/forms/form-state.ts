import type { Problem } from "./messages.ts";

/** The problems of a form by field; `form` has the problem of the whole form. */
export type FormProblems<Field extends string = string> = Partial<Record<Field | "form", Problem>>;

/** The error messages of a form by field; `form` has the message about the whole form. */
export type FormErrors<Field extends string = string> = Partial<Record<Field | "form", string>>;

/** A form that is returned to its page: the errors, and the typed values without secrets. */
export type ReturnedForm<Field extends string = string> = {
  errors: FormErrors<Field>;
  typed: Partial<Record<Field, string>>;
};
