/** The pages of the schedule as their views show them: texts are made by the server, so that a browser needs no formats of dates. */
import { availabilityBetween } from "../../bookings/availability.server.ts";
import type { Availability } from "../../bookings/booking.ts";
import { listEntries } from "../../cms/entries.server.ts";
import type { TimeRange } from "../../cms/fields.ts";
import { classType, type GymClass } from "../../content-types/class.ts";
import type { Services } from "../../platform/services.ts";
import { dayAndDate, dayAndMonth, longDate, shortDayAndMonth } from "../../time/date-texts.server.ts";
import { addDays, dateInNairobi } from "../../time/dates.server.ts";
import { DAYS, type Day, minuteOfDay } from "../../time/days.ts";
import { moneyText } from "../../time/money.ts";
import { bookingPath } from "../addresses.server.ts";
import type { DayTimetable, SessionTime, TimetableRow } from "../class-session.ts";
import { daysBetween, HORIZON_DAYS, sessionsBetween } from "../class-sessions.server.ts";
import { datesOfDay, dayPath, mondaysOfWeeks, shownDate, tabPath, weekPath } from "./schedule-dates.server.ts";
import type { SessionChange } from "./timetable-view.ts";

/** The classes of a weekday on the date that its address asks for, the other dates there are, and the way to its week. */
export async function findDay(services: Services, day: Day, url: string) {
  const today = dateInNairobi(services.now());
  const dates = datesOfDay(day, today);
  const date = shownDate(url, dates);
  const [[timetable], known] = await Promise.all([daysBetween(services, date, date), findKnown(services, date, date)]);
  if (timetable === undefined) throw new Error(`No timetable of ${date}`);
  return {
    view: dayView(timetable, today, known),
    steps: stepsTo(dates, date, `/schedule/${day}`),
    toWeek: weekPath(date, today),
  };
}

/** The tabs above a weekday's page, and the week that it is in: "23 November". */
export function findTabs(services: Services, day: Day, url: string) {
  const today = dateInNairobi(services.now());
  const date = shownDate(url, datesOfDay(day, today));
  const tabs = DAYS.map((each) => ({ day: each, path: tabPath(each, date, today) }));
  const monday = addDays(date, -DAYS.indexOf(day));
  return { tabs, weekOf: dayAndMonth(monday), toWeek: weekPath(date, today) };
}

export async function findWeek(services: Services, url: string) {
  const today = dateInNairobi(services.now());
  const mondays = mondaysOfWeeks(today);
  const monday = shownDate(url, mondays);
  const sunday = addDays(monday, DAYS.length - 1);
  const [days, known] = await Promise.all([daysBetween(services, monday, sunday), findKnown(services, monday, sunday)]);
  const week = {
    monday,
    /** "23 to 29 November" */
    range: rangeText(monday, sunday),
    /** "Monday 23 November 2026" */
    firstDay: `${dayAndDate(monday)} ${monday.slice(0, 4)}`,
    asOf: `${dayAndDate(today)} ${today.slice(0, 4)}`,
    /** The year of its last day. */
    year: sunday.slice(0, 4),
    ...layOutWeek(days.map((day) => ({ ...dayView(day, today, known), path: dayPath(day.date, today) }))),
  };
  return { week, steps: stepsTo(mondays, monday, "/schedule/week") };
}

export type WeekView = Awaited<ReturnType<typeof findWeek>>["week"];

type Known = {
  classes: ReadonlyMap<string, Pick<GymClass, "price">>;
  availability: ReadonlyMap<string, Availability>;
};

async function findKnown(services: Services, from: string, to: string): Promise<Known> {
  const [classes, availability] = await Promise.all([
    listEntries(services, classType),
    availabilityBetween(services, from, to),
  ]);
  return { classes: new Map(classes.map((gymClass) => [gymClass.slug, gymClass])), availability };
}

export type DayView = ReturnType<typeof dayView>;

function dayView({ date, day, closure, rows }: DayTimetable, today: string, known: Known) {
  return {
    date,
    day,
    /** "23 November 2026" */
    dateText: longDate(date),
    /** "23 Nov" */
    shortDate: shortDayAndMonth(date),
    closure: closure === null ? undefined : `The gym is closed on ${dayAndDate(date)}: ${closure}`,
    rows: rows.map((row) => sessionRowView(row, today, known)),
  };
}

export type Step = ReturnType<typeof stepsTo>[number];

function stepsTo(dates: readonly string[], selected: string, path: string) {
  return dates.map((date, index) => ({
    date,
    label: shortDayAndMonth(date),
    path: index === 0 ? path : `${path}?date=${date}`,
    isShown: date === selected,
  }));
}

/** "23 to 29 November", "30 November to 6 December" */
function rangeText(monday: string, sunday: string): string {
  const isOneMonth = monday.slice(0, 7) === sunday.slice(0, 7);
  return `${isOneMonth ? Number(monday.slice(8)) : dayAndMonth(monday)} to ${dayAndMonth(sunday)}`;
}

export type SessionRowView = ReturnType<typeof sessionRowView>;

/** The row of a session for visitors. `today` decides which days have a page to lead to. */
export function sessionRowView(row: TimetableRow, today: string, { classes, availability }: Known) {
  const { id, date, startsAt, endsAt, time, classSlug, className, insteadOf, movedTo } = row;
  const isOff = row.state === "cancelled" || movedTo !== null;
  const known = isOff ? undefined : availability.get(id);
  const price = classes.get(classSlug)?.price;
  return {
    id,
    about: `${className}, ${inWords({ date, time })}`,
    /** Unique on its page: a session that was moved has a row at each of its dates. */
    key: `${id} ${date}`,
    startsAt,
    endsAt,
    time,
    classSlug,
    className,
    trainer: row.trainerName,
    /** Whether the class has a page: it may have been taken off the site since. */
    hasPage: classes.has(classSlug),
    insteadOf,
    /** Whether the class does not take place here and then. */
    isOff,
    change: changeOf(row, today),
    /** Null where the line above a closed day has said it. */
    reason: row.isClosed ? null : row.reason,
    /** The session's availability, where to book it, and what it costs: "KES 800". */
    ...(known && {
      places: { availability: known, path: bookingPath(id), price: price === undefined ? undefined : moneyText(price) },
    }),
  };
}

/** The one change that matters most: whether the class takes place, then where it is, then where it comes from. */
function changeOf(
  { state, date, movedTo, movedFrom, isAdded }: TimetableRow,
  today: string,
): SessionChange | undefined {
  if (state === "cancelled") return { kind: "cancelled" };
  if (movedTo !== null) return { kind: "moved", to: inWords(movedTo), path: dayPath(movedTo.date, today) };
  if (movedFrom !== null && movedFrom.date === date) return { kind: "new-time", from: movedFrom.time.from };
  if (movedFrom !== null) return { kind: "moved-here", from: inWords(movedFrom) };
  return isAdded ? { kind: "added" } : undefined;
}

/** "Tuesday 24 November, 5:00pm" */
function inWords({ date, time }: SessionTime): string {
  return `${dayAndDate(date)}, ${time.from}`;
}

const LISTED = 6;

/** Sessions of a class within four weeks, today's included, as the page is cached. */
export async function listSessionsOfClass(services: Services, classSlug: string) {
  const today = dateInNairobi(services.now());
  const last = addDays(today, HORIZON_DAYS - 1);
  const [sessions, known] = await Promise.all([
    sessionsBetween(services, today, last),
    findKnown(services, today, last),
  ]);
  return sessions
    .filter((session) => session.classSlug === classSlug)
    .slice(0, LISTED)
    .map((session) => {
      const { date, reason } = session;
      const [dayName = "", day = "", month = ""] = dayAndDate(date).split(" ");
      return {
        ...sessionRowView({ ...session, movedTo: null }, today, known),
        // Here no line above the rows says why a day is closed.
        reason,
        date,
        dayName,
        /** "Tue 5:00pm": what can be booked is at most a week away. */
        startText: `${dayName.slice(0, 3)} ${session.time.from}`.replace(" ", "\u00a0"),
        /** "24 Nov". */
        dateText: `${day} ${month.slice(0, 3)}`,
        path: dayPath(date, today),
      };
    });
}

export type UpcomingSession = Awaited<ReturnType<typeof listSessionsOfClass>>[number];

const CLASSES_A_LINE = 4;

/** The most lines of an A4 sheet at each size, when most have a name of two lines. */
const MOST_LINES = { large: 7.5, medium: 10.5 } as const;

const CHANGE_LINES = 0.5;

/** Lines of the week's grid: one per time, more for parallel classes. */
export function layOutWeek(days: readonly (DayView & { path: string | undefined })[]) {
  const cells = days.map(({ rows }) =>
    [...Map.groupBy(rows, rangeOf)].flatMap(([range, ofTime]) =>
      ofTime.map((row, index) => ({ row, index, id: `${range} ${index}` })),
    ),
  );
  const inOrder = cells.flat().sort((a, b) => byTime(a.row.time, b.row.time) || a.index - b.index);
  // A line whose time is the one before's has no time of its own.
  const lines = new Map(inOrder.map(({ row, index, id }) => [id, index === 0 ? row.time : undefined]));
  const ids = [...lines.keys()];
  const placed = days.map((day, index) => ({
    ...day,
    rows: (cells[index] ?? [])
      .map(({ row, id }) => ({ ...row, line: ids.indexOf(id) }))
      .sort((a, b) => a.line - b.line),
  }));
  return { lines: [...lines.values()], days: placed, size: sheetSize(placed) };
}

/**
 * The size at which a week fits one sheet; `large` is that for a wall. At the smallest, 14 lines do: eight classes each day. A
 * fuller one runs over two sheets.
 */
function sheetSize(days: readonly { rows: readonly SessionRowView[] }[]) {
  const lines = days.reduce((sum, { rows }) => sum + linesOf(rows), 0);
  if (lines <= MOST_LINES.large) return "large";
  return lines <= MOST_LINES.medium ? "medium" : "small";
}

function linesOf(rows: readonly SessionRowView[]): number {
  const lines = Math.max(1, Math.ceil(rows.length / CLASSES_A_LINE));
  const changed = new Set(rows.flatMap(({ change }, index) => (change ? Math.floor(index / CLASSES_A_LINE) : [])));
  return lines + changed.size * CHANGE_LINES;
}

function rangeOf({ time }: SessionRowView): string {
  return `${time.from}-${time.to}`;
}

function byTime(a: TimeRange, b: TimeRange): number {
  return minuteOfDay(a.from) - minuteOfDay(b.from) || minuteOfDay(a.to) - minuteOfDay(b.to);
}
