/** Makes scheduled changes of content when they are due. */
import { type DueOptions, runDueSchedules } from "../../app/content/editing/due-schedules.server.ts";
import type { Services } from "../../app/platform/services.ts";

/** With the poll of the content version, a change is on every instance within two seconds of its moment. */
const INTERVAL_MS = 1000;

/**
 * Looks for due changes every second until the returned function is called, which waits for those being made. Every
 * instance may run one. When it fails, as while the database is unavailable, the next second tries again.
 */
export function startScheduleRunner(services: Services, options: DueOptions = {}): () => Promise<void> {
  let running: Promise<void> | undefined;
  const run = async () => {
    try {
      const { done, failed } = await runDueSchedules(services, options);
      if (done + failed > 0) services.log.info({ event: "schedules-run", done, failed }, "made scheduled changes");
    } catch (error) {
      services.log.warn({ event: "schedules-not-run", err: error }, "will try again in a second");
    }
  };
  const timer = setInterval(() => {
    // A run that takes longer than a second is not joined by another.
    running ??= run().finally(() => {
      running = undefined;
    });
  }, INTERVAL_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
