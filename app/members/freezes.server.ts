/** Freezes of passes: their default days, the classes they would cancel, and their facts. */
import { type BookingRow, bookingsWithSessions } from "../bookings/booking-rows.server.ts";
import type { Db } from "../platform/services.ts";
import { dateWithYear, isCalendarDate, shortDayAndTime } from "../time/dates.server.ts";
import { dateOfDay, dayNumber, sameDayMonthsAfter } from "../time/days.ts";
import { type FreezeKind, type FreezeProblem, MONTHS_BETWEEN_FREEZES } from "./freezes.ts";
import type { Pass } from "./pass-rows.server.ts";

const DEFAULT_DAYS = 14;

/** How far from today a typed day may be, in days: no pass runs further. */
const MAX_DISTANCE_DAYS = 3660;

export function defaultFreeze({ firstDay, freezes }: Pick<Pass, "firstDay" | "freezes">, today: number) {
  const first = Math.max(today, firstDay, ...freezes.map((freeze) => freeze.lastDay + 1));
  return { firstDay: dateOfDay(first), lastDay: dateOfDay(first + DEFAULT_DAYS - 1) };
}

/** The last day of a freeze of some length, for its field; empty if the first day is invalid. */
export function lastDayAfter(firstDay: string, days: number, today: number): string {
  if (!isCalendarDate(firstDay)) return "";
  const first = dayNumber(firstDay);
  return Math.abs(first - today) > MAX_DISTANCE_DAYS ? "" : dateOfDay(first + days - 1);
}

export async function sessionTextsOf(db: Db, bookings: readonly Pick<BookingRow, "id">[]): Promise<string[]> {
  if (bookings.length === 0) return [];
  const ids = bookings.map(({ id }) => id);
  const rows = await bookingsWithSessions(db)
    .select(["class_name", "starts_at", "bookings.state", "guest_name"])
    .where("bookings.id", "in", ids)
    .orderBy("starts_at")
    .orderBy("bookings.id")
    .execute();
  return rows.map(({ class_name: name, starts_at: at, state, guest_name: guest }) =>
    [
      `${name}, ${shortDayAndTime(new Date(at))}`,
      state === "waiting" ? "on the waiting list" : "",
      guest === null || guest === "" ? "" : `for ${guest}`,
    ]
      .filter((text) => text !== "")
      .join(", "),
  );
}

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
