import { testAccountResponse } from "../accounts/account-response.server.ts";
import { exportAccount } from "../accounts/account-settings.server.ts";
import { servicesContext, signedInVisitorContext } from "../request-context.ts";
import { exportMembership } from "../staff/membership-export.server.ts";
import type { Route } from "./+types/account-data";

/** All that is stored about the visitor's account, as a download. */
export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const visitor = context.get(signedInVisitorContext);
  const outcome = await exportAccount(services, visitor);
  if (!outcome.ok) return testAccountResponse();
  const staff = await exportMembership(services, visitor.id);
  const data = { ...outcome.data, ...(staff && { staff }) };
  return new Response(`${JSON.stringify(data, null, 2)}\n`, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": 'attachment; filename="nguvu-account.json"',
    },
  });
}
