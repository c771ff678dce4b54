/** Addresses that bring the timetable into a visitor's calendar. */
import { TIME_ZONE } from "../content/nairobi-time.ts";

/** What a session is called in a calendar, where it takes place, and what else there is to say. */
export type SessionInCalendar = {
  startsAt: string;
  endsAt: string;
  summary: string;
  description: string;
  location: string;
};

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

/** A page of Google Calendar that asks whether to follow a feed. */
export function googleFeedAddress(origin: string, path: string): string {
  return `https://calendar.google.com/calendar/r?${new URLSearchParams({ cid: subscriptionAddress(origin, path) })}`;
}

/** The address of a feed with the scheme that opens the calendar of a phone or computer, which then follows it. */
export function subscriptionAddress(origin: string, path: string): string {
  return `${origin.replace(/^https?:/, "webcal:")}${path}`;
}

/** A moment in UTC as calendars write it: `20261123T060000Z`. */
export function utcTime(moment: string): string {
  return `${compactTime(new Date(moment))}Z`;
}

/** The UTC date and time of a moment without separators: `20261123T060000`. */
export function compactTime(moment: Date): string {
  return moment.toISOString().slice(0, 19).replaceAll(/[-:]/g, "");
}
