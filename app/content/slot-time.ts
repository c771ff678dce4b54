/** Times of day as the owner writes them. Separate from the slot's content type, so that the browser doesn't load the validation with it. */
import { MINUTES_A_DAY, modulo } from "./nairobi-time.ts";

/**
 * Minutes since midnight of a time as the owner writes it: `9:00am` is 540, `12:00am` 0, `12:30pm` 750. The owner also
 * writes `21:00pm` (specification, section 9); an hour above 12 is used as written. NaN for anything that is no time of day.
 */
export function minuteOfDay(time: string): number {
  const match = /^(\d{1,2}):(\d{2})(am|pm)$/.exec(time);
  if (match === null) return Number.NaN;
  const written = Number(match[1]);
  const minutes = Number(match[2]);
  const hours = written > 12 ? written : (written % 12) + (match[3] === "pm" ? 12 : 0);
  return hours < 24 && minutes < 60 ? hours * 60 + minutes : Number.NaN;
}

/** The longest that a class may last. Entries that were stored before this rule may be longer. */
export const MAX_CLASS_HOURS = 6;

/** How long a range lasts, in minutes: one that ends before it begins ends after midnight. */
export function minutesOf({ from, to }: { from: string; to: string }): number {
  return modulo(minuteOfDay(to) - minuteOfDay(from), MINUTES_A_DAY);
}
