import type { Services } from "../platform/services.ts";

/** How long enquiries are kept, as the privacy page promises. */
export const ENQUIRIES_KEPT_MONTHS = 24;

/** Removes enquiries that are older than promised. */
export async function removeOldEnquiries(services: Services): Promise<void> {
  const oldest = services.now();
  oldest.setUTCMonth(oldest.getUTCMonth() - ENQUIRIES_KEPT_MONTHS);
  await services.db.deleteFrom("enquiries").where("received_at", "<", oldest.toISOString()).execute();
}
