import { data } from "react-router";
import { csvHeaders } from "../../platform/csv.ts";
import { findImport, judgementOf } from "../import/imports.server.ts";
import type { Route } from "./+types/import-rows.route";
import { rowsToReview } from "./import-page.server.ts";
import { membersRequest } from "./person-request.server.ts";

/** Rows of an import that need review, to be corrected and sent again. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { services } = await membersRequest(context, "publish");
  const stored = await findImport(services.db, params.import);
  const judgement = stored && (await judgementOf(services, stored));
  if (stored === undefined || judgement === undefined || "code" in judgement) throw data(null, { status: 404 });
  return new Response(rowsToReview(stored, judgement), { headers: csvHeaders("rows-to-review") });
}
