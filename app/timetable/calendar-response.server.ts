/**
 * A calendar as a response. A browser offers it as a file of this name, which calendars open; programs that follow a feed
 * don't look at the name.
 */
export function calendarResponse(text: string, name: string): Response {
  return new Response(text, {
    headers: {
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}.ics"`,
    },
  });
}

/** A response to a request for a calendar that there is not. Mostly programs see it. */
export function noCalendar(): Response {
  return new Response("There is no such calendar. The timetable is at /schedule.\n", {
    status: 404,
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });
}
