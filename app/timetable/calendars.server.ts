/** The timetable as calendars: whole, or one session. */

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
import { type CalendarEvent, writeCalendar } from "./icalendar.server.ts";
import { type Gym, sessionInCalendar } from "./session-in-calendar.server.ts";

type Revision = { number: number; changedAt: string };

/** Calendars show what was just cancelled or moved, so some days of the past belong to them. */
const PAST_DAYS = 7;

export type CalendarFile = { text: string; name: string };

/** The calendar of all classes: the last week and four weeks ahead. */
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
 * A calendar of sessions. @param title when it is not everything @param own.changes revisions by session id @param
 * own.guests by session id
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
  // First, so that a change in the meantime is dated by the next calendar and not missed by it.
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
      const event = eventOfSession(session, gym, address, sumOf(revision, changes.get(session.id)));
      const guest = guests.get(session.id);
      return guest === undefined ? event : { ...event, description: `Guest: ${guest}\n${event.description}` };
    }),
  });
}

/** As both only grow, so does their sum. */
function sumOf(timetable: Revision, own: Revision | undefined): Revision {
  if (own === undefined) return timetable;
  const isOwnNewer = own.changedAt > timetable.changedAt;
  return { number: timetable.number + own.number, changedAt: isOwnNewer ? own.changedAt : timetable.changedAt };
}

/**
 * A shared revision of all sessions, growing with every change: calendars must see a newer event, also after a change
 * was undone.
 */
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
 * The event of a session. Its UID is the session's for ever, also after a move to another day.
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

/** A calendar response, or a plain-text 404, as mostly programs read it. */
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
