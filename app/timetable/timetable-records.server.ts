/** The records that sessions are computed from: weekly slots, stored sessions and closures. */

import { LRUCache } from "lru-cache";
import { isDatabaseUnavailable } from "../platform/errors.ts";
import type { Db, Services } from "../platform/services.ts";
import { noticeVersions } from "../platform/transact.server.ts";
import { addDays, dateInNairobi } from "../time/dates.server.ts";
import { DAYS, minuteOfDay } from "../time/days.ts";
import { type SlotValues, type WeeklySlot, weeklySlots } from "./slot-periods.server.ts";
import { readPeriods } from "./slot-rows.server.ts";

export type Closure = { date: string; note: string };

export type TimetableRecords = Awaited<ReturnType<typeof readRecords>>;

const MAX_ROWS = 10_000;

/** Public pages need a few hundred rows; the console can read longer ranges. */
const createCache = () =>
  new LRUCache<string, { versions: string; records: TimetableRecords }>({
    max: 100,
    maxSize: MAX_ROWS,
    // Capped, so that the last range is always cached.
    sizeCalculation: ({ records }) => Math.min(records.rows.length || 1, MAX_ROWS),
  });

const caches = new WeakMap<Services["timetable"], ReturnType<typeof createCache>>();

/**
 * The records of a date range, cached per content and timetable version. The last records read are returned while the
 * database is unavailable.
 */
export async function cachedRecords(services: Services, from: string, to: string): Promise<TimetableRecords> {
  const { content, timetable } = services;
  const cache = caches.get(timetable) ?? createCache();
  caches.set(timetable, cache);
  const range = `${from}/${to}`;
  const versions = `${content.version}/${timetable.version}`;
  const last = cache.get(range);
  if (last?.versions === versions) return last.records;
  try {
    const records = await readRecords(services.db, from, to);
    cache.set(range, { versions, records });
    return records;
  } catch (error) {
    if (last === undefined || !isDatabaseUnavailable(error)) throw error;
    content.olderReads += 1;
    services.databaseState.noteFailure(error);
    return last.records;
  }
}

/** A moved weekly slot takes its sessions to another day of the same week at most. */
const MAX_SLOT_MOVE_DAYS = 6;

/** Records of a date range, with sessions moved into or out of it. @param db a transaction, to see its writes */
export async function readRecords(db: Db, from: string, to: string) {
  const writtenUntil = await readWrittenUntil(db);
  const rows = await db
    .selectFrom("class_sessions")
    .selectAll()
    .where(({ or, between }) =>
      or([
        between("date", from, to),
        between("planned_date", addDays(from, -MAX_SLOT_MOVE_DAYS), addDays(to, MAX_SLOT_MOVE_DAYS)),
      ]),
    )
    .execute();
  const weekly = weeklySlots(await readPeriods(db));
  return { rows, closures: await readClosures(db, from, to), weekly, writtenUntil };
}

export async function readWrittenUntil(db: Db): Promise<string | null> {
  const state = await db
    .selectFrom("schedule_state")
    .select("written_until")
    .where("id", "=", 1)
    .executeTakeFirstOrThrow();
  return state.written_until;
}

export async function readClosures(db: Db, from: string, to: string): Promise<Closure[]> {
  return db
    .selectFrom("schedule_closures")
    .select(["date", "note"])
    .where((eb) => eb.between("date", from, to))
    .orderBy("date")
    .execute();
}

/** Reads the versions from the database, to notice changes by other instances. */
export async function pollTimetableVersions(services: Services): Promise<void> {
  const versions = await services.db
    .selectFrom("schedule_state")
    .select(["version as timetable", "places_version as places"])
    .where("id", "=", 1)
    .executeTakeFirstOrThrow();
  noticeVersions(services, versions);
}

/** From Monday on, without slots that have not begun. */
export async function weeklySlotsToday(services: Services): Promise<WeeklySlot[]> {
  const today = dateInNairobi(services.now());
  const { weekly } = await cachedRecords(services, today, today);
  return weekly.allOn(today).sort(byTimeOfWeek);
}

export function byTimeOfWeek(a: SlotValues, b: SlotValues): number {
  return DAYS.indexOf(a.day) - DAYS.indexOf(b.day) || minuteOfDay(a.time.from) - minuteOfDay(b.time.from);
}
