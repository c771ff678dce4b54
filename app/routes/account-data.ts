import { testAccountResponse } from "../accounts/account-response.server.ts";
import { exportAccount } from "../accounts/account-settings.server.ts";
import { servicesContext, signedInVisitorContext } from "../request-context.ts";
import type { Route } from "./+types/account-data";

/** All that is stored about the visitor's account, as a download. */
export async function loader({ context }: Route.LoaderArgs) {
  const outcome = await exportAccount(context.get(servicesContext), context.get(signedInVisitorContext));
  if (!outcome.ok) return testAccountResponse();
  return new Response(`${JSON.stringify(outcome.data, null, 2)}\n`, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": 'attachment; filename="nguvu-account.json"',
    },
  });
}
