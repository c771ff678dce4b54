/** Sessions as the events of calendars. */

import type { CalendarEvent } from "./icalendar.server.ts";
import type { ClassSession } from "./session.ts";
import { type Gym, sessionInCalendar } from "./session-in-calendar.server.ts";

/** Which state of the timetable a calendar shows (`timetableRevision` in calendars.server.ts). */
export type Revision = { number: number; changedAt: string };

/**
 * The event of a session. Its UID is the session's for ever, also after a move to another day.
 * @param address the page about it
 */
export function eventOfSession(session: ClassSession, gym: Gym, address: string, revision: Revision): CalendarEvent {
  return {
    ...sessionInCalendar(session, gym),
    // Without the port, which says nothing of whose calendar it is.
    uid: `${session.id}@${new URL(address).hostname}`,
    isCancelled: session.state === "cancelled",
    url: address,
    sequence: revision.number,
    changedAt: revision.changedAt,
  };
}
