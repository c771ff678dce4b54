import { bookingsSentence } from "../../bookings/availability.server.ts";
import { type Counts, countsOf, NO_COUNTS } from "../../bookings/booking-rows.server.ts";
import { sessionMarks } from "../../console/session-marks.server.ts";
import type { Services } from "../../platform/services.ts";
import type { ClassSession } from "../class-session.ts";
import { timeLabel } from "../session-record.server.ts";

/** Class sessions with their numbers of bookings, and one sentence about all of them. */
export async function listSessions(services: Services, sessions: readonly ClassSession[]) {
  const counts = await countsOf(
    services.db,
    sessions.map(({ id }) => id),
  );
  return {
    sessions: sessions.map((session) => listedSession(session, counts.get(session.id))),
    /** Null when nobody has booked. */
    booked: bookingsSentence([...counts.values()]),
  };
}

export type AffectedSessionView = ReturnType<typeof listedSession>;

function listedSession(session: ClassSession, { taken, waiting }: Counts = NO_COUNTS) {
  const { id, className, trainerName, insteadOf } = session;
  const notes = sessionMarks({ ...session, movedTo: null }).map(({ label }) => label);
  if (taken > 0) notes.push(`${taken} booked`);
  if (waiting > 0) notes.push(`${waiting} waiting`);
  return {
    id,
    when: timeLabel(session),
    className,
    trainerName: insteadOf === null ? trainerName : `${trainerName}, for ${insteadOf}`,
    note: notes.join(", "),
  };
}
