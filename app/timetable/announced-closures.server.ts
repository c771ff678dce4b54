/**
 * The closures of the next days as every page announces them, with its opening hours. They are rare: all of them are in
 * memory, and a version of their own lets pages without a date depend on them alone
 * (docs/decisions/0042-hours-from-one-record.md).
 */
import { isDatabaseUnavailable } from "../platform/database-unavailable.ts";
import type { Services } from "../platform/services.ts";
import { dayAndDate } from "../time/date-texts.server.ts";
import { addDays, dateInNairobi } from "../time/dates.server.ts";
import { type Closure, readClosures } from "./timetable-records.server.ts";

/** How many days ahead closures are announced, today included. */
export const ANNOUNCED_DAYS = 14;

/** Later than any closure. */
const LAST_DATE = "9999-12-31";

/** More than the changes that the passing of time makes to one list of closures: two for each, of some hundreds at most. */
const VERSIONS_OF_A_LIST = 10_000;

/** What pages say of the closures of the next days: "Closed on Monday 30 November: public holiday". */
export async function listClosureLines(services: Services): Promise<string[]> {
  const today = dateInNairobi(services.now());
  return closureLines(await readAnnounced(services), today);
}

/** All closures from today on, under the same version. */
export async function listClosures(services: Services): Promise<Closure[]> {
  const today = dateInNairobi(services.now());
  return (await readAnnounced(services)).filter(({ date }) => date >= today);
}

/** Notices closures that were added or taken back, by this instance or another. */
export async function noticeClosures(services: Services): Promise<void> {
  await readAnnounced(services);
}

/**
 * A number that grows when the lines change: with the closures known, when the day of one comes near, and when it has passed.
 * It is read for every cached page, and without closures there is nothing to count.
 */
export function closuresVersion({ timetable, now }: Services): number {
  const { list, lists } = timetable.closures ?? { list: [], lists: 0 };
  if (list.length === 0) return lists * VERSIONS_OF_A_LIST;
  const today = dateInNairobi(now());
  const end = addDays(today, ANNOUNCED_DAYS);
  const changes = list.filter(({ date }) => date < today).length + list.filter(({ date }) => date < end).length;
  return lists * VERSIONS_OF_A_LIST + changes;
}

/** The closures from today on, read once for each timetable version. Without the database, those last read. */
async function readAnnounced(services: Services): Promise<readonly Closure[]> {
  const { timetable, db, now } = services;
  const { version: timetableVersion, closures: last } = timetable;
  if (last?.timetableVersion === timetableVersion) return last.list;
  try {
    const list = await readClosures(db, dateInNairobi(now()), LAST_DATE);
    const isSame = JSON.stringify(list) === JSON.stringify(last?.list ?? []);
    timetable.closures = { timetableVersion, list, lists: (last?.lists ?? 0) + (isSame ? 0 : 1) };
    return list;
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    return last?.list ?? [];
  }
}

/** A line for each closure that begins within the announced days; days that follow each other for one reason are one. */
export function closureLines(closures: readonly Closure[], today: string): string[] {
  const spans: { from: string; to: string; note: string }[] = [];
  for (const { date, note } of closures) {
    const last = spans.at(-1);
    if (date < today) continue;
    if (last !== undefined && last.note === note && addDays(last.to, 1) === date) last.to = date;
    else spans.push({ from: date, to: date, note });
  }
  return spans
    .filter(({ from }) => from < addDays(today, ANNOUNCED_DAYS))
    .map(({ from, to, note }) => {
      const days = from === to ? `on ${unbroken(from)}` : `from ${unbroken(from)} to ${unbroken(to)}`;
      return `Closed ${days}: ${note}`;
    });
}

/** `Monday 23 November`, whose month does not go to the next line. */
function unbroken(date: string): string {
  return dayAndDate(date).replace(/(?<=\d) /, "\u00a0");
}
