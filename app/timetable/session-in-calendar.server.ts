/** A session in the words of a calendar, and the page of Google Calendar that takes it in. */

import { dayAndDate } from "../time/date-texts.server.ts";
import { TIME_ZONE } from "../time/dates.server.ts";
import { aboutSession, CANCELLED } from "./messages.ts";
import type { ClassSession } from "./session.ts";

/** Where the sessions take place. */
export type Gym = { name: string; street: string; city: string };

/** What a session is called in a calendar, where it takes place, and what else there is to say. */
export type SessionInCalendar = {
  startsAt: string;
  endsAt: string;
  summary: string;
  description: string;
  location: string;
};

/** A session in the words of a calendar. */
export function sessionInCalendar(session: ClassSession, gym: Gym): SessionInCalendar {
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

/** A page of Google Calendar with a form for one event, filled in. Nothing is sent to Google before it is followed. */
export function googleEventAddress(event: SessionInCalendar): string {
  const query = new URLSearchParams({
    action: "TEMPLATE",
    text: event.summary,
    dates: `${utcTime(event.startsAt)}/${utcTime(event.endsAt)}`,
    ctz: TIME_ZONE,
    details: event.description,
    location: event.location,
  });
  return `https://calendar.google.com/calendar/render?${query}`;
}

/** A moment in UTC as calendars write it: `20261123T060000Z`. */
export function utcTime(moment: string): string {
  return `${compactTime(moment)}Z`;
}

/** A date and time in ISO 8601 to the second and without separators: `20261123T060000`. */
export function compactTime(text: string): string {
  return text.slice(0, "2026-11-23T06:00:00".length).replaceAll(/[-:]/g, "");
}

/** The path of the calendar file of one session. */
export function sessionFile(id: string): string {
  return `/schedule/session.ics?${new URLSearchParams({ session: id })}`;
}
