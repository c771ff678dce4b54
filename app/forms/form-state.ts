/** Sentences about a form: each under the field it is about, or under `form` when it is about the whole. */
export type FormErrors<Field extends string = string> = Partial<Record<Field | "form", string>>;

/** A form that comes back to its page: what is wrong with it, and what was typed, secrets excepted. */
export type KeptForm<Field extends string = string> = {
  errors: FormErrors<Field>;
  typed: Partial<Record<Field, string>>;
};
