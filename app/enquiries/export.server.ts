import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { localPhone } from "../forms/phone.ts";
import { type Actor, recordActivity } from "../platform/activity.server.ts";
import { BYTE_ORDER_MARK, csvLine } from "../platform/csv.ts";
import type { Services } from "../platform/services.ts";
import { transact } from "../platform/transact.server.ts";
import { sheetMoment } from "../time/date-texts.server.ts";
import { type ListedEnquiry, listEnquiries } from "./inbox.server.ts";
import type { InboxFilter } from "./inbox-filter.ts";
import { SHEET_HEADS, STATE_NAMES } from "./messages.ts";

const ROWS_IN_MEMORY = 250;

/** Older exports have ended: the host closes responses that are not read within this time. */
const EXPORT_MAX_MS = 120_000;

/** When each person's running export began, by their id. One map per process, because only routes use this module. */
const runningExports = new Map<string, number>();

/**
 * Streams the filtered enquiries as CSV, after logging the export. @returns undefined while the same person's
 * export is running
 */
export async function exportEnquiries(
  services: Services,
  actor: Actor,
  filter: InboxFilter,
): Promise<ReadableStream<Uint8Array> | undefined> {
  const began = services.now().getTime();
  if (began - (runningExports.get(actor.id) ?? Number.NEGATIVE_INFINITY) < EXPORT_MAX_MS) return undefined;
  runningExports.set(actor.id, began);
  const end = () => {
    if (runningExports.get(actor.id) === began) runningExports.delete(actor.id);
  };
  try {
    await recordExport(services, actor, filter);
  } catch (error) {
    end();
    throw error;
  }
  const encoder = new TextEncoder();
  let after: string | undefined;
  let isFirst = true;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        // Lets other requests run: SQLite's statements never yield.
        await yieldToEventLoop();
        const { enquiries, next } = await listEnquiries(services, filter, { after, limit: ROWS_IN_MEMORY });
        const head = isFirst ? BYTE_ORDER_MARK + csvLine(SHEET_HEADS) : "";
        controller.enqueue(encoder.encode(head + enquiries.map(rowOf).join("")));
        isFirst = false;
        after = next;
        if (next !== undefined) return;
        end();
        controller.close();
      } catch (error) {
        end();
        throw error;
      }
    },
    cancel: end,
  });
}

async function recordExport(services: Services, actor: Actor, { view, gymClass, time }: InboxFilter): Promise<void> {
  // The search is left out, as it may be a name.
  const details = { view, gymClass, time };
  const entry = { action: "enquiries-exported", type: "enquiry", details };
  await transact(services, ({ transaction, at }) => recordActivity(transaction, at, actor, entry));
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
