import { DAY_MS } from "../platform/durations.ts";
import { removeMailFiles } from "../platform/mail.server.ts";
import { inPortions, PORTION } from "../platform/portions.server.ts";
import type { Services } from "../platform/services.ts";
import { transact } from "../platform/transact.server.ts";
import { addMonths } from "../time/dates.server.ts";
import { deleteEnquiries } from "./erasure.server.ts";
import type { State } from "./states.ts";

/** How long enquiries are stored, with their notes and replies; the privacy page says so. */
export const ENQUIRY_RETENTION_MONTHS = 24;

/** How long an enquiry is stored that the desk marked as spam: long enough to find a mistake. The privacy page says so. */
export const SPAM_RETENTION_DAYS = 30;

/** Removes enquiries that are older than promised, and what the desk marked as spam a month ago. */
export async function removeOldEnquiries(services: Services): Promise<void> {
  const { db, now } = services;
  const oldest = addMonths(now(), -ENQUIRY_RETENTION_MONTHS);
  const markedBefore = new Date(now().getTime() - SPAM_RETENTION_DAYS * DAY_MS);
  const some = db.selectFrom("enquiries").select("id").limit(PORTION);
  const old = some.where("received_at", "<", oldest.toISOString());
  const spam = some.where("state", "=", "spam").where("state_at", "<", markedBefore.toISOString());
  await removeAll(services, () => old.execute());
  await removeAll(services, () => spam.execute(), "spam");
}

/** Removes what `find` finds, portion by portion. */
async function removeAll(services: Services, find: () => Promise<{ id: string }[]>, onlyIn?: State): Promise<void> {
  await inPortions(async () => {
    const ids = (await find()).map(({ id }) => id);
    if (ids.length === 0) return 0;
    const { mails } = await transact(services, ({ transaction }) => deleteEnquiries(transaction, ids, onlyIn));
    await removeMailFiles(services, mails);
    return ids.length;
  });
}

/** The day on which an enquiry is deleted. */
export function deletedOn(receivedAt: Date): Date {
  return addMonths(receivedAt, ENQUIRY_RETENTION_MONTHS);
}
