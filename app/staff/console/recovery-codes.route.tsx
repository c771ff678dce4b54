import { href, redirect } from "react-router";
import { z } from "zod";
import { consoleMeta } from "../../console/console-meta.ts";
import { fixedValue } from "../../forms/field-schemas.ts";
import { formResponse, withFormReturnedOnError } from "../../forms/form-response.server.ts";
import { readForm } from "../../forms/read-form.server.ts";
import { servicesContext } from "../../request/request-context.ts";
import { findShownCodes, putAwayShownCodes } from "../recovery-codes.server.ts";
import { consoleSessionContext } from "../staff-context.ts";
import { nextInConsole, requireConsoleAccess } from "../staff-guard.server.ts";
import { staffFormResponse } from "../staff-response.server.ts";
import type { Route } from "./+types/recovery-codes.route";
import { RecoveryCodes } from "./recovery-codes.tsx";

export function meta() {
  return consoleMeta("Recovery codes");
}

/** Only the session that made the codes sees them, until it says that they are stored. */
export async function loader({ context, url }: Route.LoaderArgs) {
  requireConsoleAccess(context, url);
  const services = context.get(servicesContext);
  const codes = await findShownCodes(services, context.get(consoleSessionContext).sessionId);
  if (codes === undefined) throw redirect(href("/staff/second-step/factors"));
  return { codes };
}

const storedForm = z.object({ stored: fixedValue(["", "yes"]) });

export async function action({ context, request, url }: Route.ActionArgs) {
  requireConsoleAccess(context, url);
  const services = context.get(servicesContext);
  const form = await readForm(request, storedForm);
  if (!form.ok) return formResponse(form);
  return withFormReturnedOnError(services.log, {}, async () => {
    if (form.values.stored === "") return staffFormResponse("not-stored");
    await putAwayShownCodes(services, context.get(consoleSessionContext).sessionId);
    return redirect(nextInConsole(url), 303);
  });
}

export default function RecoveryCodesPage({ loaderData: { codes }, actionData }: Route.ComponentProps) {
  return <RecoveryCodes codes={codes} returnedForm={actionData} />;
}
