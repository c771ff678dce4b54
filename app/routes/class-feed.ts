import { calendarResponse, noCalendar } from "../calendar/calendar-response.server.ts";
import { timetableCalendar } from "../calendar/calendars.server.ts";
import type { PublicPageHandle } from "../public-page.ts";
import { servicesContext } from "../request-context.ts";
import type { Route } from "./+types/class-feed";

export const handle = {
  publicPage: { params: { slug: "class" }, dependsOn: ["content", "timetable", "date"], isUnlisted: true },
} satisfies PublicPageHandle;

/** The sessions of one class for calendars that follow them. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const text = await timetableCalendar(context.get(servicesContext), params.slug);
  return text === undefined ? noCalendar() : calendarResponse(text, params.slug);
}
