import type { PublicPageHandle } from "../../request/public-page.ts";
import { servicesContext } from "../../request/request-context.ts";
import { calendarResponse, noCalendar } from "../calendar-response.server.ts";
import { timetableCalendar } from "../calendars.server.ts";
import type { Route } from "./+types/class-feed.route";

export const handle = {
  publicPage: { params: { slug: "class" }, dependsOn: ["content", "timetable", "date"], isUnlisted: true },
} satisfies PublicPageHandle;

/** The sessions of one class for calendars that follow them. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const text = await timetableCalendar(context.get(servicesContext), params.slug);
  return text === undefined ? noCalendar() : calendarResponse(text, params.slug);
}
