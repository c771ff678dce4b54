import { calendarResponse, noCalendar } from "../calendar/calendar-response.server.ts";
import { timetableCalendar } from "../calendar/calendars.server.ts";
import type { PublicPageHandle } from "../public-page.ts";
import { servicesContext } from "../request-context.ts";
import type { Route } from "./+types/schedule-feed";

export const handle = {
  publicPage: { dependsOn: ["content", "timetable", "date"], isUnlisted: true },
} satisfies PublicPageHandle;

/** The whole timetable for calendars that follow it. */
export async function loader({ context }: Route.LoaderArgs) {
  const text = await timetableCalendar(context.get(servicesContext));
  return text === undefined ? noCalendar() : calendarResponse(text, "schedule");
}
