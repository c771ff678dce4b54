/** From when a change of an entry holds, as its form sends it: a day in Nairobi, and a time of day where the form asks for one. */
import { dateInNairobi, isCalendarDate, parseNairobiMoment } from "../../time/dates.server.ts";

export const EFFECTIVE_FROM_CONTROLS = ["effectiveFrom", "effectiveTime"] as const;

export type EffectiveFromControls = Partial<Record<string, string>>;

export type EffectiveFrom =
  /** `date`: the first day. `dueAt`: the moment; undefined for at once. */
  | { code: "read"; date: string; dueAt: Date | undefined }
  | { code: "day-unreadable" | "day-past" | "time-unreadable" | "past" };

/** Reads them. Without a day, or with today, it is at once unless a time later today says otherwise. */
export function readEffectiveFrom(
  { effectiveFrom = "", effectiveTime = "" }: EffectiveFromControls,
  now: Date,
): EffectiveFrom {
  const today = dateInNairobi(now);
  const [date, time] = [effectiveFrom.trim() || today, effectiveTime.trim()];
  if (!isCalendarDate(date)) return { code: "day-unreadable" };
  if (date === today && time === "") return { code: "read", date, dueAt: undefined };
  if (date < today) return { code: "day-past" };
  const dueAt = parseNairobiMoment(`${date}T${time || "00:00"}`);
  if (dueAt === undefined) return { code: "time-unreadable" };
  if (dueAt <= now) return { code: "past" };
  return { code: "read", date, dueAt };
}
