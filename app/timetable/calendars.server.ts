/** Calendar files: the whole timetable, or one session. */

import { newestChange } from "../cms/content-version.server.ts";
import { findSingleEntry, listEntries } from "../cms/entries.server.ts";
import { classType } from "../content-types/class.ts";
import { settingsType } from "../content-types/settings.ts";
import { siteOrigin } from "../platform/config.ts";
import type { Services } from "../platform/services.ts";
import { addDays, dateInNairobi } from "../time/dates.server.ts";
import { isSessionId, sessionPath } from "./addresses.server.ts";
import type { ClassSession } from "./class-session.ts";
import { findClassSession, HORIZON_DAYS, sessionsBetween } from "./class-sessions.server.ts";
import { type CalendarEvent, type Gym, sessionInCalendar, writeCalendar } from "./icalendar.server.ts";

type Revision = { number: number; changedAt: string };

/** Calendars also show sessions that were recently cancelled or moved. */
const PAST_DAYS = 7;

export type CalendarFile = { text: string; name: string };

/** The calendar of all classes: the past week and the next four weeks. */
export async function timetableCalendar(services: Services): Promise<CalendarFile> {
  const today = dateInNairobi(services.now());
  const text = await calendarOf(services, undefined, () =>
    sessionsBetween(services, addDays(today, -PAST_DAYS), addDays(today, HORIZON_DAYS - 1)),
  );
  return { text, name: "schedule" };
}

export async function sessionCalendar(services: Services, id: string): Promise<CalendarFile | undefined> {
  const session = isSessionId(id) ? await findClassSession(services, id) : undefined;
  if (session === undefined) return undefined;
  const text = await calendarOf(services, session.className, async () => [session]);
  return { text, name: `${session.classSlug}-${session.date}` };
}

/**
 * A calendar of sessions.
 * @param title undefined for the whole timetable
 * @param own revisions of an account's bookings, and names of guests, by session id
 */
export async function calendarOf(
  services: Services,
  title: string | undefined,
  readSessions: () => Promise<readonly ClassSession[]>,
  {
    changes = new Map(),
    guests = new Map(),
  }: { changes?: ReadonlyMap<string, Revision>; guests?: ReadonlyMap<string, string | undefined> } = {},
): Promise<string> {
  // Read before the sessions: the next calendar has a newer revision for concurrent changes.
  const revision = await timetableRevision(services);
  const [sessions, gym, classes] = await Promise.all([
    readSessions(),
    findSingleEntry(services, settingsType),
    listEntries(services, classType),
  ]);
  const origin = siteOrigin(services.config);
  return writeCalendar({
    name: title === undefined ? gym.name : `${title}, ${gym.name}`,
    events: sessions.map((session) => {
      const address = origin + sessionPath(session, classes);
      const event = eventOfSession(session, gym, address, addRevisions(revision, changes.get(session.id)));
      const guest = guests.get(session.id);
      return guest === undefined ? event : { ...event, description: `Guest: ${guest}\n${event.description}` };
    }),
  });
}

/** Both numbers only grow, so their sum does too. */
function addRevisions(timetable: Revision, own: Revision | undefined): Revision {
  if (own === undefined) return timetable;
  const isOwnNewer = own.changedAt > timetable.changedAt;
  return { number: timetable.number + own.number, changedAt: isOwnNewer ? own.changedAt : timetable.changedAt };
}

/** The revision of all sessions, which grows with every change: calendars ignore events without a new one. */
async function timetableRevision({ db, content, timetable, now }: Services): Promise<Revision> {
  const logged = await db
    .selectFrom("audit_log")
    .select(({ fn }) => fn.max("at").as("at"))
    .where("type", "in", ["session", "closure", "slot"])
    .executeTakeFirst();
  const moments = [await newestChange(db), logged?.at].filter((moment) => typeof moment === "string").sort();
  return { number: content.version + timetable.version, changedAt: moments.at(-1) ?? now().toISOString() };
}

/**
 * The event of a session. Its UID never changes, even when the session moves to another day.
 * @param address the page about it
 */
export function eventOfSession(session: ClassSession, gym: Gym, address: string, revision: Revision): CalendarEvent {
  return {
    ...sessionInCalendar(session, gym),
    uid: `${session.id}@${new URL(address).hostname}`,
    isCancelled: session.state === "cancelled",
    url: address,
    sequence: revision.number,
    changedAt: revision.changedAt,
  };
}

/** A calendar file, or a plain-text 404: the readers are mostly programs. */
export function calendarResponse(file: CalendarFile | undefined): Response {
  if (file === undefined) {
    return new Response("There is no such calendar. The timetable is at /schedule.\n", {
      status: 404,
      headers: { "Content-Type": "text/plain; charset=utf-8" },
    });
  }
  return new Response(file.text, {
    headers: {
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": `attachment; filename="${file.name}.ics"`,
    },
  });
}
