/** The records that sessions are computed from: weekly slots, written sessions and closures. */

import { LRUCache } from "lru-cache";
import { isDatabaseUnavailable } from "../platform/errors.ts";
import type { Db, Services } from "../platform/services.ts";
import { noticeVersions } from "../platform/transact.server.ts";
import { addDays } from "../time/dates.server.ts";
import { weeklySlots } from "./slot-periods.server.ts";
import { readPeriods } from "./slot-rows.server.ts";

export type Closure = { date: string; note: string };

export type TimetableRecords = Awaited<ReturnType<typeof readRecords>>;

const MAX_ROWS = 10_000;

/** The pages of today need a few hundred rows; the console may ask for any range of ten years. */
const createSnapshots = () =>
  new LRUCache<string, { versions: string; records: TimetableRecords }>({
    max: 100,
    maxSize: MAX_ROWS,
    // The range that was read last is remembered however many rows it has.
    sizeCalculation: ({ records }) => Math.min(records.rows.length || 1, MAX_ROWS),
  });

const snapshots = new WeakMap<Services["timetable"], ReturnType<typeof createSnapshots>>();

/**
 * The records of a range of dates, read once for each content and timetable version. While the database is unavailable,
 * those last read are returned.
 */
export async function cachedRecords(services: Services, from: string, to: string): Promise<TimetableRecords> {
  const { content, timetable } = services;
  const ofInstance = snapshots.get(timetable) ?? createSnapshots();
  snapshots.set(timetable, ofInstance);
  const range = `${from}/${to}`;
  const versions = `${content.version}/${timetable.version}`;
  const last = ofInstance.get(range);
  if (last?.versions === versions) return last.records;
  try {
    const records = await readRecords(services.db, from, to);
    ofInstance.set(range, { versions, records });
    return records;
  } catch (error) {
    if (last === undefined || !isDatabaseUnavailable(error)) throw error;
    content.olderReads += 1;
    services.databaseState.noteFailure(error);
    return last.records;
  }
}

/** A session is taken to another day of its week at most when its weekly slot moves there, and by its own move anywhere. */
const DAYS_OF_A_WEEK = 6;

/** Records of a date range: sessions in it, planned in it or born in it. @param db a transaction, to see its writes */
export async function readRecords(db: Db, from: string, to: string) {
  const writtenUntil = await readWrittenUntil(db);
  const rows = await db
    .selectFrom("class_sessions")
    .selectAll()
    .where(({ or, between }) =>
      or([
        between("date", from, to),
        between("planned_date", addDays(from, -DAYS_OF_A_WEEK), addDays(to, DAYS_OF_A_WEEK)),
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

/** Reads the versions from the database, to notice changes made by other instances. */
export async function pollTimetableVersions(services: Services): Promise<void> {
  const versions = await services.db
    .selectFrom("schedule_state")
    .select(["version as timetable", "places_version as places"])
    .where("id", "=", 1)
    .executeTakeFirstOrThrow();
  noticeVersions(services, versions);
}
