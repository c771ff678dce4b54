/** The figures of classes: how full each class is, and who comes when. */
import { href } from "react-router";
import { monthName } from "../time/date-texts.server.ts";
import { monthBefore } from "../time/dates.server.ts";
import { DAYS, dayName, dayNumber, dayOfWeek, minuteOfDay } from "../time/days.ts";
import { amountText } from "../time/money.ts";
import { countInWords } from "../ui/count-in-words.ts";
import { fillBand, heatBand } from "./drawings.server.ts";
import { counted, emptyFigure, type Figure, percent, total } from "./figure.server.ts";
import { RECENT_WEEKS, type SessionCount, type WeekFigures } from "./weekly-figures.server.ts";

/** The most classes that are drawn; the table has all. */
const CLASSES_DRAWN = 15;
/** How many weekly classes the table has of the fullest, and of the emptiest. */
const SLOTS_LISTED = 30;
/** By how many of its last sessions a weekly class counts as full. */
const LAST_SESSIONS = 6;

const DAY_NAMES = DAYS.map(dayName);
const SHORT_DAYS = DAY_NAMES.map((name) => name.slice(0, 3));

type Sessions = readonly SessionCount[];

const taken = (sessions: Sessions) => total(sessions, (session) => session.taken);
const places = (sessions: Sessions) => total(sessions, (session) => session.places);
const unplaced = (sessions: Sessions) => total(sessions, (session) => session.unplaced);
const shareOf = (sessions: Sessions) => (places(sessions) === 0 ? 0 : taken(sessions) / places(sessions));
const percentOf = (sessions: Sessions) => percent(taken(sessions), places(sessions));
const takenOf = (sessions: Sessions) => (places(sessions) === 0 ? "–" : `${taken(sessions)}/${places(sessions)}`);
const isHeld = ({ isCancelled }: SessionCount) => !isCancelled;

/** Sessions of one kind, the oldest first, the fullest kind first. */
function byFill(sessions: Sessions, kindOf: (session: SessionCount) => string) {
  return [...Map.groupBy(sessions, kindOf).values()]
    .flatMap((own) => own.slice(-1).map((newest) => ({ own, newest, to: sessionPath(newest), share: shareOf(own) })))
    .toSorted((a, b) => b.share - a.share);
}

const sessionPath = ({ id }: SessionCount) => href("/staff/day/:session", { session: id });

/** Places taken of each class, this month and last month. */
export function classesFigure(weeks: readonly WeekFigures[], today: string): Figure {
  const head = { title: "Classes by places taken", ways: [{ to: href("/staff/day"), label: "Day" }] };
  const month = today.slice(0, "2026-11".length);
  const lastMonth = monthBefore(month, 1);
  const [monthWord = "", lastMonthWord = ""] = [month, lastMonth].map((name) => monthName(name).split(" ")[0]);
  const all = weeks.flatMap(({ sessions }) => sessions);
  const [lastWeek = [], weekBefore = []] = [weeks.at(-2), weeks.at(-3)].map((week) => week?.sessions);
  const classes = byFill(
    all.filter((session) => session.date >= lastMonth && isHeld(session)),
    ({ classSlug }) => classSlug,
  ).map((gymClass) => {
    const isOwn = ({ classSlug }: SessionCount) => classSlug === gymClass.newest.classSlug;
    return {
      ...{ ...gymClass, name: gymClass.newest.className },
      month: gymClass.own.filter(({ date }) => date >= month),
      lastMonth: gymClass.own.filter(({ date }) => date < month),
      lastWeek: lastWeek.filter(isOwn),
      weekBefore: weekBefore.filter(isOwn),
    };
  });
  const [fullest, emptiest] = [classes[0], classes.at(-1)];
  if (!fullest || !emptiest || taken(fullest.own) === 0)
    return emptyFigure(head, `Nobody has booked a class since 1 ${lastMonthWord}.`);
  const extremes = `the fullest class is ${fullest.name}, ${percentOf(fullest.own)}, and the emptiest ${emptiest.name}, ${percentOf(emptiest.own)}`;
  const difference = taken(lastWeek) - taken(weekBefore);
  const changes = classes
    .map(({ name, ...own }) => ({ name, change: taken(own.lastWeek) - taken(own.weekBefore) }))
    .filter(({ change }) => change * difference > 0)
    .toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change))
    .map(({ name, change }) => `${name} had ${amountText(Math.abs(change))} ${change > 0 ? "more" : "fewer"}`);
  return {
    ...head,
    sentences: [
      ...(places(lastWeek) > 0 ? [{ text: weekText(lastWeek, weekBefore, changes.slice(0, 2)) }] : []),
      ...(classes.length > 1 ? [{ text: `Since 1 ${lastMonthWord} ${extremes}.` }] : []),
      { text: `The solid bar is ${monthWord} until today, the open one ${lastMonthWord}.` },
    ],
    bands: classes.slice(0, CLASSES_DRAWN).map(({ name, to, ...own }) => {
      const value = `${percentOf(own.month)}, last month ${percentOf(own.lastMonth)}`;
      return fillBand({ label: name, to, value }, shareOf(own.month), shareOf(own.lastMonth));
    }),
    tables: [
      {
        caption: "Places taken of all places; “no place”: people who waited for one in vain, in both months",
        head: ["Class", "This month", "Last month", "Last week", "Week before", "No place"],
        rows: classes.map(({ name, to, ...own }) => {
          const filled = [own.month, own.lastMonth, own.lastWeek, own.weekBefore].map(takenOf);
          return { to, cells: [name, ...filled, String(unplaced(own.own))] };
        }),
      },
    ],
  };
}

/** Compares last week with the week before it. @param changes of classes, the largest first */
function weekText(lastWeek: Sessions, weekBefore: Sessions, changes: readonly string[]): string {
  const cancelled = lastWeek.filter((session) => !isHeld(session)).length;
  const came = total(lastWeek, (session) => session.came);
  return [
    `Last week ${taken(lastWeek)} of ${places(lastWeek)} places were taken, ${percentOf(lastWeek)}`,
    places(weekBefore) === 0 ? "" : ` after ${percentOf(weekBefore)} in the week before`,
    `, and ${counted(came, "person", "people")} came.`,
    changes.length === 0 ? "" : ` ${changes.join(" and ")}.`,
    cancelled === 0 ? "" : ` ${counted(cancelled, "class was", "classes were")} cancelled.`,
  ].join("");
}

/** Attendance by hour and day in a usual week, and the fullest and the emptiest weekly class. */
export function hoursFigure(weeks: readonly WeekFigures[]): Figure {
  const head = { title: "Who comes when", ways: [{ to: href("/staff/timetable"), label: "Timetable" }] };
  const recent = weeks.slice(-RECENT_WEEKS);
  const begins = recent.findIndex(({ sessions }) => taken(sessions) > 0);
  // The current week has only begun.
  const counting = begins === recent.length - 1 ? recent.slice(-1) : recent.slice(begins, -1);
  const held = counting.flatMap(({ sessions }) => sessions).filter(isHeld);
  if (begins === -1 || held.length === 0) return emptyFigure(head, "Nobody has booked a class yet.");
  const cells = Map.groupBy(held, (session) => `${hourOf(session)} ${dayOf(session)}`);
  const cameAt = (hour: number, day: number) => {
    const sessions = cells.get(`${hour} ${day}`);
    return sessions && total(sessions, ({ came }) => came) / counting.length;
  };
  const hours = [...new Set(held.map(hourOf))].toSorted((a, b) => a - b);
  const [busiest] = hours
    .flatMap((hour) => DAY_NAMES.map((day, index) => ({ hour, day, came: cameAt(hour, index) ?? 0 })))
    .toSorted((a, b) => b.came - a.came);
  const weekly = byFill(held, (session) => `${dayOf(session)} ${session.time} ${session.classSlug}`).map((slot) => {
    const { time, className } = slot.newest;
    const last = slot.own.slice(-LAST_SESSIONS);
    const full = last.filter((session) => session.taken >= session.places).length;
    return { ...slot, name: `${DAY_NAMES[dayOf(slot.newest)]} ${time}, ${className}`, last, full };
  });
  const regular = weekly.filter(({ last }) => last.length >= Math.min(LAST_SESSIONS, counting.length));
  const [fullest] = regular
    .filter(({ full, last }) => full * 2 > last.length)
    .toSorted((a, b) => b.full / b.last.length - a.full / a.last.length || unplaced(b.last) - unplaced(a.last));
  const emptiest = regular.at(-1);
  const period = counting.length === 1 ? "the last week" : `the last ${countInWords(counting.length)} weeks`;
  const peak = busiest && busiest.came > 0 ? busiest : undefined;
  const wayTo = ({ to }: { to: string }) => ({ to, label: "See the last one" });
  return {
    ...head,
    sentences: [
      {
        text: peak
          ? `Most people come on ${peak.day} at ${hourText(peak.hour)}: ${numberText(peak.came)} a week, in ${period}.`
          : `Nobody was checked in, in ${period}: this counts people whom the desk checks in.`,
      },
      fullest
        ? { text: fullText(fullest), way: wayTo(fullest) }
        : { text: "No weekly class is full more than half of the time." },
      ...(emptiest && regular.length > 1
        ? [
            {
              text: `${emptiest.name} is the emptiest: ${percentOf(emptiest.own)} of its places are taken.`,
              way: wayTo(emptiest),
            },
          ]
        : []),
    ],
    bands: peak
      ? [heatBand(hours.map(hourText), SHORT_DAYS, (hour, day) => cameAt(hours[hour] ?? 0, day), numberText)]
      : [],
    tables: [
      {
        caption: `People who came in a usual week, by the hour in which their class began, in ${period}`,
        head: ["Hour", ...SHORT_DAYS],
        rows: hours.map((hour) => ({
          cells: [hourText(hour), ...DAYS.map((_, day) => numberText(cameAt(hour, day)))],
        })),
      },
      {
        caption: `Weekly classes in ${period}, the fullest first; “full” is of the last ${countInWords(LAST_SESSIONS)}`,
        head: ["Class", "Came a week", "Places taken", "Full", "No place"],
        rows: ends(weekly).map(({ name, to, own, last, full }) => {
          const came = total(own, (session) => session.came) / own.length;
          return {
            to,
            cells: [name, numberText(came), percentOf(own), `${full} of ${last.length}`, String(unplaced(own))],
          };
        }),
      },
    ],
  };
}

function ends<Slot>(slots: readonly Slot[]): Slot[] {
  return slots.filter((_, index) => index < SLOTS_LISTED || index >= slots.length - SLOTS_LISTED);
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
