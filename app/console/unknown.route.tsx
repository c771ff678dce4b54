import { data, redirect } from "react-router";
import type { Route } from "./+types/unknown.route";

/** Addresses of earlier versions, still in bookmarks and mails, and the pages that replaced them. */
const MOVED: readonly [from: RegExp, to: string][] = [
  [/^\/staff\/members\/days$/, "/staff/timetable/closures"],
  [/^\/staff\/places$/, "/staff/content/class"],
  [/^\/staff\/content\/slot$/, "/staff/timetable/rows"],
  [/^\/staff\/content\/slot\/([^/]+)(?:\/.*)?$/, "/staff/timetable/rows/$1"],
  [/^\/staff\/timetable\/rows\/([^/]+)\/remove$/, "/staff/timetable/rows/$1"],
  [/^\/staff\/timetable\/calendar$/, "/staff/timetable"],
  [/^\/staff\/timetable\/([^/]+)\/cover$/, "/staff/timetable/$1"],
];

/** Other addresses below `/staff`: members of staff get the console's own 404 page, inside the guarded layout. */
export function loader({ url }: Route.LoaderArgs) {
  for (const [from, to] of MOVED) {
    if (from.test(url.pathname)) throw redirect(url.pathname.replace(from, to), 308);
  }
  throw data(null, { status: 404 });
}

/** Without a component, the route would send the bare status. */
export default function Unknown() {
  return null;
}
