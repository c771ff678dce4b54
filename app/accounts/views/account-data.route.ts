import { href, redirect } from "react-router";
import { servicesContext } from "../../request/request-context.ts";
import { isSecondStepDue, secondStepPathFor } from "../../staff/staff-guard.server.ts";
import { testAccountResponse } from "../account-response.server.ts";
import { exportAccount } from "../account-settings.server.ts";
import { signedInVisitorContext } from "../visitor-context.ts";
import type { Route } from "./+types/account-data.route";

/** Downloads all stored data of the visitor's account; for staff, also what they did in the console. */
export async function loader({ context, request, url }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  // Back to the account, not to the file: a download would leave the browser on the page of the second step.
  if (await isSecondStepDue({ context, request }))
    throw redirect(secondStepPathFor("second-step", new URL(href("/account"), url)));
  const outcome = await exportAccount(services, context.get(signedInVisitorContext));
  if (outcome.code !== "done") return testAccountResponse();
  return new Response(`${JSON.stringify(outcome.data, null, 2)}\n`, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": 'attachment; filename="account.json"',
    },
  });
}
