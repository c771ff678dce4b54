/** A row of the timetable as visitors see it, and what they are told of its change. */
import type { Availability } from "../../bookings/booking.ts";
import { dayAndDate } from "../../time/date-texts.server.ts";
import type { SessionTime, TimetableRow } from "../session.ts";
import { bookingPath } from "../session-path.server.ts";
import { dayPath } from "./schedule-dates.server.ts";
import type { SessionChange, SessionRowView } from "./timetable-view.ts";

/** Makes a row for visitors. `today` decides which days have a page to lead to, `classes` (slugs) which classes have one. */
export function sessionRowView(row: TimetableRow, today: string, classes: ReadonlySet<string>): SessionRowView {
  const { id, date, startsAt, endsAt, time, classSlug, className, insteadOf, movedTo } = row;
  return {
    key: `${id} ${date}`,
    startsAt,
    endsAt,
    time,
    classSlug,
    className,
    trainer: row.trainerName,
    hasPage: classes.has(classSlug),
    insteadOf,
    isOff: row.state === "cancelled" || movedTo !== null,
    change: changeOf(row, today),
    reason: row.isClosed ? null : row.reason,
  };
}

/** The row with the word of its session, if that has one and takes place here and then. */
export function withPlaces<Row extends SessionRowView>(
  row: Row,
  { id, date }: Pick<TimetableRow, "id" | "date">,
  words: ReadonlyMap<string, Availability>,
): Row {
  const word = words.get(id);
  if (word === undefined || row.isOff) return row;
  const about = `${row.className}, ${inWords({ date, time: row.time })}`;
  return { ...row, places: { word, path: bookingPath(id), about } };
}

/** The one change that matters most: whether the class takes place, then where it is, then where it comes from. */
function changeOf(
  { state, date, movedTo, movedFrom, isAdded }: TimetableRow,
  today: string,
): SessionChange | undefined {
  if (state === "cancelled") return { kind: "cancelled" };
  if (movedTo !== null) return { kind: "moved", to: inWords(movedTo), path: dayPath(movedTo.date, today) };
  if (movedFrom !== null && movedFrom.date === date) return { kind: "new-time", from: movedFrom.time.from };
  if (movedFrom !== null) return { kind: "moved-here", from: inWords(movedFrom) };
  return isAdded ? { kind: "added" } : undefined;
}

/** "Tuesday 24 November, 5:00pm" */
function inWords({ date, time }: SessionTime): string {
  return `${dayAndDate(date)}, ${time.from}`;
}
