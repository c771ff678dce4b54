import { dayOfDate } from "../time/dates.server.ts";
import type { ClassSession } from "./class-session.ts";

/** The characters of a class session's id. PostgreSQL rejects queries with some others. */
const SESSION_ID = /^[\w.-]{1,200}$/;

export function isSessionId(text: string): boolean {
  return SESSION_ID.test(text);
}

export function bookingPath(id: string): string {
  return `/booking?${new URLSearchParams({ session: id })}`;
}

export function sessionFile(id: string): string {
  return `/schedule/session.ics?${new URLSearchParams({ session: id })}`;
}

export function consoleSessionPath(id: string): string {
  return `/staff/timetable/${id}`;
}

/** A session's class page; its day's page when the class is unpublished. */
export function sessionPath({ classSlug, date }: ClassSession, classes: readonly { slug: string }[]): string {
  return classes.some(({ slug }) => slug === classSlug)
    ? `/classes/${classSlug}`
    : `/schedule/${dayOfDate(date)}?date=${date}`;
}

/** A feed's address with the scheme at which a calendar app offers to subscribe. */
export function subscriptionAddress(origin: string, path: string): string {
  return `${origin.replace(/^https?:/, "webcal:")}${path}`;
}

export function googleFeedAddress(origin: string, path: string): string {
  return `https://calendar.google.com/calendar/r?${new URLSearchParams({ cid: subscriptionAddress(origin, path) })}`;
}
