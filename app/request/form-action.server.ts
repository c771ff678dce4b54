/** The action of a form: reads it, and returns it to its page when it is invalid or its work fails. */
import type { RouterContextProvider } from "react-router";
import type { z } from "zod";
import { formResponse, withFormReturnedOnError } from "../forms/form-response.server.ts";
import type { Messages } from "../forms/problems.ts";
import { type FormOutcome, type FormSchema, readForm } from "../forms/read-form.server.ts";
import type { Services } from "../platform/services.ts";
import { clientAddressContext, servicesContext, type Visit } from "./request-context.ts";

export type SentForm<Schema extends FormSchema> = {
  services: Services;
  visit: Visit;
  values: z.output<Schema>;
  typed: Extract<FormOutcome<Schema>, { ok: true }>["typed"];
};

/** Reads an action's form and does its work. @param messages the messages of the schema's codes @throws the responses that `work` throws */
export async function formAction<Schema extends FormSchema, Result>(
  { context, request }: { context: Readonly<RouterContextProvider>; request: Request },
  schema: Schema,
  work: (form: SentForm<Schema>) => Promise<Result>,
  messages?: Messages,
) {
  const services = context.get(servicesContext);
  const form = await readForm(request, schema);
  if (!form.ok) return formResponse<string>(form, messages);
  const { values, typed } = form;
  const visit = { request, clientAddress: context.get(clientAddressContext) };
  return withFormReturnedOnError<string, Result>(services.log, typed, () => work({ services, visit, values, typed }));
}
