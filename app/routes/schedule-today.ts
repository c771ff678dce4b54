import { href, redirect } from "react-router";
import { dayInNairobi } from "../content/nairobi-time.ts";
import { servicesContext } from "../request-context.ts";
import type { Route } from "./+types/schedule-today";

/** `/schedule` leads to the day it is in Nairobi. */
export function loader({ context }: Route.LoaderArgs) {
  const today = dayInNairobi(context.get(servicesContext).now());
  return redirect(href(`/schedule/${today}`));
}
