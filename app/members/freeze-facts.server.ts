/** Lengths and dates for the messages of a refused freeze. */

import { dateWithYear } from "../time/date-texts.server.ts";
import { dateOfDay, dayNumber, sameDayMonthsAfter } from "../time/days.ts";
import type { Pass } from "./pass-rows.server.ts";
import { type FreezeKind, type FreezeProblem, MONTHS_BETWEEN_FREEZES } from "./passes.ts";

/** Why a freeze is refused: because of the pass or the typed days. */
export type FreezeRefusal = FreezeProblem | "pass-ended" | "day-invalid";

export type FreezeFacts = {
  kind: FreezeKind;
  days: number;
  from: string;
  to: string;
  /** The days of existing freezes that it would overlap. */
  taken: string;
  latestStart: string;
  /** The earliest first day of the next counted freeze. */
  nextStart: string;
};

/** The facts of a refusal. `counted`: the first days of counted freezes. */
export function freezeFacts(
  problem: FreezeRefusal,
  form: { firstDay: string; lastDay: string },
  {
    kind,
    pass,
    counted,
    today,
    formatDay,
  }: { kind: FreezeKind; pass: Pass; counted: readonly number[]; today: number; formatDay: (day: number) => string },
): FreezeFacts {
  const hasDays = problem !== "day-invalid";
  const [firstDay, lastDay] = hasDays ? [dayNumber(form.firstDay), dayNumber(form.lastDay)] : [0, 0];
  const overlapped = pass.freezes.filter((freeze) => freeze.firstDay <= lastDay && firstDay <= freeze.lastDay);
  const latest = Math.max(today, ...counted);
  return {
    kind,
    days: lastDay - firstDay + 1,
    from: formatDay(pass.firstDay),
    to: formatDay(pass.lastDay),
    taken: overlapped.map((freeze) => `${formatDay(freeze.firstDay)} to ${formatDay(freeze.lastDay)}`).join(", "),
    latestStart: dateWithYear(dateOfDay(latest)),
    nextStart: dateWithYear(dateOfDay(sameDayMonthsAfter(latest, MONTHS_BETWEEN_FREEZES))),
  };
}
