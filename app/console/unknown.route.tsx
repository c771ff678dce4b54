import { data, redirect } from "react-router";
import type { Route } from "./+types/unknown.route";

/** Addresses of earlier versions, which bookmarks and mails still have, and the page that has taken the place of each. */
const MOVED: readonly [from: RegExp, to: string][] = [
  [/^\/staff\/members\/days$/, "/staff/timetable/closures"],
  [/^\/staff\/places$/, "/staff/content/class"],
  [/^\/staff\/content\/slot$/, "/staff/timetable/rows"],
  [/^\/staff\/content\/slot\/([^/]+)(?:\/.*)?$/, "/staff/timetable/rows/$1"],
  [/^\/staff\/timetable\/rows\/([^/]+)\/remove$/, "/staff/timetable/rows/$1"],
  [/^\/staff\/timetable\/calendar$/, "/staff/timetable"],
  [/^\/staff\/timetable\/([^/]+)\/cover$/, "/staff/timetable/$1"],
];

/** Every other address below `/staff`: members of staff get the console's own page about it, past the guard like all pages. */
export function loader({ url }: Route.LoaderArgs) {
  for (const [from, to] of MOVED) {
    if (from.test(url.pathname)) throw redirect(url.pathname.replace(from, to), 308);
  }
  throw data(null, { status: 404 });
}

/** A route without a component would send the bare status. */
export default function Unknown() {
  return null;
}
