import type { Services } from "../platform/services.ts";

/** How long enquiries are stored; the privacy page says so. */
export const ENQUIRY_RETENTION_MONTHS = 24;

/** Removes enquiries that are older than promised. */
export async function removeOldEnquiries(services: Services): Promise<void> {
  const oldest = services.now();
  oldest.setUTCMonth(oldest.getUTCMonth() - ENQUIRY_RETENTION_MONTHS);
  await services.db.deleteFrom("enquiries").where("received_at", "<", oldest.toISOString()).execute();
}
