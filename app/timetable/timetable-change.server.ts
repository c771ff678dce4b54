/** Transactions that change the dated timetable. */
import type { Services } from "../platform/services.ts";
import { type Change, transact } from "../platform/transact.server.ts";
import { writePast } from "./write-past.server.ts";

/**
 * Runs a change of the timetable in one transaction: it sees what the one before it has written, and what has begun is
 * written down before it. Bookings need only the lock: they change nothing that sessions are computed from.
 * @throws what `work` or the database throws; nothing is stored then
 */
export async function changeTimetable<T>(services: Services, work: (change: Change) => Promise<T>): Promise<T> {
  return transact(
    services,
    async (change) => {
      await writePast(change);
      return work(change);
    },
    { lock: "timetable" },
  );
}

/** Writes down what has begun by now; a job of every instance, as often as it likes. */
export async function writePastSessions(services: Services): Promise<void> {
  await changeTimetable(services, async () => {});
}
