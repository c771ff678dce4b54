import type { PublicPageHandle } from "../../request/public-page.ts";
import { servicesContext } from "../../request/request-context.ts";
import { calendarResponse, timetableCalendar } from "../calendars.server.ts";
import type { Route } from "./+types/timetable-feed.route";

export const handle = {
  publicPage: { params: { slug: "class" }, dependsOn: ["content", "timetable", "date"], isUnlisted: true },
} satisfies PublicPageHandle;

/** The whole timetable, or the sessions of one class, for calendars that follow them. */
export async function loader({ context, params }: Route.LoaderArgs) {
  return calendarResponse(await timetableCalendar(context.get(servicesContext), params.slug));
}
