/** Sessions as the events of calendars. */
import { dayAndDate } from "../content/timetable/calendar-dates.ts";
import type { Session } from "../content/timetable/session.ts";
import type { SessionInCalendar } from "./calendar-links.ts";
import type { CalendarEvent } from "./icalendar.ts";
import { aboutSession, CANCELLED } from "./messages.ts";

/** Where the sessions take place. */
export type Gym = { name: string; street: string; city: string };

/** Which state of the timetable a calendar shows (`timetableRevision` in calendars.server.ts). */
export type Revision = { number: number; changedAt: string };

/** A session in the words of a calendar. */
export function sessionInCalendar(session: Session, gym: Gym): SessionInCalendar {
  const { className, startsAt, endsAt, movedFrom, trainerName, insteadOf, reason } = session;
  const isCancelled = session.state === "cancelled";
  const about = aboutSession({
    trainer: trainerName,
    insteadOf,
    isCancelled,
    reason,
    movedFrom: movedFrom === null ? undefined : `${dayAndDate(movedFrom.date)}, ${movedFrom.time.from}`,
  });
  return {
    startsAt,
    endsAt,
    summary: isCancelled ? `${CANCELLED}: ${className}` : className,
    description: about.join("\n"),
    location: `${gym.name}, ${gym.street}, ${gym.city}`,
  };
}

/**
 * The event of a session. Its UID is the session's for ever, also after a move to another day.
 * @param address the page about it
 */
export function eventOfSession(session: Session, gym: Gym, address: string, revision: Revision): CalendarEvent {
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
