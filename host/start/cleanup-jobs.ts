/**
 * Once an hour: deletes expired data and data past its retention period, indexes what an older version stored, and writes
 * down the sessions of the timetable that have begun.
 */
import { removeExpiredLinksAndSessions } from "../../app/accounts/sign-in.server.ts";
import { removeOldBookings } from "../../app/bookings/erasure.server.ts";
import { eraseOldPeople, removeOldNames } from "../../app/cms/editing/retention.server.ts";
import { testimonialType } from "../../app/content-types/testimonial.ts";
import { trainerType } from "../../app/content-types/trainer.ts";
import { removeExpiredFingerprints } from "../../app/enquiries/enquiries.server.ts";
import { removeOldEnquiries } from "../../app/enquiries/retention.server.ts";
import { indexEnquiries } from "../../app/enquiries/search-index.server.ts";
import { removeAbandonedPictures } from "../../app/pictures/abandoned.server.ts";
import { renameErasedWords } from "../../app/pictures/consents.server.ts";
import { removeOldActivity } from "../../app/platform/activity.server.ts";
import { eraseDeletedContent } from "../../app/platform/deleted-content.server.ts";
import { removeOldMailFiles } from "../../app/platform/mail.server.ts";
import { removeSentMail } from "../../app/platform/outbox.server.ts";
import { removeExpiredCounts } from "../../app/platform/rate-limit.server.ts";
import type { Services } from "../../app/platform/services.ts";
import { removeOldUndelivered } from "../../app/platform/undelivered-mail.server.ts";
import { removeOldInvitations } from "../../app/staff/invitations.server.ts";
import { removeShownCodes } from "../../app/staff/recovery-codes.server.ts";
import { removeOldSessions } from "../../app/timetable/retention.server.ts";
import { writePastSessions } from "../../app/timetable/timetable-change.server.ts";

const INTERVAL_MS = 60 * 60_000;

/** Each deletes in portions (app/platform/portions.server.ts), so that no request waits for all of it. */
export const CLEANUP_JOBS: readonly ((services: Services) => Promise<void>)[] = [
  removeExpiredLinksAndSessions,
  removeExpiredCounts,
  removeExpiredFingerprints,
  removeOldEnquiries,
  removeOldBookings,
  // After the bookings, which refer to them.
  removeOldSessions,
  indexEnquiries,
  removeSentMail,
  removeOldUndelivered,
  removeOldMailFiles,
  removeOldInvitations,
  removeShownCodes,
  removeAbandonedPictures,
  removeOldActivity,
  removeOldNames,
  eraseOldTrainersAndQuotes,
  renameErasedWords,
  writePastSessions,
  // Last, after what the others delete.
  eraseDeletedContent,
];

/** Of those who were taken off the site: trainers, and members who were quoted. */
function eraseOldTrainersAndQuotes(services: Services): Promise<void> {
  return eraseOldPeople(services, [trainerType, testimonialType]);
}

/** Runs now and hourly until the returned function is called. A job that fails is retried an hour later. */
export function startCleanupJobs(services: Services): () => void {
  const runAll = async () => {
    for (const job of CLEANUP_JOBS) {
      try {
        await job(services);
      } catch (error) {
        services.log.warn({ event: "cleanup-job-failed", job: job.name, err: error }, "will try again in an hour");
      }
    }
  };
  void runAll();
  const timer = setInterval(() => void runAll(), INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}
