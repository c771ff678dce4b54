/** Takes away, about once an hour, what has run out or was promised to be gone. */
import { removeExpiredAccess } from "../../app/accounts/expired.server.ts";
import { removeExpiredFingerprints } from "../../app/enquiries/enquiries.server.ts";
import { removeOldEnquiries } from "../../app/enquiries/retention.server.ts";
import { eraseDeletedContent } from "../../app/platform/deleted-content.server.ts";
import { removeOldMailFiles } from "../../app/platform/mail.server.ts";
import { removeSentMail } from "../../app/platform/outbox.server.ts";
import { removeExpiredCounts } from "../../app/platform/rate-limit.server.ts";
import type { Services } from "../../app/platform/services.ts";

const EVERY_MS = 60 * 60_000;

const CHORES = [
  removeExpiredAccess,
  removeExpiredCounts,
  removeExpiredFingerprints,
  removeOldEnquiries,
  removeSentMail,
  removeOldMailFiles,
  // Last, after what the others delete.
  eraseDeletedContent,
];

/** Starts at once and goes on until the returned function is called. A chore that fails is tried again an hour later. */
export function startHousekeeping(services: Services): () => void {
  const sweep = async () => {
    for (const chore of CHORES) {
      try {
        await chore(services);
      } catch (error) {
        services.log.warn({ event: "chore-failed", chore: chore.name, err: error }, "will try again in an hour");
      }
    }
  };
  void sweep();
  const timer = setInterval(() => void sweep(), EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
