/** Makes scheduled changes of content when they are due. */
import { type DueOptions, runDueSchedules } from "../../app/cms/editing/due-schedules.server.ts";
import type { Services } from "../../app/platform/services.ts";
import { can, isRole, type Subject } from "../../app/staff/roles.ts";
import { runEvery } from "./run-every.ts";

/** With the poll of the content version, a change is on every instance within two seconds of its moment. */
const INTERVAL_MS = 1000;

/** Whether the author of a scheduled change may still publish it. A type of the catalogue is a subject of its own. */
function mayPublish(role: string, type: string): boolean {
  return isRole(role) && can(role, "publish", type as Subject);
}

/** Looks for due changes until the returned function is called. Every instance may run one. */
export function startScheduleRunner(services: Services, options: DueOptions = {}): () => Promise<void> {
  return runEvery(services, { intervalMs: INTERVAL_MS, event: "schedules-not-run" }, async () => {
    const { done, failed } = await runDueSchedules(services, { mayPublish, ...options });
    if (done + failed > 0) services.log.info({ event: "schedules-run", done, failed }, "made scheduled changes");
  });
}
