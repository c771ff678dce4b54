/** Addresses of content, as pages and mails link to them. */

/** Its form asks from which date a change counts, and what happens to classes that are booked or were decided by hand. */
export const WEEKLY_SLOT = "slot";

/** The address of the forms of a type, without a slug. */
export function formsPath(type: string): string {
  return type === WEEKLY_SLOT ? "/staff/timetable/rows" : `/staff/content/${type}`;
}

/** The form of one entry. Its other pages are below `/staff/content/:type/:slug` for every type. */
export function formPath(type: string, slug: string): string {
  return `${formsPath(type)}/${slug}`;
}

/** Where the "join now" of a class leads: to the contact form, with that class chosen. */
export function joinPath(slug: string): string {
  return `/contact?class=${slug}`;
}
