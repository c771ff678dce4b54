import { bookingsSentence } from "../../bookings/availability.server.ts";
import { type Counts, countsOf, NO_COUNTS } from "../../bookings/booking-rows.server.ts";
import { listEntries } from "../../cms/entries.server.ts";
import { sessionMarks, withMarks } from "../../console/session-marks.server.ts";
import { daysOfTrainer } from "../../console/session-marks.tsx";
import { trainerType } from "../../content-types/trainer.ts";
import type { Services } from "../../platform/services.ts";
import { activitySentence, listActivity } from "../../staff/activity/activity-log.server.ts";
import { can, ownTrainer, type StaffMember } from "../../staff/roles.ts";
import {
  addDays,
  dateInNairobi,
  dayAndDate,
  dayOfDate,
  longDate,
  mondayOf,
  shortDate,
  shortDayAndMonth,
  shortMoment,
} from "../../time/dates.server.ts";
import { minuteOfDay } from "../../time/days.ts";
import type { ClassSession } from "../class-session.ts";
import { daysBetween, HORIZON_DAYS, nearDate } from "../class-sessions.server.ts";
import { timeLabel } from "../session-record.server.ts";
import { periodOn } from "../slot-periods.server.ts";
import { readSlot } from "../slot-rows.server.ts";
import { readDeskContact } from "./desk-contact.server.ts";

const HORIZON = "their timetable shows four weeks";

/** When visitors see a change of these days. */
export function visibilityText({ from, to }: { from: string; to: string }, today: string): string {
  const last = addDays(today, HORIZON_DAYS - 1);
  if (to <= last) return "Visitors see it now.";
  if (from <= last) return `Visitors see the days up to ${longDate(last)} now, and one more each day: ${HORIZON}.`;
  return `Visitors see it from ${longDate(addDays(from, 1 - HORIZON_DAYS))} on: ${HORIZON}.`;
}

export function reopenedVisibilityText(days: { from: string; to: string }, today: string): string {
  return days.from < addDays(today, HORIZON_DAYS) ? "Visitors see it now." : "Visitors had not seen it yet.";
}

const WEEKS_AHEAD = 4;

function consoleWeekPath(monday: string, today: string): string {
  return monday === mondayOf(today) ? "/staff/timetable" : `/staff/timetable?week=${monday}`;
}

/** The requested week, or else the current week. Trainers see only their own classes. */
export async function readWeek(services: Services, member: StaffMember, requested: string | null) {
  const today = dateInNairobi(services.now());
  const monday = mondayOf(nearDate(requested, today) ?? today);
  const days = daysOfTrainer(await daysBetween(services, monday, addDays(monday, 6)), ownTrainer(member));
  const contactFor = await readDeskContact(services, member);
  const thisMonday = mondayOf(today);
  const tabs = Array.from({ length: WEEKS_AHEAD + 1 }, (_, week) => addDays(thisMonday, 7 * week));
  return {
    monday,
    title: `Week of ${longDate(monday)}`,
    days: days.map((day) => ({
      ...day,
      name: shortDate(day.date).slice(0, "Mon".length),
      shortDate: shortDayAndMonth(day.date),
      rows: day.rows.map((row) => ({ ...withMarks(row), deskContact: row.movedTo === null ? contactFor(row) : null })),
      // By the server's clock.
      isPast: day.date < today,
      isToday: day.date === today,
    })),
    starts: startsOf(days.flatMap(({ rows }) => rows.map(({ time }) => time.from))),
    tabs: tabs.map((tab) => ({
      monday: tab,
      label: tab === thisMonday ? "This week" : shortDayAndMonth(tab),
      to: consoleWeekPath(tab, today),
    })),
    before: consoleWeekPath(addDays(monday, -7), today),
    after: consoleWeekPath(addDays(monday, 7), today),
  };
}

/** The distinct start times of a week, in order. */
function startsOf(times: readonly string[]) {
  const byMinute = new Map(times.map((text) => [minuteOfDay(text), text]));
  return [...byMinute].map(([minute, text]) => ({ minute, text })).sort((a, b) => a.minute - b.minute);
}

const MAX_DECISIONS = 12;

export async function readSessionPage(services: Services, session: ClassSession, member: StaffMember) {
  const now = services.now();
  const today = dateInNairobi(now);
  const slot = session.slot;
  const isInWeek = slot !== null && periodOn(await readSlot(services.db, slot), today) !== undefined;
  const trainers = await listEntries(services, trainerType);
  const { entries } = await listActivity(services, { type: "session", slug: session.id }, MAX_DECISIONS);
  const isOnSite = session.date >= today && session.date < addDays(today, HORIZON_DAYS);
  // A moved session also shows on the day that it was moved from.
  const [first = session.date] = [session.date, session.movedFrom?.date ?? session.date]
    .filter((date) => date >= today)
    .sort();
  return {
    row: withMarks({ ...session, movedTo: null }),
    dayText: dayAndDate(session.date),
    today,
    weekPath: consoleWeekPath(mondayOf(session.date), today),
    visibility: visibilityText({ from: first, to: first }, today),
    hasBegun: session.startsAt <= now.toISOString(),
    decisions: entries.map((entry) => ({
      id: entry.id,
      who: entry.whoName,
      sentence: activitySentence(entry),
      when: shortMoment(new Date(entry.at), now),
    })),
    dayPath: isOnSite ? `/schedule/${dayOfDate(session.date)}?date=${session.date}` : undefined,
    deskContact: (await readDeskContact(services, member))(session),
    slot: isInWeek ? slot : null,
    trainers: trainers.flatMap(({ slug, name }) =>
      slug === session.trainerSlug ? [] : [{ value: slug, label: name }],
    ),
    mayChange: can(member.role, "publish", "timetable"),
  };
}

/** Class sessions with their numbers of bookings, and one sentence about all of them. */
export async function listSessions(services: Services, sessions: readonly ClassSession[]) {
  const counts = await countsOf(
    services.db,
    sessions.map(({ id }) => id),
  );
  return {
    sessions: sessions.map((session) => listedSession(session, counts.get(session.id))),
    /** Null when nobody has booked. */
    booked: bookingsSentence([...counts.values()]),
  };
}

export type AffectedSessionView = ReturnType<typeof listedSession>;

function listedSession(session: ClassSession, { taken, waiting }: Counts = NO_COUNTS) {
  const { id, className, trainerName, insteadOf } = session;
  const notes = sessionMarks({ ...session, movedTo: null }).map(({ label }) => label);
  if (taken > 0) notes.push(`${taken} booked`);
  if (waiting > 0) notes.push(`${waiting} waiting`);
  return {
    id,
    when: timeLabel(session),
    className,
    trainerName: insteadOf === null ? trainerName : `${trainerName}, for ${insteadOf}`,
    note: notes.join(", "),
  };
}
