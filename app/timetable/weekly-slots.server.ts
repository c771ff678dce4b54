/** The current weekly timetable, for cards, class pages and texts. */
import type { Services } from "../platform/services.ts";
import { dateInNairobi } from "../time/dates.server.ts";
import { DAYS, minuteOfDay } from "../time/days.ts";
import type { SlotValues, WeeklySlot } from "./slot-periods.server.ts";
import { cachedRecords } from "./timetable-records.server.ts";

/** From Monday on, without slots that have not begun. */
export async function weeklySlotsToday(services: Services): Promise<WeeklySlot[]> {
  const today = dateInNairobi(services.now());
  const { weekly } = await cachedRecords(services, today, today);
  return weekly.allOn(today).sort(byTimeOfWeek);
}

export function byTimeOfWeek(a: SlotValues, b: SlotValues): number {
  return DAYS.indexOf(a.day) - DAYS.indexOf(b.day) || minuteOfDay(a.time.from) - minuteOfDay(b.time.from);
}
