import type { Services } from "../../app/platform/services.ts";

/**
 * Runs `work` at an interval until the returned function is called, which waits for a run in progress. A run that takes
 * longer than the interval is not joined by another. One that fails, as while the database is unavailable, is logged under
 * `event` and tried again.
 */
export function runEvery(
  { log }: Services,
  { intervalMs, event }: { intervalMs: number; event: string },
  work: () => Promise<void>,
): () => Promise<void> {
  let running: Promise<void> | undefined;
  const run = async () => {
    try {
      await work();
    } catch (error) {
      log.warn({ event, err: error }, `will try again in ${intervalMs / 1000} s`);
    }
  };
  const timer = setInterval(() => {
    running ??= run().finally(() => {
      running = undefined;
    });
  }, intervalMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
