/** How an action responds when a form was not accepted: with the form, its problems, and a status that fits. */
import type { Logger } from "pino";
import { data } from "react-router";
import {
  FORM_MESSAGES,
  type FormErrors,
  type FormProblems,
  type Messages,
  messageFor,
  type Problem,
  type ProblemTable,
  type ReturnedForm,
} from "./problems.ts";

/** 400: unknown form. 409: conflict. 422: values to correct. 429: too often. 503: later. */
export type FormStatus = 400 | 403 | 404 | 409 | 410 | 422 | 429 | 503;

/** A form that was not accepted, before its problems have messages. */
export type RejectedForm<Field extends string = string> = {
  status: FormStatus;
  problems: FormProblems<Field>;
  typed: Partial<Record<Field, string>>;
};

/** An action's response that returns the form. @param messages the feature's messages by code */
export function formResponse<Field extends string>(form: RejectedForm<Field>, messages: Messages = {}) {
  const { status, typed } = form;
  const headers: HeadersInit = status === 503 ? { "Retry-After": "10" } : {};
  return data<ReturnedForm<Field>>({ errors: errorsOf(form.problems, messages), typed }, { status, headers });
}

/** The response for a domain's problem. @param typed values to show again @param field overrides the table's */
export function problemResponse<Code extends string>(
  table: ProblemTable<Code>,
  code: Code,
  typed: Partial<Record<string, string>> = {},
  field = table[code].field,
) {
  return formResponse<string>({ status: table[code].status, problems: { [field]: { code } }, typed }, table);
}

/** The response in plain text, for an address that has forms but no page of its own. */
export function textResponse({ status, problems }: RejectedForm, messages: Messages = {}): Response {
  return new Response(Object.values(errorsOf(problems, messages)).join(" "), { status });
}

/** Runs the work of a form. When it fails, because of the database or a bug, the form is returned as it was typed. */
export async function withFormReturnedOnError<Field extends string, Result>(
  log: Logger,
  typed: Partial<Record<Field, string>>,
  work: () => Promise<Result>,
) {
  try {
    return await work();
  } catch (error) {
    // Responses and results of React Router's `data` are thrown too.
    if (!(error instanceof Error)) throw error;
    log.error({ event: "form-failed", err: error }, "a form could not be saved");
    // TypeScript can't know that `form` is a key for every `Field`.
    const problems = { form: { code: "not-saved" } } as FormProblems<Field>;
    return formResponse<Field>({ status: 503, problems, typed });
  }
}

function errorsOf<Field extends string>(problems: FormProblems<Field>, messages: Messages): FormErrors<Field> {
  const all = { ...FORM_MESSAGES, ...messages };
  const sentences = Object.entries<Problem | undefined>(problems).flatMap(([field, problem]) =>
    problem === undefined ? [] : [[field, messageFor(problem, all)]],
  );
  return Object.fromEntries(sentences) as FormErrors<Field>;
}
