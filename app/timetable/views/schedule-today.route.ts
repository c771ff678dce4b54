import { href, redirect } from "react-router";
import { servicesContext } from "../../request/request-context.ts";
import { dateInNairobi, dayOfDate } from "../../time/dates.server.ts";
import type { Route } from "./+types/schedule-today.route";

export function loader({ context }: Route.LoaderArgs) {
  const today = dayOfDate(dateInNairobi(context.get(servicesContext).now()));
  return redirect(href(`/schedule/${today}`));
}
