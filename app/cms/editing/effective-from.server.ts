/** Reads from a form when a change takes effect: a day in Nairobi, and a time if the form has one. */
import { dateInNairobi, isCalendarDate, parseNairobiMoment } from "../../time/dates.server.ts";

export const EFFECTIVE_FROM_CONTROLS = ["effectiveFrom", "effectiveTime"] as const;

export type EffectiveFromControls = Partial<Record<string, string>>;

export type EffectiveFrom =
  /** `date`: the first day. `dueAt`: the moment; undefined for at once. */
  | { code: "read"; date: string; dueAt: Date | undefined }
  | { code: "day-unreadable" | "day-past" | "time-unreadable" | "past" };

/** Reads the day and time. Without a day, or today without a later time, the change is immediate. */
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
