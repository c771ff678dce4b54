import { data } from "react-router";
import { csvHeaders } from "../../platform/csv.ts";
import { isCalendarDate } from "../../time/dates.server.ts";
import { exportPayments } from "../ledger.server.ts";
import type { Route } from "./+types/payments-csv.route";
import { salesRequest } from "./sales-request.server.ts";

/** The payments of a period as CSV, read from the database while the file is sent. */
export async function loader({ context, request, url }: Route.LoaderArgs) {
  const { services } = await salesRequest(context, "publish");
  const [from, to] = [url.searchParams.get("from") ?? "", url.searchParams.get("to") ?? ""];
  if (!isCalendarDate(from) || !isCalendarDate(to)) throw data(null, { status: 400 });
  const headers = csvHeaders(`payments-${from}-${to}`);
  return new Response(request.method === "HEAD" ? null : exportPayments(services.db, from, to), { headers });
}
