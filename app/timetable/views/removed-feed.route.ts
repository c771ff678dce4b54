/** The addresses of the calendars of single classes and of trainers, which were removed: programs that follow one end by a 410. */
export function loader() {
  return new Response("This calendar has ended. The whole timetable is a calendar at /schedule.ics.\n", {
    status: 410,
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });
}
