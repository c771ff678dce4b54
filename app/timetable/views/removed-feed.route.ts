/** Answers the former calendars of classes and trainers with 410, at which programs stop following them. */
export function loader() {
  return new Response("This calendar has been removed. The whole timetable is a calendar at /schedule.ics.\n", {
    status: 410,
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });
}
