import type { TimeRange } from "../../cms/fields.ts";
import { MINUTES_A_DAY, minuteOfDay, modulo } from "../../time/days.ts";

/**
 * How long a class takes by the times it has in the week: "60 minutes", or "45 to 90 minutes" where they differ. A range that
 * ends after midnight runs on into the next day.
 * @returns undefined when none of the times can be read
 */
export function lengthInWords(times: readonly TimeRange[]): string | undefined {
  const minutes = times
    .map(({ from, to }) => modulo(minuteOfDay(to) - minuteOfDay(from), MINUTES_A_DAY))
    .filter((length) => length > 0);
  if (minutes.length === 0) return undefined;
  const [shortest, longest] = [Math.min(...minutes), Math.max(...minutes)];
  return shortest === longest ? `${shortest} minutes` : `${shortest} to ${longest} minutes`;
}
