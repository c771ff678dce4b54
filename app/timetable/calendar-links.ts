/** Addresses that bring the timetable into a visitor's calendar. */

/** A page of Google Calendar that asks whether to follow a feed. */
export function googleFeedAddress(origin: string, path: string): string {
  return `https://calendar.google.com/calendar/r?${new URLSearchParams({ cid: subscriptionAddress(origin, path) })}`;
}

/** The address of a feed with the scheme that opens the calendar of a phone or computer, which then follows it. */
export function subscriptionAddress(origin: string, path: string): string {
  return `${origin.replace(/^https?:/, "webcal:")}${path}`;
}
