/** Models of the schedule's pages. The server formats all dates, so that browsers don't load date formatting. */
import { availabilityBetween } from "../../bookings/availability.server.ts";
import type { Availability } from "../../bookings/booking.ts";
import { listEntries } from "../../cms/entries.server.ts";
import type { TimeRange } from "../../cms/fields.ts";
import { classType, type GymClass } from "../../content-types/class.ts";
import type { Services } from "../../platform/services.ts";
import {
  addDays,
  dateInNairobi,
  dayAndDate,
  dayAndMonth,
  longDate,
  shortDayAndMonth,
} from "../../time/dates.server.ts";
import { DAYS, type Day, minuteOfDay } from "../../time/days.ts";
import { moneyText } from "../../time/money.ts";
import { withoutBreaks } from "../../time/without-breaks.ts";
import { bookingPath } from "../addresses.server.ts";
import type { DayTimetable, SessionTime, TimetableRow } from "../class-session.ts";
import { daysBetween, HORIZON_DAYS, sessionsBetween } from "../class-sessions.server.ts";
import type { SessionChange } from "./row-change.tsx";
import { datesOfDay, dayPath, mondaysOfWeeks, shownDate, tabPath, weekPath } from "./schedule-dates.server.ts";

/** The classes of a weekday on the requested date, with the links to its other dates and its week. */
export async function findDay(services: Services, day: Day, url: string) {
  const today = dateInNairobi(services.now());
  const dates = datesOfDay(day, today);
  const date = shownDate(url, dates);
  const [[timetable], context] = await Promise.all([
    daysBetween(services, date, date),
    findRowContext(services, date, date),
  ]);
  if (timetable === undefined) throw new Error(`No timetable for ${date}`);
  return {
    view: dayView(timetable, today, context),
    steps: stepsTo(dates, date, `/schedule/${day}`),
    toWeek: weekPath(date, today),
  };
}

/** The tabs above a weekday's page, and the Monday of its week: "23 November". */
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
  const [days, context] = await Promise.all([
    daysBetween(services, monday, sunday),
    findRowContext(services, monday, sunday),
  ]);
  const week = {
    monday,
    range: rangeText(monday, sunday),
    firstDay: `${dayAndDate(monday)} ${monday.slice(0, 4)}`,
    asOf: `${dayAndDate(today)} ${today.slice(0, 4)}`,
    year: sunday.slice(0, 4),
    ...layOutWeek(
      days.map((day) => ({
        ...dayView(day, today, context),
        closure: day.closure === null ? undefined : `Closed: ${day.closure}`,
        path: dayPath(day.date, today),
      })),
    ),
  };
  return { week, steps: stepsTo(mondays, monday, "/schedule/week") };
}

export type WeekView = Awaited<ReturnType<typeof findWeek>>["week"];

type RowContext = {
  classes: ReadonlyMap<string, Pick<GymClass, "price">>;
  availability: ReadonlyMap<string, Availability>;
};

async function findRowContext(services: Services, from: string, to: string): Promise<RowContext> {
  const [classes, availability] = await Promise.all([
    listEntries(services, classType),
    availabilityBetween(services, from, to),
  ]);
  return { classes: new Map(classes.map((gymClass) => [gymClass.slug, gymClass])), availability };
}

export type DayView = ReturnType<typeof dayView>;

function dayView({ date, day, closure, rows }: DayTimetable, today: string, context: RowContext) {
  return {
    date,
    day,
    dateText: longDate(date),
    shortDate: shortDayAndMonth(date),
    closure: closure === null ? undefined : withoutBreaks(`The gym is closed on ${dayAndDate(date)}: ${closure}`),
    rows: rows.map((row) => sessionRowView(row, today, context)),
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

/** The row of a session for visitors. Only days from `today` on have a page to link to. */
export function sessionRowView(row: TimetableRow, today: string, { classes, availability }: RowContext) {
  const { id, date, startsAt, endsAt, time, classSlug, className, insteadOf, movedTo } = row;
  const isOff = row.state === "cancelled" || movedTo !== null;
  const places = isOff ? undefined : availability.get(id);
  const price = classes.get(classSlug)?.price;
  return {
    id,
    about: `${className}, ${inWords({ date, time })}`,
    /** Unique on a page: a moved session has a row on each of its dates. */
    key: `${id} ${date}`,
    startsAt,
    endsAt,
    time,
    classSlug,
    className,
    trainer: row.trainerName,
    /** Whether the class still has a page: it may have been unpublished. */
    hasPage: classes.has(classSlug),
    insteadOf,
    /** Whether the class does not take place at this date and time. */
    isOff,
    change: changeOf(row, today),
    /** Null on a closed day, whose note is shown above its rows. */
    reason: row.isClosed ? null : row.reason,
    /** The session's availability, where to book it, and what it costs: "KES 800". */
    ...(places && {
      places: {
        availability: places,
        path: bookingPath(id),
        price: price === undefined ? undefined : moneyText(price),
      },
    }),
  };
}

/** The most important change: cancelled, then moved away, then moved here, then added. */
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

const MAX_LISTED = 6;

/** The next sessions of a class within four weeks; also today's past sessions, as the page is cached. */
export async function listSessionsOfClass(services: Services, classSlug: string) {
  const today = dateInNairobi(services.now());
  const last = addDays(today, HORIZON_DAYS - 1);
  const [sessions, context] = await Promise.all([
    sessionsBetween(services, today, last),
    findRowContext(services, today, last),
  ]);
  return sessions
    .filter((session) => session.classSlug === classSlug)
    .slice(0, MAX_LISTED)
    .map((session) => {
      const { date, reason } = session;
      const [dayName = "", day = "", month = ""] = dayAndDate(date).split(" ");
      return {
        ...sessionRowView({ ...session, movedTo: null }, today, context),
        // This list doesn't show the note of a closed day above its rows.
        reason,
        date,
        dayName,
        /** "Tue 5:00pm", without a date: classes can be booked at most a week ahead. */
        startText: `${dayName.slice(0, 3)} ${session.time.from}`.replace(" ", "\u00a0"),
        dateText: `${day} ${month.slice(0, 3)}`,
        path: dayPath(date, today),
      };
    });
}

export type UpcomingSession = Awaited<ReturnType<typeof listSessionsOfClass>>[number];

const CLASSES_PER_LINE = 4;

/** How many lines fit on an A4 sheet at each size, if most class names take two lines. */
const MAX_LINES = { large: 7.5, medium: 10.5 } as const;

const CHANGE_LINES = 0.5;

/** Lays out the week's grid: one line per time, more for parallel classes. */
export function layOutWeek(days: readonly (DayView & { path: string | undefined })[]) {
  const cells = days.map(({ rows }) =>
    [...Map.groupBy(rows, ({ time }) => `${time.from}-${time.to}`)].flatMap(([range, ofTime]) =>
      ofTime.map((row, index) => ({ row, index, id: `${range} ${index}` })),
    ),
  );
  const inOrder = cells.flat().sort((a, b) => byTime(a.row.time, b.row.time) || a.index - b.index);
  // Only the first line of each time shows it.
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
 * The size at which a week fits on one sheet; `large` can be read from a wall. At the smallest, 14 lines fit: eight
 * classes a day. A fuller week takes two sheets.
 */
function sheetSize(days: readonly { rows: readonly SessionRowView[] }[]) {
  const lines = days.reduce((sum, { rows }) => sum + linesOf(rows), 0);
  if (lines <= MAX_LINES.large) return "large";
  return lines <= MAX_LINES.medium ? "medium" : "small";
}

function linesOf(rows: readonly SessionRowView[]): number {
  const lines = Math.max(1, Math.ceil(rows.length / CLASSES_PER_LINE));
  const changed = new Set(rows.flatMap(({ change }, index) => (change ? Math.floor(index / CLASSES_PER_LINE) : [])));
  return lines + changed.size * CHANGE_LINES;
}

function byTime(a: TimeRange, b: TimeRange): number {
  return minuteOfDay(a.from) - minuteOfDay(b.from) || minuteOfDay(a.to) - minuteOfDay(b.to);
}
