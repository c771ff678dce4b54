import { redirect } from "react-router";
import { testAccountResponse } from "../accounts/account-response.server.ts";
import { exportAccount } from "../accounts/account-settings.server.ts";
import { signInFirst } from "../accounts/return-to.ts";
import { servicesContext, visitorContext } from "../request-context.ts";
import type { Route } from "./+types/account-data";

/** All that is kept about the visitor's account, as a file to keep. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const visitor = context.get(visitorContext);
  if (visitor === null) return redirect(signInFirst(request.url));
  const outcome = await exportAccount(context.get(servicesContext), visitor);
  if (!outcome.ok) return testAccountResponse();
  return new Response(`${JSON.stringify(outcome.data, null, 2)}\n`, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": 'attachment; filename="nguvu-account.json"',
    },
  });
}
