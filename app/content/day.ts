/** The seven days, in the order of the tabs (specification, section 2, route table). */
export const DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;

export type Day = (typeof DAYS)[number];

/** Whether a word from an address is one of the seven days. */
export function isDay(word: string | undefined): word is Day {
  return DAYS.some((day) => day === word);
}

/** The day's name as shown: "Monday". */
export function dayName(day: Day): string {
  return day.charAt(0).toUpperCase() + day.slice(1);
}

/** The day it is in Nairobi (UTC+3 all year) at a moment. */
export function dayInNairobi(moment: Date): Day {
  const name = new Intl.DateTimeFormat("en-GB", { weekday: "long", timeZone: "Africa/Nairobi" }).format(moment);
  const day = name.toLowerCase();
  if (!isDay(day)) throw new Error(`The calendar named a day that is none of the seven: ${name}`);
  return day;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const NAIROBI_OFFSET_MS = 3 * 60 * 60 * 1000;

/** The calendar date in Nairobi (UTC+3 all year) at a moment, as days since 1 January 1970. */
export function calendarDay(moment: Date): number {
  return Math.floor((moment.getTime() + NAIROBI_OFFSET_MS) / DAY_MS);
}
