/** Dated classes that something is about to change, as their list shows them. */
import { bookingsSentence } from "../../bookings/availability.server.ts";
import { type Counts, countsOf } from "../../bookings/booking-rows.server.ts";
import { sessionMarks } from "../../console/session-marks.server.ts";
import type { Services } from "../../platform/services.ts";
import { shortDate } from "../../time/date-texts.server.ts";
import type { ClassSession } from "../session.ts";
import type { AffectedSessionView } from "./session-list.tsx";

/** Dated classes with how many people their bookings concern: in each row, and in one sentence about all of them. */
export async function listSessions(
  services: Services,
  sessions: readonly ClassSession[],
): Promise<{ sessions: AffectedSessionView[]; booked: string | null }> {
  const counts = await countsOf(
    services.db,
    sessions.map(({ id }) => id),
    services.now(),
  );
  return {
    sessions: sessions.map((session) => listedSession(session, counts.get(session.id))),
    booked: bookingsSentence([...counts.values()]),
  };
}

function listedSession(session: ClassSession, counts: Counts | undefined): AffectedSessionView {
  const marks = sessionMarks({ ...session, movedTo: null }).map(({ words }) => words);
  const { id, date, time, className, trainerName, insteadOf } = session;
  return {
    id,
    when: `${shortDate(date)}, ${time.from}`,
    className,
    trainerName: insteadOf === null ? trainerName : `${trainerName}, for ${insteadOf}`,
    note: [...marks, ...countsInWords(counts)].join(", "),
  };
}

function countsInWords(counts: Counts | undefined): string[] {
  if (counts === undefined) return [];
  return [
    ...(counts.taken > 0 ? [`${counts.taken} booked`] : []),
    ...(counts.waiting > 0 ? [`${counts.waiting} waiting`] : []),
  ];
}
