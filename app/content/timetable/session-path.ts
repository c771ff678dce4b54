import { dayOfDate } from "./calendar-dates.ts";
import type { Session } from "./session.ts";

/** The page of a session's class; that of its day when the class has left the site, as written sessions outlive theirs. */
export function sessionPath({ classSlug, date }: Session, classes: readonly { slug: string }[]): string {
  return classes.some(({ slug }) => slug === classSlug)
    ? `/classes/${classSlug}`
    : `/schedule/${dayOfDate(date)}?date=${date}`;
}
