/** A class session as a calendar event, and the link that adds it to Google Calendar. */
import { dayAndDate } from "../time/date-texts.server.ts";
import { TIME_ZONE } from "../time/dates.server.ts";
import type { ClassSession } from "./class-session.ts";

export type Gym = { name: string; street: string; city: string };

export type SessionInCalendar = ReturnType<typeof sessionInCalendar>;

/** Begins a cancelled event's title, as some programs don't show its status. */
const CANCELLED = "Cancelled";

export function sessionInCalendar(session: ClassSession, gym: Gym) {
  const { className, startsAt, endsAt, movedFrom, trainerName, insteadOf, reason } = session;
  const isCancelled = session.state === "cancelled";
  const lines = [`Trainer: ${trainerName}${insteadOf === null ? "" : `, for ${insteadOf}`}`];
  if (isCancelled) lines.unshift(withReason(CANCELLED, reason));
  if (movedFrom !== null) {
    const from = `Moved from ${dayAndDate(movedFrom.date)}, ${movedFrom.time.from}`;
    lines.push(withReason(from, isCancelled ? null : reason));
  }
  return {
    startsAt,
    endsAt,
    summary: isCancelled ? `${CANCELLED}: ${className}` : className,
    description: lines.join("\n"),
    location: `${gym.name}, ${gym.street}, ${gym.city}`,
  };
}

function withReason(text: string, reason: string | null): string {
  return reason ? `${text}: ${reason}` : text;
}

/** The address of Google Calendar's form for an event, filled in. Google receives nothing until it is followed. */
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

/** A moment in UTC in iCalendar's format: `20261123T060000Z`. */
export function utcTime(moment: string): string {
  return `${compactTime(moment)}Z`;
}

/** ISO 8601 to the second, without separators: `20261123T060000`. */
export function compactTime(text: string): string {
  return text.slice(0, "2026-11-23T06:00:00".length).replaceAll(/[-:]/g, "");
}
