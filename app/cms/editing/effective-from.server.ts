/** From when a change of an entry holds, as its form sends it: a day in Nairobi, and a time of day where the form asks for one. */
import { dateInNairobi, isCalendarDate, parseNairobiMoment } from "../../time/dates.server.ts";

/** The inputs. */
export const EFFECTIVE_FROM_CONTROLS = ["effectiveFrom", "effectiveTime"] as const;

export type EffectiveFromControls = Partial<Record<string, string>>;

export type EffectiveFrom =
  /** `date`: the first day on which it holds. `dueAt`: the moment from which; undefined for at once. */
  { ok: true; date: string; dueAt: Date | undefined } | { ok: false; problem: string };

/** Reads them. Without a day, or with today, it is at once unless a time later today says otherwise. */
export function readEffectiveFrom(
  { effectiveFrom = "", effectiveTime = "" }: EffectiveFromControls,
  now: Date,
): EffectiveFrom {
  const today = dateInNairobi(now);
  const [date, time] = [effectiveFrom.trim() || today, effectiveTime.trim()];
  if (!isCalendarDate(date)) return { ok: false, problem: "Choose a day of the calendar, or leave it empty." };
  if (date === today && time === "") return { ok: true, date, dueAt: undefined };
  if (date < today) {
    return {
      ok: false,
      problem: "That day is past, and what took place stays as it was. Choose today or a later day.",
    };
  }
  const dueAt = parseNairobiMoment(`${date}T${time || "00:00"}`);
  if (dueAt === undefined) return { ok: false, problem: "Write the time like 06:00, or leave it empty." };
  if (dueAt <= now) return { ok: false, problem: "That moment is past. Choose a later one." };
  return { ok: true, date, dueAt };
}
