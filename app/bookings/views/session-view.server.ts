/** Sessions and moments as the texts that the pages of bookings show. */

import { dayAndDate, shortDate, shortDayAndTime } from "../../time/date-texts.server.ts";
import { moneyText } from "../../time/money.ts";
import type { ClassSession } from "../../timetable/session.ts";
import type { BookableSessionView } from "./booking-view.ts";

/** A session in words. */
export function bookableSessionView(session: ClassSession): BookableSessionView {
  const { id, className, date, time, trainerName, insteadOf } = session;
  const [dayName = "", day = "", month = ""] = dayAndDate(date).split(" ");
  return {
    id,
    className,
    date,
    dayName,
    dateText: `${dayName} ${day}\u00a0${month}`,
    shortDate: `${day}\u00a0${month.slice(0, 3)}`,
    timeText: `${time.from}-${time.to}`,
    trainer: trainerName,
    insteadOf,
    change: changeOf(session),
  };
}

function changeOf({ date, movedFrom }: ClassSession): BookableSessionView["change"] {
  if (movedFrom === null) return undefined;
  const { from } = movedFrom.time;
  if (movedFrom.date === date) return { flag: "New time", words: `instead of ${from}` };
  return { flag: "Moved here", words: `from ${dayAndDate(movedFrom.date)}, ${from}` };
}

/** When a session begins, on one line: `Mon 23 Nov, 9:00am`. */
export function startText({ date, time }: ClassSession): string {
  return `${shortDate(date)}, ${time.from}`.replaceAll(" ", "\u00a0");
}

/** A moment on one line: `Sun 22 Nov, 9:00pm`. @param moment ISO 8601 */
export function momentText(moment: string): string {
  return shortDayAndTime(new Date(moment));
}

/** The price on one line; undefined without one. */
export function priceText(kes: number | null): string | undefined {
  return kes === null ? undefined : moneyText(kes).replace(" ", "\u00a0");
}

/** `1st`, `2nd`, `3rd`, `4th` and so on. */
export function ordinal(number: number): string {
  const last = number % 100;
  const ending = last > 10 && last < 14 ? undefined : ["th", "st", "nd", "rd"][number % 10];
  return `${number}${ending ?? "th"}`;
}

/** How long cancelling is free of charge. @param now ISO 8601 */
export function freeText(booking: { session: ClassSession; freeUntil: string }, now: string): string {
  const { session, freeUntil } = booking;
  if (freeUntil <= now) return "Cancelling now counts as a late cancellation";
  if (freeUntil < session.startsAt) return `Free to cancel until ${momentText(freeUntil)}`;
  if (session.movedFrom !== null) return "Free to cancel until it starts: it was moved";
  return `Free to cancel until it starts${session.insteadOf === null ? "" : ": the trainer changed"}`;
}
