import { href, redirect } from "react-router";
import { z } from "zod";
import { signOutEverywhere } from "../accounts/account-settings.server.ts";
import { signOut } from "../accounts/accounts.server.ts";
import { NOT_FOR_TEST_ACCOUNT } from "../accounts/messages.ts";
import { readForm } from "../forms/read-form.server.ts";
import { servicesContext, visitorContext } from "../request-context.ts";
import type { Route } from "./+types/sign-out";

const signOutForm = z.object({ where: z.enum(["", "everywhere"], "Sign out here, or everywhere.") });

/** Whoever opens the address by hand stays signed in: reading ends nothing. */
export function loader() {
  return redirect(href("/account"));
}

export async function action({ context, request }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const visitor = context.get(visitorContext);
  const form = await readForm(request, signOutForm);
  if (!form.ok) return new Response(Object.values(form.errors).join(" "), { status: form.status });
  let setCookie: string[];
  if (form.values.where === "everywhere" && visitor !== null) {
    const outcome = await signOutEverywhere(services, visitor, request);
    if (!outcome.ok) return new Response(NOT_FOR_TEST_ACCOUNT, { status: 403 });
    setCookie = outcome.setCookie;
  } else {
    setCookie = await signOut(services, request);
  }
  return redirect(href("/"), { status: 303, headers: setCookie.map((line): [string, string] => ["Set-Cookie", line]) });
}
