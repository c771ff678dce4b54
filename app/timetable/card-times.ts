/** Class times for cards: their own, or the weekly timetable's. */
import type { TimeRange } from "../cms/fields.ts";
import { DAYS, type Day, dayName, minuteOfDay } from "../time/days.ts";

export type WeeklyTime = { day: Day; time: TimeRange };

type OwnTimes = Partial<WeeklyTime>;

/** The lines of a card. `days` is empty and `time` undefined where nothing is known, `time` also where it differs. */
export type CardTimes = { days: string; time: TimeRange | undefined };

const MANY_DAYS = 3;

/** The weekly times of a class, in the order of the week. @param gymClass its slug */
export function weeklyTimesOf(gymClass: string, slots: readonly (WeeklyTime & { gymClass: string })[]): WeeklyTime[] {
  return slots
    .filter((slot) => slot.gymClass === gymClass)
    .map(({ day, time }): WeeklyTime => ({ day, time }))
    .sort((a, b) => DAYS.indexOf(a.day) - DAYS.indexOf(b.day) || minuteOfDay(a.time.from) - minuteOfDay(b.time.from));
}

/** The day and the time on a card. @param weekly the weekly times of its class */
export function cardTimes({ day, time }: OwnTimes, weekly: readonly WeeklyTime[]): CardTimes {
  const ofDay = weekly.filter((each) => day === undefined || each.day === day);
  const days = day === undefined ? [...new Set(ofDay.map((each) => each.day))] : [day];
  const [first, ...others] = ofDay;
  const common = first && others.every((other) => isSameTime(other.time, first.time)) ? first.time : undefined;
  return { days: daysText(days), time: time ?? common };
}

/** Whether a card's times differ from the weekly ones. A class without weekly times contradicts nothing. */
export function contradictsTimetable({ day, time }: OwnTimes, weekly: readonly WeeklyTime[]): boolean {
  if (weekly.length === 0) return false;
  return !weekly.some(
    (each) => (day === undefined || each.day === day) && (time === undefined || isSameTime(each.time, time)),
  );
}

function isSameTime(a: TimeRange, b: TimeRange): boolean {
  return a.from === b.from && a.to === b.to;
}

/** `Monday, Friday`, `Mon, Wed, Fri` or `Every day`. */
function daysText(days: readonly Day[]): string {
  if (days.length === DAYS.length) return "Every day";
  return days.map((day) => (days.length < MANY_DAYS ? dayName(day) : dayName(day).slice(0, 3))).join(", ");
}
