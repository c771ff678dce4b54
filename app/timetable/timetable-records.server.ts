/** Records of dates beside the weekly timetable: written sessions, closures, and scheduled changes of weekly slots. */

import { LRUCache } from "lru-cache";
import { parseJson } from "../cms/editing/stored-body.ts";
import { weeklySlotType } from "../content-types/weekly-slot.ts";
import { isDatabaseUnavailable } from "../platform/errors.ts";
import type { Db, Services } from "../platform/services.ts";
import { noticeVersions } from "../platform/transact.server.ts";
import { addDays } from "../time/dates.server.ts";
import type { ScheduledWeeklySlot } from "./weekly-slots.server.ts";

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

/** By instance and range, with the versions they were read under. */
const snapshots = new WeakMap<Services["timetable"], ReturnType<typeof createSnapshots>>();

/**
 * The records of a range of dates, read once for each content and timetable version. While the database is unavailable,
 * those last read are returned: the weekly timetable without them would show a cancelled class as on.
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

/**
 * The records of a range of dates: `rows` are the written sessions that are in it now, were planned in it, or were born in it.
 * @param db a transaction, for those that see what it has written
 */
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
  return { rows, closures: await readClosures(db, from, to), scheduled: await readScheduledSlots(db), writtenUntil };
}

/** Until when sessions are written down, as it is stored: those that began until then are, or don't exist. */
export async function readWrittenUntil(db: Db): Promise<string | null> {
  const state = await db
    .selectFrom("schedule_state")
    .select("written_until")
    .where("id", "=", 1)
    .executeTakeFirstOrThrow();
  return state.written_until;
}

/** The closed days of a range, in order. */
export async function readClosures(db: Db, from: string, to: string): Promise<Closure[]> {
  return db
    .selectFrom("schedule_closures")
    .select(["date", "note"])
    .where((eb) => eb.between("date", from, to))
    .orderBy("date")
    .execute();
}

/** The scheduled changes of weekly slots that have not failed. A body that can't be read changes nothing, as when it is due. */
async function readScheduledSlots(db: Db): Promise<ScheduledWeeklySlot[]> {
  const rows = await db
    .selectFrom("entry_schedules")
    .select(["slug", "action", "body", "due_at"])
    .where("type", "=", weeklySlotType.name)
    .where("failed_at", "is", null)
    .execute();
  return rows.flatMap(({ slug, action, body, due_at: dueAt }): ScheduledWeeklySlot[] => {
    if (action === "remove") return [{ slug, dueAt, becomes: null }];
    const read = weeklySlotType.read(parseJson(body ?? ""));
    return read.ok ? [{ slug, dueAt, becomes: { slug, ...read.values } }] : [];
  });
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
