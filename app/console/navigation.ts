/** What the console's navigation shows to a member of staff. */
import { href } from "react-router";
import type { Catalogue } from "../content/catalogue.ts";
import { can, type Role, type Subject } from "../staff/roles.ts";

export type NavigationItem = {
  to: string;
  label: string;
  /** How many new things are there. */
  count?: number;
  children?: NavigationItem[];
};

/** A content type, as the navigation needs it. */
export type TypeName = { name: keyof Catalogue; plural: string };

/** The rows of the weekly timetable have a place of their own in the navigation. */
const TIMETABLE_TYPE = "slot" satisfies keyof Catalogue;

/** The navigation of a role, in the order of the rail; the first four are in the bottom bar of a phone. */
export function navigationFor(role: Role, types: readonly TypeName[], newEnquiries: number): NavigationItem[] {
  const sees = (subject: Subject) => can(role, "see", subject);
  const content = types
    .filter(({ name }) => name !== TIMETABLE_TYPE && sees(name))
    .map(({ name, plural }) => ({ to: `/staff/content/${name}`, label: plural }));
  return [
    { to: href("/staff"), label: "Today" },
    ...(sees("enquiries") ? [{ to: "/staff/enquiries", label: "Enquiries", count: newEnquiries }] : []),
    ...(sees(TIMETABLE_TYPE) ? [{ to: `/staff/content/${TIMETABLE_TYPE}`, label: "Timetable" }] : []),
    ...(content.length > 0 ? [{ to: "/staff/content", label: "Content", children: content }] : []),
    ...(sees("pictures") ? [{ to: "/staff/pictures", label: "Pictures" }] : []),
    ...(sees("people") ? [{ to: "/staff/people", label: "People" }] : []),
    ...(sees("activity") ? [{ to: "/staff/activity", label: "Activity" }] : []),
  ];
}

/** The address of the item to which a page belongs: the longest of those that the page's path begins with. */
export function currentPlace(items: readonly NavigationItem[], pathname: string): string | undefined {
  return items
    .flatMap((item) => [item, ...(item.children ?? [])])
    .map(({ to }) => to)
    .filter((to) => pathname === to || (to !== href("/staff") && pathname.startsWith(`${to}/`)))
    .toSorted((one, other) => other.length - one.length)[0];
}
