import { href, redirect } from "react-router";
import { csvHeaders } from "../../platform/csv.ts";
import { staffRequest } from "../../staff/staff-request.server.ts";
import { monthOf } from "../../time/dates.server.ts";
import { exportEnquiries } from "../export.server.ts";
import { readInboxFilter } from "../inbox-filter.ts";
import type { Route } from "./+types/enquiries-csv.route";

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const { services, member } = staffRequest(context, ["see", "enquiries"]);
  const filter = readInboxFilter(url.searchParams);
  const about = /^\d/.test(filter.time) && filter.time.includes("-") ? filter.time : `to-${monthOf(services.now())}`;
  const headers = csvHeaders(`enquiries-${about}`);
  // HEAD exports nothing, so nothing is recorded.
  if (request.method === "HEAD") return new Response(null, { headers });
  const sheet = await exportEnquiries(services, member, filter);
  if (sheet !== undefined) return new Response(sheet, { headers });
  const query = new URLSearchParams(url.searchParams);
  query.set("exporting", "1");
  return redirect(`${href("/staff/enquiries")}?${query}`, 303);
}
