import { dayOfDate } from "../time/dates.server.ts";
import type { ClassSession } from "./session.ts";

/** The characters of a session's id. Others would be passed to the database, and PostgreSQL refuses some. */
const SESSION_ID = /^[\w.-]{1,200}$/;

/** Whether a text of an address can be the id of a session. */
export function isSessionId(text: string): boolean {
  return SESSION_ID.test(text);
}

/** The page on which a session is booked. */
export function bookingPath(id: string): string {
  return `/booking?${new URLSearchParams({ session: id })}`;
}

/** The page of a session's class; that of its day when the class has left the site, as written sessions outlive theirs. */
export function sessionPath({ classSlug, date }: ClassSession, classes: readonly { slug: string }[]): string {
  return classes.some(({ slug }) => slug === classSlug)
    ? `/classes/${classSlug}`
    : `/schedule/${dayOfDate(date)}?date=${date}`;
}
