import type { PublicPageHandle } from "../../request/public-page.ts";
import { servicesContext } from "../../request/request-context.ts";
import { calendarResponse, timetableCalendar } from "../calendars.server.ts";
import type { Route } from "./+types/timetable-feed.route";

export const handle = {
  publicPage: { dependsOn: ["content", "timetable", "date"], isUnlisted: true },
} satisfies PublicPageHandle;

export async function loader({ context }: Route.LoaderArgs) {
  return calendarResponse(await timetableCalendar(context.get(servicesContext)));
}
