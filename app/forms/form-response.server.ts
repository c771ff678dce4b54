/** How an action answers when a form was not accepted: the form itself, with its sentences, under an honest status. */
import type { Logger } from "pino";
import { data } from "react-router";
import type { FormErrors, KeptForm } from "./form-state.ts";

/** 400: no form of ours. 422: values to mend. 429: too often. 503: later. The others as HTTP has them. */
export type FormStatus = 400 | 403 | 404 | 410 | 422 | 429 | 503;

const NOT_NOW = "This could not be saved just now. What you wrote is still here: please try again in a moment.";

/** The answer of an action whose form comes back to its page. */
export function formAnswer<Field extends string>(form: KeptForm<Field> & { status: FormStatus }) {
  const { errors, typed, status } = form;
  const headers: HeadersInit = status === 503 ? { "Retry-After": "10" } : {};
  return data<KeptForm<Field>>({ errors, typed }, { status, headers });
}

/** The answer when one sentence is about the form as a whole. */
export function wholeFormAnswer<Field extends string>(
  status: FormStatus,
  sentence: string,
  typed: Partial<Record<Field, string>>,
) {
  // A field's name is still open here; `form` is always among the keys.
  return formAnswer<Field>({ status, errors: { form: sentence } as FormErrors<Field>, typed });
}

/** Does what a form asks for. When that fails, for want of a database or by a fault of ours, the form is kept. */
export async function keepingForm<Field extends string, Answer>(
  log: Logger,
  typed: Partial<Record<Field, string>>,
  work: () => Promise<Answer>,
) {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Response) throw error;
    log.error({ event: "form-failed", err: error }, "a form could not be saved");
    return wholeFormAnswer<Field>(503, NOT_NOW, typed);
  }
}
