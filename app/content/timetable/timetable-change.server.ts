/** Transactions that write to the dated timetable. They run one after the other, also those of several instances. */
import type { Transaction } from "kysely";
import type { Tables } from "../../platform/schema.ts";
import type { Services } from "../../platform/services.ts";
import { incrementTimetableVersion, noticeTimetableVersion, takeTurn } from "./timetable-version.server.ts";
import { writePast } from "./write-past.server.ts";

/** A transaction that has its turn. A change of content is one too, once it has taken the turn. */
export type TimetableChange = {
  services: Services;
  transaction: Transaction<Tables>;
  /** The moment of the change; the same for all it writes. */
  at: Date;
  /** Has the version of the timetable increase at the end of the transaction. */
  timetableChanged: () => void;
};

/**
 * Runs a change of the timetable in one transaction: it sees what the one before it has written, and what has begun is
 * written down before it.
 * @throws what `work` or the database throws; nothing is stored then
 */
export async function changeTimetable<T>(
  services: Services,
  work: (change: TimetableChange) => Promise<T>,
): Promise<T> {
  const { result, version } = await services.db.transaction().execute(async (transaction) => {
    await takeTurn(transaction);
    let isChanged = false;
    const timetableChanged = () => {
      isChanged = true;
    };
    const change = { services, transaction, at: services.now(), timetableChanged };
    await writePast(change);
    const result = await work(change);
    return { result, version: isChanged ? await incrementTimetableVersion(transaction) : undefined };
  });
  if (version !== undefined) noticeTimetableVersion(services, version);
  return result;
}

/** Writes down what has begun by now; a job of every instance, as often as it likes. */
export async function writePastSessions(services: Services): Promise<void> {
  await changeTimetable(services, async () => {});
}
