/** Does what is due for bookings by time alone: reminders, holds that run out, missed sessions. */
import { runBookingJobs } from "../../app/bookings/jobs.server.ts";
import type { Services } from "../../app/platform/services.ts";
import { runEvery } from "./run-every.ts";

/** Nobody waits for any of it to the second, and while nothing is due it is four small queries. */
const INTERVAL_MS = 20_000;

/** Runs until the returned function is called. Every instance may run one. */
export function startBookingRunner(services: Services): () => Promise<void> {
  const settings = { intervalMs: INTERVAL_MS, event: "booking-chores-failed" };
  return runEvery(services, settings, () => runBookingJobs(services));
}
