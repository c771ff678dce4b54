/** A class session as a calendar event, and the page of Google Calendar that adds it. */
import { dayAndDate } from "../time/date-texts.server.ts";
import { TIME_ZONE } from "../time/dates.server.ts";
import type { ClassSession } from "./class-session.ts";

export type Gym = { name: string; street: string; city: string };

export type SessionInCalendar = ReturnType<typeof sessionInCalendar>;

/** The word that begins the name of a cancelled session: some programs show it as any other. */
const CANCELLED = "Cancelled";

export function sessionInCalendar(session: ClassSession, gym: Gym) {
  const { className, startsAt, endsAt, movedFrom, trainerName, insteadOf, reason } = session;
  const isCancelled = session.state === "cancelled";
  const about = [`Trainer: ${trainerName}${insteadOf === null ? "" : `, for ${insteadOf}`}`];
  if (isCancelled) about.unshift(withReason(CANCELLED, reason));
  if (movedFrom !== null) {
    const from = `Moved from ${dayAndDate(movedFrom.date)}, ${movedFrom.time.from}`;
    about.push(withReason(from, isCancelled ? null : reason));
  }
  return {
    startsAt,
    endsAt,
    summary: isCancelled ? `${CANCELLED}: ${className}` : className,
    description: about.join("\n"),
    location: `${gym.name}, ${gym.street}, ${gym.city}`,
  };
}

function withReason(text: string, reason: string | null): string {
  return reason ? `${text}: ${reason}` : text;
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
