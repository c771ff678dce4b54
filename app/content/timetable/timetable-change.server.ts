/** Transactions that write to the dated timetable. They run one after the other, also those of several instances. */
import type { Transaction } from "kysely";
import { type QueueMail, transactionWithMail } from "../../platform/outbox.server.ts";
import type { Tables } from "../../platform/schema.ts";
import type { Services } from "../../platform/services.ts";
import { incrementTimetableVersions, noticeTimetableVersions, takeTurn } from "./timetable-version.server.ts";
import { inLine } from "./turn-line.server.ts";
import { writePast } from "./write-past.server.ts";

/** A transaction that has its turn. A change of content is one too, once it has taken the turn. */
export type TimetableChange = {
  services: Services;
  transaction: Transaction<Tables>;
  /** The moment of the change; the same for all it writes. */
  at: Date;
  queueMail: QueueMail;
  /** Has the version of the timetable increase at the end of the transaction. */
  timetableChanged: () => void;
  /** The same for the version of what pages say of free places. */
  placesChanged: () => void;
};

/** A transaction that writes bookings. */
export type BookingChange = TimetableChange & {
  /** The number of the turn: of two bookings the one that came first has the smaller. */
  turn: number;
};

/**
 * Runs a change of the timetable in one transaction: it sees what the one before it has written, and what has begun is
 * written down before it.
 * @throws what `work` or the database throws; nothing is stored then
 */
export async function changeTimetable<T>(services: Services, work: (change: BookingChange) => Promise<T>): Promise<T> {
  return changeBookings(services, async (change) => {
    await writePast(change);
    return work(change);
  });
}

/** The same for bookings: they change nothing that sessions are computed from, so nothing is written down before. */
export async function changeBookings<T>(services: Services, work: (change: BookingChange) => Promise<T>): Promise<T> {
  const { result, versions } = await inLine(services, () =>
    transactionWithMail(services, async (transaction, queueMail) => {
      const turn = await takeTurn(transaction);
      const changes = { timetable: false, places: false };
      const result = await work({
        ...{ services, transaction, at: services.now(), queueMail, turn },
        timetableChanged: () => {
          changes.timetable = true;
        },
        placesChanged: () => {
          changes.places = true;
        },
      });
      return { result, versions: await incrementTimetableVersions(transaction, changes) };
    }),
  );
  if (versions !== undefined) noticeTimetableVersions(services, versions);
  return result;
}

/** Writes down what has begun by now; a job of every instance, as often as it likes. */
export async function writePastSessions(services: Services): Promise<void> {
  await changeTimetable(services, async () => {});
}
