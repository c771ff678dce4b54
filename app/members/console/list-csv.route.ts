import { data } from "react-router";
import { BYTE_ORDER_MARK, csvLine } from "../../platform/csv.ts";
import { rehearseList } from "../list/bring-in.server.ts";
import { findList } from "../list/lists.server.ts";
import type { Route } from "./+types/list-csv.route";
import { sheetRows } from "./list-page.server.ts";
import { membersRequest } from "./person-request.server.ts";

/** The rows of a list that were not brought in, with why: to be put right where they come from. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { services } = await membersRequest(context, "publish");
  const list = await findList(services.db, params.list);
  if (list === undefined) throw data(null, { status: 404 });
  const rows = sheetRows(await rehearseList(services, list), ["look", "refused"]);
  return new Response(BYTE_ORDER_MARK + rows.map(csvLine).join(""), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": 'attachment; filename="rows-to-look-at.csv"',
      "Cache-Control": "private, no-store",
    },
  });
}
