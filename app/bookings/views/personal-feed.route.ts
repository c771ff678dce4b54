import { logRefusedSecret } from "../../accounts/refused-secret.server.ts";
import { servicesContext } from "../../request/request-context.ts";
import { calendarOf, calendarResponse } from "../../timetable/calendars.server.ts";
import { bookingsOfFeed } from "../feed-tokens.server.ts";
import type { Route } from "./+types/personal-feed.route";

/** A visitor's bookings as a calendar, by the secret in the address; never cached. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const feed = await bookingsOfFeed(services, url.searchParams.get("key") ?? "");
  if (feed === undefined) {
    logRefusedSecret(context, "calendar-key", "key-unknown");
    return withoutStore(calendarResponse(undefined));
  }
  // A restored session stays cancelled for people whose booking ended.
  const sessions = feed.bookings.map(({ session, state }) =>
    state === "gym_cancelled" ? { ...session, state: "cancelled" as const } : session,
  );
  const distinct = [...new Map(sessions.toReversed().map((session) => [session.id, session])).values()];
  const guests = feed.bookings.toReversed().map(({ session, guest }) => [session.id, guest?.name] as const);
  const text = await calendarOf(services, "My bookings", async () => distinct, {
    changes: feed.changes,
    guests: new Map(guests),
  });
  return withoutStore(calendarResponse({ text, name: "my-bookings" }));
}

function withoutStore(response: Response): Response {
  response.headers.set("Cache-Control", "private, no-store");
  return response;
}
