import { monthOf } from "../../content/nairobi-dates.ts";
import { exportEnquiries } from "../../enquiries/export.server.ts";
import { readInboxFilter } from "../../enquiries/inbox-filter.ts";
import { servicesContext, staffContext } from "../../request-context.ts";
import { requirePermission } from "../../staff/permission.server.ts";
import type { Route } from "./+types/enquiries-csv";

/** The enquiries of a filter as a sheet, read from the database while it is sent. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const member = context.get(staffContext);
  requirePermission(member, "see", "enquiries");
  const filter = readInboxFilter(url.searchParams);
  const sheet = await exportEnquiries(services, member, filter);
  const about = /^\d/.test(filter.time) && filter.time.includes("-") ? filter.time : `to-${monthOf(services.now())}`;
  return new Response(sheet, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="enquiries-${about}.csv"`,
      "Cache-Control": "private, no-store",
    },
  });
}
