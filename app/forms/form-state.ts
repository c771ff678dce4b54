import type { Problem } from "./messages.ts";

/** Codes of what is wrong with a form: each by the field it is about, or by `form` when it is about the whole. */
export type FormProblems<Field extends string = string> = Partial<Record<Field | "form", Problem>>;

/** Sentences about a form: each under the field it is about, or under `form` when it is about the whole. */
export type FormErrors<Field extends string = string> = Partial<Record<Field | "form", string>>;

/** A form that is returned to its page: the errors, and the typed values without secrets. */
export type ReturnedForm<Field extends string = string> = {
  errors: FormErrors<Field>;
  typed: Partial<Record<Field, string>>;
};
