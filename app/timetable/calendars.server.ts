/** The timetable as calendars: whole, of one class, or one session. */
import { findSingleEntry, listEntries } from "../cms/entries.server.ts";
import { classType } from "../content-types/class.ts";
import { settingsType } from "../content-types/settings.ts";
import { siteOrigin } from "../platform/config.ts";
import type { Services } from "../platform/services.ts";
import { addDays, dateInNairobi } from "../time/dates.server.ts";
import { writeCalendar } from "./icalendar.server.ts";
import { newestTimetableChange } from "./newest-change.server.ts";
import type { ClassSession } from "./session.ts";
import { eventOfSession, type Revision } from "./session-events.server.ts";
import { isSessionId, sessionPath } from "./session-path.server.ts";
import { findClassSession, HORIZON_DAYS, sessionsBetween } from "./sessions.server.ts";

/** Calendars show what was just cancelled or moved, so some days of the past belong to them. */
const PAST_DAYS = 7;

/**
 * The calendar of all classes, or of one: the last week and four weeks ahead.
 * @returns undefined when there is no class of that slug
 */
export async function timetableCalendar(services: Services, classSlug?: string): Promise<string | undefined> {
  const today = dateInNairobi(services.now());
  const classes = await listEntries(services, classType);
  const ofClass = classes.find(({ slug }) => slug === classSlug);
  if (classSlug !== undefined && ofClass === undefined) return undefined;
  return calendarOf(services, ofClass?.title, async () => {
    const sessions = await sessionsBetween(services, addDays(today, -PAST_DAYS), addDays(today, HORIZON_DAYS - 1));
    return sessions.filter((session) => classSlug === undefined || session.classSlug === classSlug);
  });
}

/** The calendar of one session, by its id, and a name for its file; undefined when there is none. */
export async function sessionCalendar(
  services: Services,
  id: string,
): Promise<{ text: string; name: string } | undefined> {
  const session = isSessionId(id) ? await findClassSession(services, id) : undefined;
  if (session === undefined) return undefined;
  const text = await calendarOf(services, session.className, async () => [session]);
  return { text, name: `${session.classSlug}-${session.date}` };
}

/**
 * The calendar of some sessions, under a title of its own.
 * @param changes what has changed about a session, by its id, beside the timetable
 */
export async function calendarOfSessions(
  services: Services,
  title: string,
  sessions: readonly ClassSession[],
  changes: ReadonlyMap<string, Revision>,
): Promise<string> {
  return calendarOf(services, title, async () => sessions, changes);
}

/** @param title what is in it, when it is not everything */
async function calendarOf(
  services: Services,
  title: string | undefined,
  readSessions: () => Promise<readonly ClassSession[]>,
  changes: ReadonlyMap<string, Revision> = new Map(),
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
    events: sessions.map((session) =>
      eventOfSession(session, gym, origin + sessionPath(session, classes), sumOf(revision, changes.get(session.id))),
    ),
  });
}

/** As both only grow, so does their sum. */
function sumOf(timetable: Revision, own: Revision | undefined): Revision {
  if (own === undefined) return timetable;
  const isOwnNewer = own.changedAt > timetable.changedAt;
  return { number: timetable.number + own.number, changedAt: isOwnNewer ? own.changedAt : timetable.changedAt };
}

/**
 * How old what calendars show is. One number and one moment for all sessions: a session that is computed has neither of its
 * own, and one whose day was closed and opened again, or whose weekly row was scheduled to change and then was not, is as it
 * was before with nothing stored about it, yet calendars must see a newer event than they have. Both grow with every
 * change, and with nothing else: the same timetable is the same text in each instance, at each render.
 */
async function timetableRevision({ db, content, timetable, now }: Services): Promise<Revision> {
  const number = content.version + timetable.version;
  return { number, changedAt: (await newestTimetableChange(db)) ?? now().toISOString() };
}
