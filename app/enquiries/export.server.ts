/** The enquiries as a sheet for the desk. */
import { sheetMoment } from "../content/nairobi-dates.ts";
import { localPhone } from "../content/phone.ts";
import { type Actor, recordActivity } from "../platform/activity.server.ts";
import type { Services } from "../platform/services.ts";
import { BYTE_ORDER_MARK, csvLine } from "./csv.ts";
import type { InboxKey, ListedEnquiry } from "./desk-view.ts";
import { listEnquiries } from "./inbox.server.ts";
import type { InboxFilter } from "./inbox-filter.ts";
import { SHEET_HEADS, STATE_NAMES } from "./messages.ts";

/** Rows that are in memory at once. */
const BATCH = 250;

/**
 * The sheet of the enquiries that a filter finds, newest first, read while it is sent. That it was made is in the log
 * of activity, before the first row leaves.
 */
export async function exportEnquiries(
  services: Services,
  actor: Actor,
  filter: InboxFilter,
): Promise<ReadableStream<Uint8Array>> {
  const { view, gymClass, time } = filter;
  // Not what was searched for, which may be a name.
  const details = { view, gymClass, time };
  await services.db.transaction().execute(async (transaction) => {
    await recordActivity(transaction, services.now(), actor, {
      action: "enquiries-exported",
      type: "enquiry",
      details,
    });
  });
  const encoder = new TextEncoder();
  let after: InboxKey | undefined;
  let isFirst = true;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { enquiries, next } = await listEnquiries(services, filter, { after, limit: BATCH });
      const head = isFirst ? BYTE_ORDER_MARK + csvLine(SHEET_HEADS) : "";
      controller.enqueue(encoder.encode(head + enquiries.map(rowOf).join("")));
      isFirst = false;
      after = next;
      if (next === undefined) controller.close();
    },
  });
}

function rowOf(enquiry: ListedEnquiry): string {
  return csvLine([
    sheetMoment(new Date(enquiry.receivedAt)),
    enquiry.name,
    enquiry.email,
    localPhone(enquiry.phone),
    enquiry.classTitle,
    enquiry.comment,
    STATE_NAMES[enquiry.state],
    enquiry.stateAt === null ? "" : sheetMoment(new Date(enquiry.stateAt)),
    enquiry.stateBy ?? "",
    enquiry.assignee?.name ?? "",
  ]);
}
