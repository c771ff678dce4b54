import { slotType } from "../../content/types/slot.ts";

/** Where the entries of a type are edited: the rows of the weekly timetable have a form that asks from which date. */
export function formsPath(type: string): string {
  return type === slotType.name ? "/staff/timetable/rows" : `/staff/content/${type}`;
}

/** The form of one entry. Its other pages are below `/staff/content/:type/:slug` for every type. */
export function formPath(type: string, slug: string): string {
  return `${formsPath(type)}/${slug}`;
}
