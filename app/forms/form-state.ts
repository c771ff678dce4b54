import type { Problem } from "./messages.ts";

/** Codes of what is wrong with a form: each by the field it is about, or by `form` when it is about the whole. */
export type FormProblems<Field extends string = string> = Partial<Record<Field | "form", Problem>>;

/** Sentences about a form: each under the field it is about, or under `form` when it is about the whole. */
export type FormErrors<Field extends string = string> = Partial<Record<Field | "form", string>>;

/** A form that comes back to its page: what is wrong with it, and what was typed, secrets excepted. */
export type ReturnedForm<Field extends string = string> = {
  errors: FormErrors<Field>;
  typed: Partial<Record<Field, string>>;
};
