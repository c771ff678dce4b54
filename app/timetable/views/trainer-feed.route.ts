import { logRefusedSecret } from "../../accounts/refused-secret.server.ts";
import { servicesContext } from "../../request/request-context.ts";
import { withoutStore } from "../calendar-feeds.server.ts";
import { calendarResponse } from "../calendars.server.ts";
import { trainerCalendar } from "../trainer-feeds.server.ts";
import type { Route } from "./+types/trainer-feed.route";

/** The classes that a trainer leads, for a calendar, by the key in the address. Who has that can read them, and no cache may. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const file = await trainerCalendar(context.get(servicesContext), url.searchParams.get("key") ?? "");
  if (file === undefined) logRefusedSecret(context, "calendar-key", "key-unknown");
  return withoutStore(calendarResponse(file));
}
