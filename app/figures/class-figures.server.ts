/** The figures of classes: how full each class is, and who comes when. */
import { href } from "react-router";
import { countInWords } from "../platform/text.ts";
import { monthBefore } from "../time/dates.server.ts";
import { DAYS, dayName, dayNumber, dayOfWeek, minuteOfDay } from "../time/days.ts";
import {
  counted,
  emptyFigure,
  type Figure,
  fillBand,
  heatBand,
  monthOfDate,
  monthWord,
  percent,
  total,
} from "./drawings.server.ts";
import { RECENT_WEEKS, type SessionCount, type WeekFigures } from "./weekly-figures.server.ts";

/** The most classes that are drawn; the table has all. */
const CLASSES_DRAWN = 15;
/** By how many of its last sessions a weekly class counts as full. */
const LAST_SESSIONS = 6;

const DAY_NAMES = DAYS.map(dayName);
const SHORT_DAYS = DAY_NAMES.map((name) => name.slice(0, 3));

type Sessions = readonly SessionCount[];

const taken = (sessions: Sessions) => total(sessions, (session) => session.taken);
const places = (sessions: Sessions) => total(sessions, (session) => session.places);
const unplaced = (sessions: Sessions) => total(sessions, (session) => session.unplaced);
const came = (sessions: Sessions) => total(sessions, (session) => session.came);
const shareOf = (sessions: Sessions) => (places(sessions) === 0 ? 0 : taken(sessions) / places(sessions));
const percentOf = (sessions: Sessions) => percent(taken(sessions), places(sessions));
const takenOf = (sessions: Sessions) => (places(sessions) === 0 ? "–" : `${taken(sessions)}/${places(sessions)}`);

/** Groups sessions, the oldest first; the fullest group is first, and links to its newest session. */
function byFill<Session extends SessionCount>(sessions: readonly Session[], groupOf: (session: Session) => string) {
  return [...Map.groupBy(sessions, groupOf).values()]
    .flatMap((own) => own.slice(-1).map((newest) => ({ own, newest, share: shareOf(own), to: pathOf(newest) })))
    .toSorted((a, b) => b.share - a.share);
}

const pathOf = ({ id }: SessionCount) => href("/staff/day/:session", { session: id });

/** Places taken of each class, this month and last month. */
export function classesFigure(weeks: readonly WeekFigures[], today: string): Figure {
  const head = { title: "Classes by places taken", ways: [{ to: href("/staff/day"), label: "Day" }] };
  const month = monthOfDate(today);
  const lastMonth = monthBefore(month, 1);
  const sessions = weeks.flatMap((week) => week.sessions).filter(({ date }) => date >= lastMonth);
  const classes = byFill(sessions, ({ classSlug }) => classSlug).map(({ own, newest, to }) => ({
    ...{ own, to, name: newest.className },
    now: own.filter(({ date }) => date >= month),
    before: own.filter(({ date }) => date < month),
  }));
  const byThisMonth = classes.toSorted((a, b) => shareOf(b.now) - shareOf(a.now));
  const [fullest, emptiest] = [classes[0], classes.at(-1)];
  const since = `ince 1 ${monthWord(lastMonth)}`;
  if (!fullest || !emptiest || taken(sessions) === 0) return emptyFigure(head, `Nobody has booked a class s${since}.`);
  const extremes = `the fullest class is ${fullest.name}, ${percentOf(fullest.own)}, and the emptiest ${emptiest.name}, ${percentOf(emptiest.own)}`;
  const [lastWeek = [], weekBefore = []] = [weeks.at(-2), weeks.at(-3)].map((week) => week?.sessions);
  const afterBefore = places(weekBefore) === 0 ? "" : ` after ${percentOf(weekBefore)} in the week before`;
  return {
    ...head,
    sentences: [
      ...(places(lastWeek) === 0
        ? []
        : [
            {
              text: `Last week ${taken(lastWeek)} of ${places(lastWeek)} places were taken, ${percentOf(lastWeek)}${afterBefore}, and ${counted(came(lastWeek), "person", "people")} came.`,
            },
          ]),
      ...(classes.length > 1 ? [{ text: `S${since} ${extremes}.` }] : []),
      { text: `The solid bar is ${monthWord(month)} until today, the open one ${monthWord(lastMonth)}.` },
    ],
    bands: byThisMonth.slice(0, CLASSES_DRAWN).map(({ name, to, now, before }) => {
      const value = `${percentOf(now)}, last month ${percentOf(before)}`;
      return fillBand({ label: name, to, value }, shareOf(now), shareOf(before));
    }),
    tables: [
      {
        caption: "Places taken of all places; “no place”: people who waited for one in vain, in both months",
        head: ["Class", "This month", "Last month", "No place"],
        rows: byThisMonth.map(({ name, to, own, now, before }) => {
          return { to, cells: [name, takenOf(now), takenOf(before), String(unplaced(own))] };
        }),
      },
    ],
  };
}

/** Attendance by hour and day in a usual week, and the fullest and the emptiest weekly class. */
export function hoursFigure(weeks: readonly WeekFigures[]): Figure {
  const head = { title: "Who comes when", ways: [{ to: href("/staff/timetable"), label: "Timetable" }] };
  const recent = weeks.slice(-RECENT_WEEKS);
  const begins = recent.findIndex(({ sessions }) => taken(sessions) > 0);
  if (begins === -1) return emptyFigure(head, "Nobody has booked a class yet.");
  // The current week has only begun.
  const counting = begins === recent.length - 1 ? recent.slice(-1) : recent.slice(begins, -1);
  const period = counting.length === 1 ? "the last week" : `the last ${countInWords(counting.length)} weeks`;
  const sessions = counting
    .flatMap((week) => week.sessions)
    .map((session) => ({ ...session, hour: hourOf(session), day: dayOf(session) }));
  const cells = Map.groupBy(sessions, ({ hour, day }) => `${hour} ${day}`);
  const hours = [...new Set(sessions.map(({ hour }) => hour))].toSorted((a, b) => a - b);
  const cameAt = (hour: number, day: number) => {
    const own = cells.get(`${hours[hour]} ${day}`);
    return own && came(own) / counting.length;
  };
  const [busiest] = hours
    .flatMap((hour, row) => DAY_NAMES.map((day, column) => ({ hour, day, count: cameAt(row, column) ?? 0 })))
    .toSorted((a, b) => b.count - a.count);
  return {
    ...head,
    sentences: [
      {
        text: busiest?.count
          ? `Most people come on ${busiest.day} at ${hourText(busiest.hour)}: ${numberText(busiest.count)} a week, in ${period}.`
          : `Nobody was checked in, in ${period}: this counts people whom the desk checks in.`,
      },
      ...extremeSlots(sessions, Math.min(LAST_SESSIONS, counting.length)),
    ],
    bands: busiest?.count ? [heatBand(hours.map(hourText), SHORT_DAYS, cameAt, numberText)] : [],
    tables: [
      {
        caption: `People who came in a usual week, by the hour in which their class began, in ${period}`,
        head: ["Hour", ...SHORT_DAYS],
        rows: hours.map((hour, row) => ({
          cells: [hourText(hour), ...DAYS.map((_, day) => numberText(cameAt(row, day)))],
        })),
      },
    ],
  };
}

/** Names the fullest and the emptiest weekly class. @param least sessions: fewer tell nothing */
function extremeSlots(sessions: readonly (SessionCount & { day: number })[], least: number): Figure["sentences"] {
  const slots = byFill(sessions, ({ day, time, classSlug }) => `${day} ${time} ${classSlug}`)
    .map(({ own, newest, to }) => ({
      name: `${DAY_NAMES[newest.day]} ${newest.time}, ${newest.className}`,
      way: { to, label: "See the last one" },
      own,
      last: own.slice(-LAST_SESSIONS),
    }))
    .filter(({ last }) => last.length >= least);
  const [fullest] = slots
    .map((slot) => ({ ...slot, full: slot.last.filter((session) => session.taken >= session.places).length }))
    .filter(({ full, last }) => full * 2 > last.length)
    .toSorted((a, b) => b.full / b.last.length - a.full / a.last.length || unplaced(b.last) - unplaced(a.last));
  const emptiest = slots.at(-1);
  return [
    fullest
      ? { text: fullText(fullest), way: fullest.way }
      : { text: "No weekly class is full more than half of the time." },
    ...(emptiest && slots.length > 1
      ? [
          {
            text: `${emptiest.name} is the emptiest: ${percentOf(emptiest.own)} of its places are taken.`,
            way: emptiest.way,
          },
        ]
      : []),
  ];
}

function fullText({ name, full, last }: { name: string; full: number; last: Sessions }): string {
  const often = full === last.length ? "each week" : `${countInWords(full)} weeks in ${countInWords(last.length)}`;
  const lost = unplaced(last);
  return `${name} is full ${often}${lost === 0 ? "" : `, and ${counted(lost, "person", "people")} got no place`}.`;
}

const hourOf = ({ time }: SessionCount) => Math.floor(minuteOfDay(time) / 60);
const dayOf = ({ date }: SessionCount) => DAYS.indexOf(dayOfWeek(dayNumber(date)));
const hourText = (hour: number) => `${hour % 12 || 12}${hour < 12 ? "am" : "pm"}`;

/** Formats with one decimal below ten. A missing number is a dash. */
function numberText(value: number | undefined): string {
  return value === undefined ? "–" : String(value < 10 ? Math.round(value * 10) / 10 : Math.round(value));
}
