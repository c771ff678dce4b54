/** Default days of a freeze, and the classes it would cancel. */
import { type BookingRow, bookingsWithSessions } from "../bookings/booking-rows.server.ts";
import type { Db } from "../platform/services.ts";
import { shortDayAndTime } from "../time/date-texts.server.ts";
import { isCalendarDate } from "../time/dates.server.ts";
import { dateOfDay, dayNumber } from "../time/days.ts";
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
