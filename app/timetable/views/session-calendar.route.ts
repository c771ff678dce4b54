import type { PublicPageHandle } from "../../request/public-page.ts";
import { servicesContext } from "../../request/request-context.ts";
import { calendarResponse, sessionCalendar } from "../calendars.server.ts";
import type { Route } from "./+types/session-calendar.route";

export const handle = {
  publicPage: { personalSearchParams: ["session"], isUnlisted: true },
} satisfies PublicPageHandle;

export async function loader({ context, url }: Route.LoaderArgs) {
  return calendarResponse(await sessionCalendar(context.get(servicesContext), url.searchParams.get("session") ?? ""));
}
