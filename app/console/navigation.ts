import { href } from "react-router";
import type { Catalogue } from "../content-types/catalogue.ts";
import { can, type Role, type Subject } from "../staff/roles.ts";

export type NavigationItem = {
  to: string;
  label: string;
  count?: number;
  children?: NavigationItem[];
  /** Left out of a phone's bottom bar. */
  isOutsideBar?: boolean;
};

export type TypeName = { name: keyof Catalogue; plural: string };

export type ContentGroup<T extends TypeName = TypeName> = { id: string; label: string; types: T[] };

/** Groups of content types, by where visitors see them. */
const GROUPS: readonly { id: string; label: string; types: readonly (keyof Catalogue)[] }[] = [
  { id: "classes", label: "Classes and trainers", types: ["class", "trainer"] },
  { id: "prices", label: "Prices", types: ["plan", "question", "membership"] },
  {
    id: "home",
    label: "Home",
    types: ["home", "fact", "about-card", "featured-class", "perk", "testimonial", "partner"],
  },
  { id: "first-visit", label: "First visit", types: ["visit-question"] },
  { id: "about", label: "About", types: ["milestone"] },
  { id: "gallery", label: "Pictures on pages", types: ["gallery-picture", "place-picture"] },
  { id: "contact", label: "Contact", types: ["thanks", "next-step"] },
  {
    id: "everywhere",
    label: "On every page",
    types: ["settings", "notice", "section", "banner", "note", "description"],
  },
];

/** Content types by group; types without a group appear under “More”. */
export function contentGroups<T extends TypeName>(types: readonly T[]): ContentGroup<T>[] {
  const grouped = GROUPS.map(({ id, label, types: names }) => ({
    id,
    label,
    types: names.flatMap((name) => types.find((type) => type.name === name) ?? []),
  }));
  const others = types.filter(({ name }) => !GROUPS.some((group) => group.types.includes(name)));
  return [...grouped, { id: "more", label: "More", types: others }].filter((group) => group.types.length > 0);
}

const BAR_ITEMS = 4;

export function barItems(items: readonly NavigationItem[]): NavigationItem[] {
  return items.filter(({ isOutsideBar }) => !isOutsideBar).slice(0, BAR_ITEMS);
}

/** The navigation of a role; a phone's bottom bar has its first items. */
export function navigationFor(
  role: Role,
  types: readonly TypeName[],
  newEnquiries: number,
  { hasMembers, hasSales = false }: { hasMembers: boolean; hasSales?: boolean },
): NavigationItem[] {
  const sees = (subject: Subject) => can(role, "see", subject);
  const groups = contentGroups(types.filter(({ name }) => sees(name))).map(({ id, label, types: groupTypes }) => ({
    to: `/staff/content#${id}`,
    label,
    children: groupTypes.map(({ name, plural }) => ({ to: `/staff/content/${name}`, label: plural })),
  }));
  const isOwner = can(role, "edit", "settings");
  const members = hasMembers && sees("members") ? { to: href("/staff/members"), label: "Members" } : undefined;
  // A role that sees one group needs no group names.
  const content = groups.length === 1 ? groups.flatMap(({ children }) => children) : groups;
  return [
    { to: href("/staff"), label: "Today" },
    ...(isOwner && members ? [members] : []),
    ...(sees("enquiries")
      ? [{ to: "/staff/enquiries", label: "Enquiries", count: newEnquiries, isOutsideBar: !isOwner && hasMembers }]
      : []),
    ...(sees("timetable") ? [{ ...timetableItem(role), isOutsideBar: members !== undefined }] : []),
    ...(sees("bookings") ? [{ to: href("/staff/day"), label: "Day", isOutsideBar: isOwner }] : []),
    ...(!isOwner && members ? [members] : []),
    ...(hasSales && sees("sales") ? [{ to: href("/staff/money"), label: "Money" }] : []),
    ...(sees("figures") ? [{ to: href("/staff/figures"), label: "Figures", isOutsideBar: true }] : []),
    ...(content.length > 0
      ? [{ to: "/staff/content", label: "Content", children: content, isOutsideBar: members !== undefined }]
      : []),
    ...(sees("pictures") ? [{ to: "/staff/pictures", label: "Pictures", isOutsideBar: members !== undefined }] : []),
    ...(sees("people") ? [{ to: "/staff/people", label: "Team", isOutsideBar: members !== undefined }] : []),
    ...(isOwner ? [{ to: "/staff/mail", label: "Email", isOutsideBar: members !== undefined }] : []),
    ...(sees("activity") ? [{ to: "/staff/activity", label: "Activity", isOutsideBar: members !== undefined }] : []),
    { to: href("/staff/guide"), label: "Guide", isOutsideBar: members !== undefined },
  ];
}

/** The dated timetable; below it the weekly timetable and the closed days. */
function timetableItem(role: Role): NavigationItem {
  const item = { to: href("/staff/timetable"), label: "Timetable" };
  if (!can(role, "publish", "timetable")) return item;
  const children = [
    { to: href("/staff/timetable/rows"), label: "Weekly timetable" },
    { to: "/staff/timetable/closures", label: "Closed days" },
  ];
  return { ...item, children };
}

/** The navigation item of a page: the longest matching path. Selling and receipts belong to Money. */
export function currentPlace(items: readonly NavigationItem[], pathname: string): string | undefined {
  const path = pathname.replace(/^\/staff\/(sell|receipts)(?=\/|$)/, href("/staff/money"));
  return withDescendants(items)
    .map(({ to }) => to)
    .filter((to) => path === to || (to !== href("/staff") && path.startsWith(`${to}/`)))
    .toSorted((a, b) => b.length - a.length)[0];
}

export function isCurrentItem(item: NavigationItem, current: string | undefined): boolean {
  return withDescendants([item]).some(({ to }) => to === current);
}

function withDescendants(items: readonly NavigationItem[]): NavigationItem[] {
  return items.flatMap((item) => [item, ...withDescendants(item.children ?? [])]);
}
