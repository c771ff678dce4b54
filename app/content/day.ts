/** The seven days, in the order of the tabs (specification, section 2, route table). */
export const DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;

export type Day = (typeof DAYS)[number];

/** Whether a path segment is one of the seven days. */
export function isDay(segment: string | undefined): segment is Day {
  return DAYS.some((day) => day === segment);
}

/** The day's name as shown: "Monday". */
export function dayName(day: Day): string {
  return day.charAt(0).toUpperCase() + day.slice(1);
}

/** The day of the week in Nairobi (UTC+3 all year) at a given time. */
export function dayInNairobi(moment: Date): Day {
  const name = new Intl.DateTimeFormat("en-GB", { weekday: "long", timeZone: "Africa/Nairobi" }).format(moment);
  const day = name.toLowerCase();
  if (!isDay(day)) throw new Error(`Intl returned an unknown day of the week: ${name}`);
  return day;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const NAIROBI_OFFSET_MS = 3 * 60 * 60 * 1000;

/** The calendar date in Nairobi (UTC+3 all year) at a given time, as days since 1 January 1970. */
export function calendarDay(moment: Date): number {
  return Math.floor((moment.getTime() + NAIROBI_OFFSET_MS) / DAY_MS);
}
