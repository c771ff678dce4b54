/** The rules of freezes, as pure functions. */
import { sameDayMonthsAfter } from "../time/days.ts";
import { isDayPass, type PassDays } from "./passes.ts";

/** In days: a freeze lasts two weeks to three months, a medical one a day to six months. */
export const FREEZE_LIMITS = { counted: { min: 14, max: 90 }, medical: { min: 1, max: 180 } } as const;

export const FREEZE_LENGTHS = [
  [14, "2 weeks"],
  [21, "3 weeks"],
  [30, "1 month"],
  [90, "3 months"],
] as const;

/** How many months there must be between the first days of a person's counted freezes. */
export const MONTHS_BETWEEN_FREEZES = 12;

export type FreezeKind = keyof typeof FREEZE_LIMITS;

export type FreezeProblem =
  /** The last day is before the first, or the first before today. */
  | "days-reversed"
  | "past"
  | "freeze-short"
  | "freeze-long"
  /** The first day is not a day of the pass. */
  | "outside-pass"
  | "day-pass"
  | "overlap"
  /** Another counted freeze starts less than twelve months away. */
  | "too-soon";

/** Why a pass can't be frozen; undefined if it can. @param counted first days of counted freezes */
export function freezeProblem(
  pass: PassDays,
  { firstDay, lastDay, kind }: { firstDay: number; lastDay: number; kind: FreezeKind },
  { today, counted }: { today: number; counted: readonly number[] },
): FreezeProblem | undefined {
  if (isDayPass(pass.pass)) return "day-pass";
  if (lastDay < firstDay) return "days-reversed";
  if (firstDay < today) return "past";
  const { min, max } = FREEZE_LIMITS[kind];
  const days = lastDay - firstDay + 1;
  if (days < min) return "freeze-short";
  if (days > max) return "freeze-long";
  if (firstDay < pass.firstDay || firstDay > pass.lastDay) return "outside-pass";
  if (pass.freezes.some((freeze) => freeze.firstDay <= lastDay && firstDay <= freeze.lastDay)) return "overlap";
  const isNear = (other: number) =>
    firstDay < sameDayMonthsAfter(other, MONTHS_BETWEEN_FREEZES) &&
    other < sameDayMonthsAfter(firstDay, MONTHS_BETWEEN_FREEZES);
  return kind === "counted" && counted.some(isNear) ? "too-soon" : undefined;
}
