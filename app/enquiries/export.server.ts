import { localPhone } from "../forms/phone.ts";
import { type Actor, recordActivity } from "../platform/activity.server.ts";
import { type Columns, csvStream } from "../platform/csv.ts";
import type { Services } from "../platform/services.ts";
import { transact } from "../platform/transact.server.ts";
import { sheetMoment } from "../time/dates.server.ts";
import { type ListedEnquiry, listEnquiries } from "./inbox.server.ts";
import type { InboxFilter } from "./inbox-filter.ts";
import { STATE_NAMES } from "./messages.ts";

const ROWS_IN_MEMORY = 250;

const COLUMNS: Columns<ListedEnquiry> = {
  "Received (Nairobi)": ({ receivedAt }) => sheetMoment(new Date(receivedAt)),
  Name: ({ name }) => name,
  Email: ({ email }) => email,
  Phone: ({ phone }) => localPhone(phone),
  Class: ({ classTitle }) => classTitle,
  Comment: ({ comment }) => comment,
  State: ({ state }) => STATE_NAMES[state],
  "State since": ({ stateAt }) => (stateAt === null ? "" : sheetMoment(new Date(stateAt))),
  "Set by": ({ stateBy }) => stateBy ?? "",
  "Assigned to": ({ assignee }) => assignee?.name ?? "",
};

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
  return csvStream(
    COLUMNS,
    async (after) => {
      const { enquiries, next } = await listEnquiries(services, filter, { after, limit: ROWS_IN_MEMORY });
      return { rows: enquiries, next };
    },
    end,
  );
}

async function recordExport(services: Services, actor: Actor, { view, gymClass, time }: InboxFilter): Promise<void> {
  // The search is left out, as it may be a name.
  const details = { view, gymClass, time };
  const entry = { action: "enquiries-exported", type: "enquiry", details };
  await transact(services, ({ transaction, at }) => recordActivity(transaction, at, actor, entry));
}
