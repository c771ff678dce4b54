import { href, redirect } from "react-router";
import { z } from "zod";
import { textResponse } from "../../forms/form-response.server.ts";
import { readForm } from "../../forms/read-form.server.ts";
import { servicesContext } from "../../request/request-context.ts";
import { redirectSignedOut, testAccountResponse } from "../account-response.server.ts";
import { signOutEverywhere } from "../account-settings.server.ts";
import { ACCOUNT_PROBLEMS, type ButtonProblem } from "../problems.ts";
import { signOut } from "../sign-up-and-in.server.ts";
import { visitorContext } from "../visitor-context.ts";
import type { Route } from "./+types/sign-out.route";

const signOutForm = z.object({ where: z.enum(["", "everywhere"], "signing-out-unclear" satisfies ButtonProblem) });

/** A GET changes nothing: opening the address does not sign out. */
export function loader() {
  return redirect(href("/account"));
}

export async function action({ context, request }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const visitor = context.get(visitorContext);
  const form = await readForm(request, signOutForm);
  if (!form.ok) return textResponse(form, ACCOUNT_PROBLEMS);
  let setCookie: string[];
  if (form.values.where === "everywhere" && visitor !== null) {
    const outcome = await signOutEverywhere(services, visitor, request);
    if (outcome.code !== "done") return testAccountResponse();
    setCookie = outcome.setCookie;
  } else {
    setCookie = await signOut(services, request);
  }
  return redirectSignedOut(href("/"), setCookie);
}
