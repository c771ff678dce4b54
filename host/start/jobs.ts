/** Scheduled jobs on every instance: content changes, bookings, expiry emails, and hourly clean-up. */

import { SIGN_IN_RETENTION } from "../../app/accounts/sign-in.server.ts";
import { BOOKING_RETENTION } from "../../app/bookings/erasure.server.ts";
import { runBookingJobs } from "../../app/bookings/jobs.server.ts";
import { runDueSchedules } from "../../app/cms/editing/due-schedules.server.ts";
import { eraseOldPeople, NAME_RETENTION } from "../../app/cms/editing/retention.server.ts";
import { testimonialType } from "../../app/content-types/testimonial.ts";
import { trainerType } from "../../app/content-types/trainer.ts";
import { FINGERPRINT_RETENTION } from "../../app/enquiries/enquiries.server.ts";
import { ENQUIRY_RETENTION } from "../../app/enquiries/retention.server.ts";
import { indexEnquiries } from "../../app/enquiries/search.server.ts";
import { FIGURES_RETENTION, storeWeeklyFigures } from "../../app/figures/weekly-figures.server.ts";
import { PASS_MAIL_RETENTION, queueExpiryMails } from "../../app/members/expiry-mails.server.ts";
import { IMPORT_RETENTION } from "../../app/members/import/imports.server.ts";
import { eraseWaitingMembers, PASS_RETENTION } from "../../app/members/pass-retention.server.ts";
import { indexPeople } from "../../app/people/person-index.server.ts";
import { renameErasedTestimonials } from "../../app/pictures/consents.server.ts";
import { publishChecks } from "../../app/pictures/publish-checks.server.ts";
import { removeAbandonedPictures } from "../../app/pictures/upload.server.ts";
import { ACTIVITY_RETENTION } from "../../app/platform/activity.server.ts";
import { removeDeletedFromLog } from "../../app/platform/deleted-content.server.ts";
import { HOUR_MS, MINUTE_MS } from "../../app/platform/durations.ts";
import { removeOldMailFiles } from "../../app/platform/mail.server.ts";
import { SENT_MAIL_RETENTION } from "../../app/platform/outbox.server.ts";
import { COUNT_RETENTION } from "../../app/platform/rate-limit.server.ts";
import { applyRetention, type Retention } from "../../app/platform/retention.server.ts";
import type { Services } from "../../app/platform/services.ts";
import { UNDELIVERED_RETENTION } from "../../app/platform/undelivered-mail.server.ts";
import { startWorker, type Worker } from "../../app/platform/worker.server.ts";
import { SALES_RETENTION } from "../../app/sales/retention.server.ts";
import { INVITATION_RETENTION } from "../../app/staff/invitations.server.ts";
import { SHOWN_CODE_RETENTION } from "../../app/staff/recovery-codes.server.ts";
import { can, isRole, type Subject } from "../../app/staff/roles.ts";
import { TIMETABLE_RETENTION } from "../../app/timetable/retention.server.ts";
import { storePastSessions } from "../../app/timetable/timetable-change.server.ts";

/** With the poll of the content version, a scheduled change is on every instance within two seconds. */
const SCHEDULE_INTERVAL_MS = 1000;

/** A low frequency: idle runs are four small queries. */
const BOOKING_INTERVAL_MS = 20_000;

/** Daily emails, which nobody waits for. */
const MEMBERS_INTERVAL_MS = 5 * MINUTE_MS;

/** Retention of all tables, in the order of deletion. */
export const RETENTION: readonly Retention[] = [
  ...SIGN_IN_RETENTION,
  COUNT_RETENTION,
  FINGERPRINT_RETENTION,
  ...ENQUIRY_RETENTION,
  ...BOOKING_RETENTION,
  // After the bookings, which refer to class sessions.
  ...TIMETABLE_RETENTION,
  // Before people, because sales refer to them.
  ...SALES_RETENTION,
  PASS_RETENTION,
  PASS_MAIL_RETENTION,
  IMPORT_RETENTION,
  FIGURES_RETENTION,
  SENT_MAIL_RETENTION,
  UNDELIVERED_RETENTION,
  INVITATION_RETENTION,
  SHOWN_CODE_RETENTION,
  ACTIVITY_RETENTION,
  ...NAME_RETENTION,
];

const OTHER_JOBS = [
  eraseWaitingMembers,
  indexEnquiries,
  removeOldMailFiles,
  removeAbandonedPictures,
  eraseOldTrainersAndQuotes,
  renameErasedTestimonials,
  storePastSessions,
  // After the sessions, which it counts.
  storeWeeklyFigures,
  removeDeletedFromLog,
];

type Job = { name: string; run: (services: Services) => Promise<void> };

export const CLEANUP_JOBS: readonly Job[] = [
  ...RETENTION.map((retention) => ({
    name: retention.table,
    run: (services: Services) => applyRetention(services, retention),
  })),
  ...OTHER_JOBS.map((run) => ({ name: run.name, run })),
];

function eraseOldTrainersAndQuotes(services: Services): Promise<void> {
  return eraseOldPeople(services, [trainerType, testimonialType]);
}

/** Runs the clean-up jobs now and hourly. A failed job is retried an hour later. */
export function startCleanupJobs(services: Services): Worker {
  const settings = { intervalMs: HOUR_MS, failure: "cleanup-jobs-failed", stopWaitMs: 0 };
  return startWorker(services, settings, (isStopped) => runCleanupJobs(services, isStopped));
}

export async function runCleanupJobs(services: Services, isStopped = () => false): Promise<void> {
  for (const job of CLEANUP_JOBS) {
    if (isStopped()) return;
    try {
      await job.run(services);
    } catch (error) {
      services.log.warn({ event: "cleanup-job-failed", job: job.name, err: error }, "will try again in an hour");
    }
  }
}

/** Whether the author of a scheduled change may still publish it. Each content type is a subject of its own. */
function canPublish(role: string, type: string): boolean {
  return isRole(role) && can(role, "publish", type as Subject);
}

export function startScheduleRunner(services: Services): Worker {
  const settings = { intervalMs: SCHEDULE_INTERVAL_MS, failure: "schedules-not-run" };
  return startWorker(services, settings, () => runScheduledChanges(services));
}

export async function runScheduledChanges(services: Services): Promise<void> {
  const { done, failed } = await runDueSchedules(services, { checks: publishChecks, mayPublish: canPublish });
  if (done + failed > 0) services.log.info({ event: "schedules-run", done, failed }, "made scheduled changes");
}

/** Reminders, missed classes and waiting lists; emails about passes; the search words of people. */
export function startPeriodicJobs(services: Services): Worker[] {
  const bookings = { intervalMs: BOOKING_INTERVAL_MS, failure: "booking-jobs-failed" };
  const members = { intervalMs: MEMBERS_INTERVAL_MS, failure: "members-jobs-failed" };
  const people = { intervalMs: HOUR_MS, wokenBy: "peopleImported", failure: "people-not-indexed" } as const;
  return [
    startWorker(services, bookings, () => runBookingJobs(services)),
    startWorker(services, members, () => queueExpiryMails(services)),
    startWorker(services, people, (isStopped) => indexPeople(services, isStopped)),
  ];
}
