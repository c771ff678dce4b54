/** Class times on cards: the card's own, or the weekly timetable's. */
import type { TimeRange } from "../cms/fields.ts";
import { DAYS, type Day, dayName, minuteOfDay } from "../time/days.ts";

export type WeeklyTime = { day: Day; time: TimeRange };

type OwnTimes = Partial<WeeklyTime>;

/** The lines of a card. `days` is empty when unknown; `time` is undefined when unknown or when it differs by day. */
export type CardTimes = { days: string; time: TimeRange | undefined };

const MANY_DAYS = 3;

/** The weekly times of a class, from Monday on. @param gymClass its slug */
export function weeklyTimesOf(gymClass: string, slots: readonly (WeeklyTime & { gymClass: string })[]): WeeklyTime[] {
  return slots
    .filter((slot) => slot.gymClass === gymClass)
    .map(({ day, time }): WeeklyTime => ({ day, time }))
    .sort((a, b) => DAYS.indexOf(a.day) - DAYS.indexOf(b.day) || minuteOfDay(a.time.from) - minuteOfDay(b.time.from));
}

/** The day and the time on a card. @param weekly the weekly times of its class */
export function cardTimes({ day, time }: OwnTimes, weekly: readonly WeeklyTime[]): CardTimes {
  const matching = weekly.filter((each) => day === undefined || each.day === day);
  const days = day === undefined ? [...new Set(matching.map((each) => each.day))] : [day];
  const [first, ...others] = matching;
  const common = first && others.every((other) => isSameTime(other.time, first.time)) ? first.time : undefined;
  return { days: daysText(days), time: time ?? common };
}

/** Whether a card's day or time is in none of the weekly times. A class without weekly times never contradicts. */
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
