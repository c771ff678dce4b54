/**
 * Problems of forms: the codes and sentences of any form, and the tables of the domains, whose other sentences are in
 * their `messages.ts`.
 */
import type { FormStatus } from "./form-response.server.ts";

/** The figures that a sentence names, for example `max`. */
type Figures = Readonly<Record<string, number>>;

export type Problem<Code extends string = string> = { code: Code; figures?: Figures };

type Sentence = string | ((figures: Figures) => string);

export type Messages<Code extends string = string> = Readonly<Record<Code, Sentence | { sentence: Sentence }>>;

/** The message for any code from an address or a form; undefined when unknown. */
export function messageOfCode(messages: Messages, code: string | null): string | undefined {
  // Every object inherits keys such as "constructor".
  return code !== null && Object.hasOwn(messages, code) ? messageFor({ code }, messages) : undefined;
}

export type EmailAddressProblem = "email-missing" | "email-malformed";

export type FormProblem =
  | "body-unreadable"
  | "form-unknown"
  | "text-unreadable"
  | "several-lines"
  | "too-long"
  | "name-link"
  | EmailAddressProblem
  | "not-saved";

export const FORM_MESSAGES = {
  "body-unreadable": "This form could not be read. Please fill it in again.",
  "form-unknown": "This form could not be processed, so nothing was done. Please fill it in here.",
  "text-unreadable": "There are characters here that cannot be read. Please type it again.",
  "several-lines": "Please keep this on one line.",
  "too-long": ({ max }) => `Use at most ${max?.toLocaleString("en-KE")} characters.`,
  "name-link":
    "Please enter the name without a web or email address. A dot between two words looks like one: put a space after it.",
  "email-missing": "Please enter your email address.",
  "email-malformed": "This doesn’t look like an email address. It should be like name@example.com.",
  "not-saved": "This could not be saved just now. What you wrote is still here: please try again in a moment.",
} as const satisfies Messages<FormProblem>;

/** The sentence for a problem. @throws when there is no sentence for its code */
export function messageFor({ code, figures = {} }: Problem, messages: Messages): string {
  const message = messages[code];
  if (message === undefined) throw new Error(`There is no message for the code ${code}`);
  const sentence = typeof message === "object" ? message.sentence : message;
  return typeof sentence === "string" ? sentence : sentence(figures);
}

/** @property field `form` for a problem of the whole form */
export type ProblemRow = { field: string; status: FormStatus; sentence: Sentence };

export type ProblemTable<Code extends string = string> = Readonly<Record<Code, ProblemRow>>;

/** Makes a table: `problems({ "reason-missing": ["reason", 422, "Please say why."] })`. */
export function problems<Code extends string>(
  rows: Readonly<Record<Code, readonly [field: string, status: FormStatus, sentence: Sentence]>>,
): ProblemTable<Code> {
  const table = Object.entries<(typeof rows)[Code]>(rows).map(([code, [field, status, sentence]]) => [
    code,
    { field, status, sentence },
  ]);
  return Object.fromEntries(table) as ProblemTable<Code>;
}

export function isProblem<Code extends string>(table: ProblemTable<Code>, code: string): code is Code {
  return Object.hasOwn(table, code);
}

export type FormProblems<Field extends string = string> = Partial<Record<Field | "form", Problem>>;

/** The error messages of a form by field; `form` has the message about the whole form. */
export type FormErrors<Field extends string = string> = Partial<Record<Field | "form", string>>;

/** A form that is returned to its page: the errors, and the typed values without secrets. */
export type ReturnedForm<Field extends string = string> = {
  errors: FormErrors<Field>;
  typed: Partial<Record<Field, string>>;
};
